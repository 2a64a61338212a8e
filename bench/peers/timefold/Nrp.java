import ai.timefold.solver.core.api.domain.entity.PlanningEntity;
import ai.timefold.solver.core.api.domain.lookup.PlanningId;
import ai.timefold.solver.core.api.domain.solution.PlanningEntityCollectionProperty;
import ai.timefold.solver.core.api.domain.solution.PlanningScore;
import ai.timefold.solver.core.api.domain.solution.PlanningSolution;
import ai.timefold.solver.core.api.domain.solution.ProblemFactProperty;
import ai.timefold.solver.core.api.domain.valuerange.ValueRangeProvider;
import ai.timefold.solver.core.api.domain.variable.PlanningVariable;
import ai.timefold.solver.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import ai.timefold.solver.core.api.score.director.ScoreDirector;
import ai.timefold.solver.core.api.solver.Solver;
import ai.timefold.solver.core.api.solver.SolverFactory;
import ai.timefold.solver.core.config.constructionheuristic.ConstructionHeuristicPhaseConfig;
import ai.timefold.solver.core.config.heuristic.selector.move.composite.UnionMoveSelectorConfig;
import ai.timefold.solver.core.config.heuristic.selector.move.generic.ChangeMoveSelectorConfig;
import ai.timefold.solver.core.config.heuristic.selector.move.generic.SwapMoveSelectorConfig;
import ai.timefold.solver.core.config.localsearch.LocalSearchPhaseConfig;
import ai.timefold.solver.core.config.score.director.ScoreDirectorFactoryConfig;
import ai.timefold.solver.core.config.solver.SolverConfig;
import ai.timefold.solver.core.impl.heuristic.selector.common.decorator.SelectionFilter;
import ai.timefold.solver.core.impl.heuristic.selector.move.generic.SwapMove;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Timefold model of a shift-scheduling instance of Curtois and Qu (2014).
 *
 * <p>usage: Nrp INSTANCE CPU_SECONDS SEED ROSTER
 *
 * <p>A planning entity for each employee and day on which the employee may work, with a type of shift or none as its value; late acceptance over changes, and swaps of unlike shifts on one day. Writes ROSTER as
 * a line for each employee, and prints a line of JSON. All processor time of the process counts, that of the compiler and of reading included.
 */
public final class Nrp {
  @PlanningEntity
  public static class Cell {
    @PlanningId public int id;
    Instance.Employee employee;
    int day;

    @PlanningVariable(allowsUnassigned = true, valueRangeProviderRefs = "kinds")
    public Instance.Kind kind;

    @ValueRangeProvider(id = "kinds")
    public List<Instance.Kind> getKinds() {
      return employee.kinds;
    }
  }

  @PlanningSolution
  public static class Roster {
    @ProblemFactProperty public Instance instance;
    @PlanningEntityCollectionProperty public List<Cell> cells = new ArrayList<>();
    @PlanningScore public HardSoftLongScore score;
  }

  public static class UnlikeOnOneDay implements SelectionFilter<Roster, SwapMove<Roster>> {
    @Override
    public boolean accept(ScoreDirector<Roster> director, SwapMove<Roster> move) {
      Cell left = (Cell) move.getLeftEntity(), right = (Cell) move.getRightEntity();
      return left.day == right.day && left.kind != right.kind;
    }
  }

  private static double cpuSeconds() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
  }

  public static void main(String[] arguments) throws Exception {
    Roster roster = new Roster();
    roster.instance = new Instance(arguments[0]);
    double seconds = Double.parseDouble(arguments[1]);
    for (int day = 0; day < roster.instance.days; day++) {
      for (Instance.Employee own : roster.instance.staff) {
        if (own.free.get(day)) continue;
        Cell cell = new Cell();
        cell.id = roster.cells.size();
        cell.employee = own;
        cell.day = day;
        roster.cells.add(cell);
      }
    }
    Solver<Roster> solver = SolverFactory.<Roster>create(configured(Long.parseLong(arguments[2]))).buildSolver();
    double[] first = {-1};
    solver.addEventListener(
        event -> {
          if (first[0] < 0 && ((HardSoftLongScore) event.getNewBestScore()).hardScore() == 0) first[0] = cpuSeconds();
        });
    Thread watch =
        new Thread(
            () -> {
              try {
                while (cpuSeconds() < seconds) Thread.sleep(50);
              } catch (InterruptedException ended) {
                return;
              }
              solver.terminateEarly();
            });
    watch.setDaemon(true);
    watch.start();
    Roster best = solver.solve(roster);
    write(best, arguments[3]);
    System.out.printf(
        Locale.ROOT,
        "{\"isFound\": true, \"isProved\": false, \"firstSeconds\": %s, \"cpuSeconds\": %.2f}%n",
        first[0] < 0 ? "null" : String.format(Locale.ROOT, "%.2f", first[0]),
        cpuSeconds());
  }

  private static SolverConfig configured(long seed) {
    SwapMoveSelectorConfig swaps = new SwapMoveSelectorConfig();
    swaps.setFilterClass(UnlikeOnOneDay.class);
    LocalSearchPhaseConfig search = new LocalSearchPhaseConfig();
    search.setMoveSelectorConfig(new UnionMoveSelectorConfig(List.of(new ChangeMoveSelectorConfig(), swaps)));
    SolverConfig config =
        new SolverConfig()
            .withSolutionClass(Roster.class)
            .withEntityClasses(Cell.class)
            .withRandomSeed(seed)
            .withPhases(new ConstructionHeuristicPhaseConfig(), search);
    config.setScoreDirectorFactoryConfig(new ScoreDirectorFactoryConfig().withIncrementalScoreCalculatorClass(Penalties.class));
    return config;
  }

  private static void write(Roster roster, String path) throws Exception {
    String[][] rows = new String[roster.instance.staff.size()][roster.instance.days];
    for (String[] row : rows) Arrays.fill(row, "");
    for (Cell cell : roster.cells) if (cell.kind != null) rows[cell.employee.index][cell.day] = cell.kind.id;
    try (PrintWriter out = new PrintWriter(path)) {
      for (String[] row : rows) out.println(String.join(",", row));
    }
  }
}
