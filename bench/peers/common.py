"""What the models share: a search of CP-SAT on one worker that ends after so many seconds of processor time."""

import json
import threading
import time

from ortools.sat.python import cp_model


class Noted(cp_model.CpSolverSolutionCallback):
    """Notes when the first solution came."""

    def __init__(self):
        super().__init__()
        self.first = None

    def on_solution_callback(self):
        if self.first is None:
            self.first = time.process_time()


def search(model, seconds, seed):
    """Solves; `seconds` of processor time of this process, with what it took to build the model. Gives the solver and what it comes to."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    noted = Noted()
    ended = threading.Event()

    def watch():
        while not ended.wait(0.05):
            if time.process_time() >= seconds:
                solver.StopSearch()
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    status = solver.Solve(model, noted)
    ended.set()
    watcher.join()
    return solver, {
        "isFound": status in (cp_model.OPTIMAL, cp_model.FEASIBLE),
        "isProved": status == cp_model.OPTIMAL,
        "firstSeconds": noted.first,
        "cpuSeconds": time.process_time(),
    }


def tell(outcome):
    """Prints what a run comes to, as one line of JSON."""
    print(json.dumps(outcome))
