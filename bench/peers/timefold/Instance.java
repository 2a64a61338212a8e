import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A shift-scheduling instance of Curtois and Qu (2014), as its file says. */
final class Instance {
  /** A type of shift. */
  static final class Kind {
    final String id;
    final int index;
    final int minutes;
    /** By type: whether it may not follow on the next day. */
    boolean[] notNext;

    Kind(String id, int index, int minutes) {
      this.id = id;
      this.index = index;
      this.minutes = minutes;
    }
  }

  /** An employee with the limits of the contract. */
  static final class Employee {
    int index;
    int[] most;
    int maxMinutes, minMinutes, maxRun, minRun, minFree, maxWeekends;
    final BitSet free = new BitSet();
    /** What this employee may work. */
    final List<Kind> kinds = new ArrayList<>();
  }

  final int days;
  final List<Kind> kinds = new ArrayList<>();
  final List<Employee> staff = new ArrayList<>();
  /** By employee, day, type: what working it costs more than not working it. */
  final long[][][] wishes;
  /** What a roster without any shift costs for requests. */
  long unmet = 0;
  final int[][] need, under, over;

  Instance(String path) throws IOException {
    Map<String, List<String[]>> sections = read(path);
    days = Integer.parseInt(sections.get("HORIZON").get(0)[0]);
    Map<String, Integer> kindOf = readKinds(sections.get("SHIFTS"));
    Map<String, Integer> employeeOf = readStaff(sections.get("STAFF"), kindOf);
    wishes = new long[staff.size()][days][kinds.size()];
    need = new int[days][kinds.size()];
    under = new int[days][kinds.size()];
    over = new int[days][kinds.size()];
    for (String[] cells : sections.getOrDefault("DAYS_OFF", List.of()))
      for (int i = 1; i < cells.length; i++) staff.get(employeeOf.get(cells[0])).free.set(Integer.parseInt(cells[i]));
    for (String[] cells : sections.getOrDefault("SHIFT_ON_REQUESTS", List.of())) {
      long weight = Long.parseLong(cells[3]);
      unmet += weight;
      wishes[employeeOf.get(cells[0])][Integer.parseInt(cells[1])][kindOf.get(cells[2])] -= weight;
    }
    for (String[] cells : sections.getOrDefault("SHIFT_OFF_REQUESTS", List.of()))
      wishes[employeeOf.get(cells[0])][Integer.parseInt(cells[1])][kindOf.get(cells[2])] += Long.parseLong(cells[3]);
    for (String[] cells : sections.get("COVER")) {
      int day = Integer.parseInt(cells[0]), kind = kindOf.get(cells[1]);
      need[day][kind] = Integer.parseInt(cells[2]);
      under[day][kind] = Integer.parseInt(cells[3]);
      over[day][kind] = Integer.parseInt(cells[4]);
    }
  }

  private static Map<String, List<String[]>> read(String path) throws IOException {
    Map<String, List<String[]>> sections = new HashMap<>();
    List<String[]> lines = null;
    for (String raw : Files.readAllLines(Path.of(path))) {
      String line = (raw.startsWith("\uFEFF") ? raw.substring(1) : raw).trim();
      if (line.startsWith("SECTION_")) lines = sections.computeIfAbsent(line.substring("SECTION_".length()), name -> new ArrayList<>());
      else if (!line.isEmpty() && !line.startsWith("#")) lines.add(Arrays.stream(line.split(",", -1)).map(String::trim).toArray(String[]::new));
    }
    return sections;
  }

  private Map<String, Integer> readKinds(List<String[]> lines) {
    Map<String, Integer> kindOf = new HashMap<>();
    for (String[] cells : lines) {
      kindOf.put(cells[0], kinds.size());
      kinds.add(new Kind(cells[0], kinds.size(), Integer.parseInt(cells[1])));
    }
    for (String[] cells : lines) {
      boolean[] notNext = kinds.get(kindOf.get(cells[0])).notNext = new boolean[kinds.size()];
      for (String other : cells.length > 2 ? cells[2].split("\\|") : new String[0]) if (!other.isEmpty()) notNext[kindOf.get(other)] = true;
    }
    return kindOf;
  }

  private Map<String, Integer> readStaff(List<String[]> lines, Map<String, Integer> kindOf) {
    Map<String, Integer> employeeOf = new HashMap<>();
    for (String[] cells : lines) {
      Employee own = new Employee();
      own.index = staff.size();
      own.most = new int[kinds.size()];
      Arrays.fill(own.most, Integer.MAX_VALUE);
      for (String limit : cells[1].split("\\|")) {
        String[] parts = limit.split("=");
        if (parts.length == 2) own.most[kindOf.get(parts[0])] = Integer.parseInt(parts[1]);
      }
      own.maxMinutes = Integer.parseInt(cells[2]);
      own.minMinutes = Integer.parseInt(cells[3]);
      own.maxRun = Integer.parseInt(cells[4]);
      own.minRun = Integer.parseInt(cells[5]);
      own.minFree = Integer.parseInt(cells[6]);
      own.maxWeekends = Integer.parseInt(cells[7]);
      for (Kind kind : kinds) if (own.most[kind.index] > 0) own.kinds.add(kind);
      employeeOf.put(cells[0], own.index);
      staff.add(own);
    }
    return employeeOf;
  }
}
