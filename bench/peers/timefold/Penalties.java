import ai.timefold.solver.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import ai.timefold.solver.core.api.score.calculator.IncrementalScoreCalculator;
import java.util.Arrays;

/** What a roster breaks (hard: days, shifts and hours too many or too few) and costs (soft: as the file says), kept up to date by each change of a cell. */
public final class Penalties implements IncrementalScoreCalculator<Nrp.Roster, HardSoftLongScore> {
  private static final int NOTHING = -1;
  private static final int DAYS_PER_WEEK = 7;
  private static final int SATURDAY = 5;

  private Instance instance;
  private int[][] rows, there, worked;
  private long[] minutes, broken;
  private long hard, soft;

  @Override
  public void resetWorkingSolution(Nrp.Roster roster) {
    instance = roster.instance;
    int people = instance.staff.size(), kinds = instance.kinds.size();
    rows = new int[people][instance.days];
    for (int[] row : rows) Arrays.fill(row, NOTHING);
    there = new int[instance.days][kinds];
    worked = new int[people][kinds];
    minutes = new long[people];
    broken = new long[people];
    hard = 0;
    soft = instance.unmet;
    for (int day = 0; day < instance.days; day++) for (int kind = 0; kind < kinds; kind++) soft += cover(day, kind);
    for (Instance.Employee own : instance.staff) {
      broken[own.index] = brokenInRow(own);
      hard += hoursOff(own) + broken[own.index];
    }
    for (Nrp.Cell cell : roster.cells) if (cell.kind != null) put(cell.employee, cell.day, cell.kind.index);
  }

  @Override
  public void afterVariableChanged(Object entity, String variable) {
    Nrp.Cell cell = (Nrp.Cell) entity;
    put(cell.employee, cell.day, cell.kind == null ? NOTHING : cell.kind.index);
  }

  @Override
  public HardSoftLongScore calculateScore() {
    return HardSoftLongScore.of(-hard, -soft);
  }

  @Override
  public void beforeVariableChanged(Object entity, String variable) {}

  @Override
  public void beforeEntityAdded(Object entity) {}

  @Override
  public void afterEntityAdded(Object entity) {}

  @Override
  public void beforeEntityRemoved(Object entity) {}

  @Override
  public void afterEntityRemoved(Object entity) {}

  private void put(Instance.Employee own, int day, int kind) {
    int before = rows[own.index][day];
    if (before == kind) return;
    if (before != NOTHING) count(own, day, before, -1);
    rows[own.index][day] = kind;
    if (kind != NOTHING) count(own, day, kind, 1);
    hard -= broken[own.index];
    broken[own.index] = brokenInRow(own);
    hard += broken[own.index];
  }

  private void count(Instance.Employee own, int day, int kind, int by) {
    soft -= cover(day, kind);
    there[day][kind] += by;
    soft += cover(day, kind) + by * instance.wishes[own.index][day][kind];
    hard -= hoursOff(own) + tooMany(own, kind);
    minutes[own.index] += (long) by * instance.kinds.get(kind).minutes;
    worked[own.index][kind] += by;
    hard += hoursOff(own) + tooMany(own, kind);
  }

  private long cover(int day, int kind) {
    int missing = instance.need[day][kind] - there[day][kind];
    return missing > 0 ? (long) instance.under[day][kind] * missing : (long) instance.over[day][kind] * -missing;
  }

  private long tooMany(Instance.Employee own, int kind) {
    return Math.max(0, worked[own.index][kind] - own.most[kind]);
  }

  /** Hours above or below the limits, begun ones whole. */
  private long hoursOff(Instance.Employee own) {
    long off = Math.max(0, Math.max(minutes[own.index] - own.maxMinutes, own.minMinutes - minutes[own.index]));
    return (off + 59) / 60;
  }

  /** Days by which runs are too long or too short, forbidden successions, weekends too many. */
  private long brokenInRow(Instance.Employee own) {
    int[] row = rows[own.index];
    int days = row.length;
    long sum = 0;
    for (int first = 0, last; first < days; first = last + 1) {
      boolean works = row[first] != NOTHING;
      last = first;
      while (last + 1 < days && (row[last + 1] != NOTHING) == works) last++;
      int run = last - first + 1;
      if (works) sum += Math.max(0, run - own.maxRun);
      // Runs at the edges may go on beyond.
      if (first > 0 && last < days - 1) sum += Math.max(0, (works ? own.minRun : own.minFree) - run);
    }
    for (int day = 0; day + 1 < days; day++)
      if (row[day] != NOTHING && row[day + 1] != NOTHING && instance.kinds.get(row[day]).notNext[row[day + 1]]) sum++;
    int weekends = 0;
    for (int day = SATURDAY; day < days; day += DAYS_PER_WEEK)
      if (row[day] != NOTHING || (day + 1 < days && row[day + 1] != NOTHING)) weekends++;
    return sum + Math.max(0, weekends - own.maxWeekends);
  }
}
