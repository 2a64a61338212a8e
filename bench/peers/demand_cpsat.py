"""CP-SAT model of a retail demand curve, under the rules of bench/sets/retail.ts.

usage: demand_cpsat.py INSTANCE CPU_SECONDS SEED ROSTER

Rules: one shift a day (days run from 06:00 to 06:00) of 6 to 10 hours that starts and ends at a quarter within the
horizon; 11 hours between shifts; at most 6 working days in a row; total minutes of each employee within both limits.
Objective, lexicographic: quarters short, quarters over, paid minutes. Writes ROSTER as `staff,start,end`, in minutes from
the start of the first day, and prints a line of JSON.
"""

import sys

from common import search, tell
from ortools.sat.python import cp_model

QUARTER_MIN, QUARTERS_A_DAY = 15, 96
MIN_LENGTH, MAX_LENGTH, REST, MAX_DAYS = 24, 40, 44, 6


def read(path):
    days, staff, cover, section = 0, [], [], None
    for line in open(path):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("SECTION_"):
            section = line
        elif section == "SECTION_HORIZON":
            days = int(line)
        elif section == "SECTION_STAFF":
            staff.append(tuple(map(int, line.split(",")[1:3])))
        elif section == "SECTION_COVER":
            day, clock, _, least, most = line.split(",")
            hour, minute = map(int, clock.split("-")[0].split(":"))
            quarter = (hour - 6) * 4 + minute // QUARTER_MIN
            cover.append(((int(day) - 1) * QUARTERS_A_DAY + quarter, int(least), int(most)))
    return days, staff, cover


def add_employee(model, days, least, most):
    """Variables of one employee: whether a shift starts or ends at a quarter, and whether it is worked."""
    end = days * QUARTERS_A_DAY
    starts = [model.NewBoolVar("") for _ in range(end)]
    ends = [model.NewBoolVar("") for _ in range(end + 1)]
    work = [model.NewBoolVar("") for _ in range(end)]
    for t in range(end):
        before = work[t - 1] if t > 0 else 0
        model.Add(work[t] == before + starts[t] - ends[t])
        model.Add(sum(starts[max(0, t - REST + 1) : t + 1]) <= 1)
        # Nobody starts within the rest after an end, nor at the moment of the end.
        model.Add(starts[t] + sum(ends[max(0, t - REST + 1) : t + 1]) <= 1)
        model.Add(starts[t] <= sum(ends[t + MIN_LENGTH : min(end, t + MAX_LENGTH) + 1]))
    for t in range(end + 1):
        model.Add(ends[t] <= sum(starts[max(0, t - MAX_LENGTH) : max(0, t - MIN_LENGTH + 1)]))
    model.Add(work[end - 1] == ends[end])
    of_day = [sum(starts[d * QUARTERS_A_DAY : (d + 1) * QUARTERS_A_DAY]) for d in range(days)]
    for day in of_day:
        model.Add(day <= 1)
    for d in range(days - MAX_DAYS):
        model.Add(sum(of_day[d : d + MAX_DAYS + 1]) <= MAX_DAYS)
    model.AddLinearConstraint(sum(work), -(-least // QUARTER_MIN), most // QUARTER_MIN)
    return starts, ends, work


def main(path, seconds, seed, roster):
    days, staff, cover = read(path)
    model = cp_model.CpModel()
    people = [add_employee(model, days, least, most) for least, most in staff]
    short, over = [], []
    for t, least, most in cover:
        there = sum(work[t] for _, _, work in people)
        if least > 0:
            missing = model.NewIntVar(0, least, "")
            model.Add(missing >= least - there)
            short.append(missing)
        surplus = model.NewIntVar(0, len(staff), "")
        model.Add(surplus >= there - most)
        over.append(surplus)
    paid = sum(sum(work) for _, _, work in people)
    most_paid = sum(most // QUARTER_MIN for _, most in staff) + 1
    most_over = len(staff) * days * QUARTERS_A_DAY + 1
    model.Minimize((sum(short) * most_over + sum(over)) * most_paid + paid)
    solver, outcome = search(model, seconds, seed)
    if outcome["isFound"]:
        with open(roster, "w") as file:
            file.write("staff,start,end\n")
            for number, (starts, ends, _) in enumerate(people):
                begun = [t for t, start in enumerate(starts) if solver.Value(start)]
                ended = [t for t, end in enumerate(ends) if solver.Value(end)]
                for start, end in zip(begun, ended):
                    file.write(f"{number},{QUARTER_MIN * start},{QUARTER_MIN * end}\n")
    tell(outcome)


main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
