"""CP-SAT model of a shift-scheduling instance of Curtois and Qu (2014).

usage: nrp_cpsat.py INSTANCE CPU_SECONDS SEED ROSTER

One variable for each employee, day and type of shift. Objective: requests that are not met, 1 person too many and 100 or
so too few by the weights of the file. Writes ROSTER as a line for each employee, and prints a line of JSON.
"""

import sys

from common import search, tell
from ortools.sat.python import cp_model

DAYS_PER_WEEK = 7


def read(path):
    """Lines of each section, split at commas."""
    sections, lines = {}, []
    for line in open(path, encoding="utf-8-sig"):
        line = line.strip()
        if line.startswith("SECTION_"):
            lines = sections.setdefault(line[len("SECTION_") :], [])
        elif line and not line.startswith("#"):
            lines.append([cell.strip() for cell in line.split(",")])
    return sections


def limits_of(cells):
    names = ["maxMinutes", "minMinutes", "maxRun", "minRun", "minFree", "maxWeekends"]
    most = dict(cell.split("=") for cell in cells[1].split("|") if cell)
    return {
        "id": cells[0],
        "most": {kind: int(count) for kind, count in most.items()},
        **dict(zip(names, map(int, cells[2:8]))),
    }


def forbid_short_runs(model, days, shortest):
    """No run of true days that is shorter, but at the edges of the horizon."""
    for length in range(1, shortest):
        for first in range(1, len(days) - length):
            run = days[first : first + length]
            model.AddBoolOr([days[first - 1], days[first + length]] + [day.Not() for day in run])


def add_employee(model, horizon, shifts, own, free):
    """Variables by day and type of shift."""
    worked = [{kind: model.NewBoolVar("") for kind in shifts if own["most"].get(kind, 1) > 0} for _ in range(horizon)]
    works = [model.NewBoolVar("") for _ in range(horizon)]
    for day, kinds in enumerate(worked):
        if day in free:
            kinds.clear()
        model.AddExactlyOne(list(kinds.values()) + [works[day].Not()])
    for day in range(horizon - 1):
        for kind, today in worked[day].items():
            after = [worked[day + 1][other] for other in shifts[kind]["notNext"] if other in worked[day + 1]]
            if after:
                model.AddAtMostOne([today] + after)
    for kind, most in own["most"].items():
        model.Add(sum(kinds[kind] for kinds in worked if kind in kinds) <= most)
    minutes = sum(shifts[kind]["minutes"] * var for kinds in worked for kind, var in kinds.items())
    model.AddLinearConstraint(minutes, own["minMinutes"], own["maxMinutes"])
    for first in range(horizon - own["maxRun"]):
        model.AddBoolOr([day.Not() for day in works[first : first + own["maxRun"] + 1]])
    forbid_short_runs(model, works, own["minRun"])
    forbid_short_runs(model, [day.Not() for day in works], own["minFree"])
    weekends = []
    for saturday in range(5, horizon - 1, DAYS_PER_WEEK):
        weekend = model.NewBoolVar("")
        model.AddImplication(works[saturday], weekend)
        model.AddImplication(works[saturday + 1], weekend)
        weekends.append(weekend)
    model.Add(sum(weekends) <= own["maxWeekends"])
    return worked


def main(path, seconds, seed, roster):
    sections = read(path)
    horizon = int(sections["HORIZON"][0][0])
    shifts = {
        cells[0]: {"minutes": int(cells[1]), "notNext": [kind for kind in (cells[2:3] or [""])[0].split("|") if kind]}
        for cells in sections["SHIFTS"]
    }
    free = {cells[0]: set(map(int, cells[1:])) for cells in sections.get("DAYS_OFF", [])}
    model = cp_model.CpModel()
    staff = {}
    for own in map(limits_of, sections["STAFF"]):
        staff[own["id"]] = add_employee(model, horizon, shifts, own, free.get(own["id"], set()))
    penalties = []
    for section, is_met in (("SHIFT_ON_REQUESTS", False), ("SHIFT_OFF_REQUESTS", True)):
        for employee, day, kind, weight in sections.get(section, []):
            var = staff[employee][int(day)].get(kind)
            if var is not None:
                penalties.append(int(weight) * (var if is_met else 1 - var))
            elif not is_met:
                penalties.append(int(weight))
    for day, kind, need, under, over in sections["COVER"]:
        there = [worked[int(day)][kind] for worked in staff.values() if kind in worked[int(day)]]
        missing = model.NewIntVar(0, int(need), "")
        surplus = model.NewIntVar(0, len(staff), "")
        model.Add(sum(there) + missing - surplus == int(need))
        penalties += [int(under) * missing, int(over) * surplus]
    model.Minimize(sum(penalties))
    solver, outcome = search(model, seconds, seed)
    if outcome["isFound"]:
        with open(roster, "w") as file:
            for worked in staff.values():
                cells = [next((kind for kind, var in kinds.items() if solver.Value(var)), "") for kinds in worked]
                file.write(",".join(cells) + "\n")
        outcome["bound"] = solver.BestObjectiveBound()
    tell(outcome)


main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
