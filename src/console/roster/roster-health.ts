import { costsOf } from '../../checker/costs.ts'
import { NOBODY, type Roster } from '../../model/roster.ts'
import type { Minute } from '../../model/units.ts'
import type { Release } from '../gateway/documents.ts'
import { type Evaluation, type Health, healthOf } from '../health/health.ts'
import type { PlanDocument } from '../plans/plan-document.ts'
import { employeeName, type RosterModel, spotName } from './roster-model.ts'
import { isMissing, isOptional } from './rows.ts'

/** The health of a roster as it stands in the page. Empty shifts and days off are counted in the page, so that they move with every change; `releases`: the rules that it breaks, as they were told last. */
export function healthOfRoster(model: RosterModel, roster: Roster, releases: readonly Release[]): Health {
  const empty = [...roster.keys()].filter((shift) => roster[shift] === NOBODY && !model.schedule.shifts[shift]!.historic)
  const evaluation: Evaluation = {
    score: [],
    constraintRelease: releases,
    emptyMandatoryShifts: empty.filter((shift) => isMissing(model, roster, shift)).length,
    emptyOptionalShifts: empty.filter((shift) => isOptional(model, shift) && model.schedule.shifts[shift]!.isSpare !== true).length,
    ...(model.schedule.pay === undefined ? {} : { costs: costsOf(model.schedule, roster) }),
  }
  return healthOf(evaluation, documentOf(model, roster))
}

/** The roster as plans have theirs, on the local clock. */
function documentOf(model: RosterModel, roster: Roster): PlanDocument {
  const { clock } = model
  const { shifts, employees, spots, calendar } = model.schedule
  const dateOf = (day: number): string => calendar.days[day]!.date
  const momentOf = (day: number, minute: Minute): string => `${dateOf(day)}T${clock.timeOf(minute)}`
  return {
    employees: employees.map(({ id, absence }, at) => ({
      id,
      name: employeeName(model, at),
      absences: [...(absence?.days ?? [])].map((day) => ({ start: dateOf(day), end: dateOf(day) })),
    })),
    spots: spots.map(({ id }, at) => ({ id, name: spotName(model, at) })),
    shifts: shifts.map(({ id, spotIndex, day, start, end, importance, historic }, at) => ({
      id,
      spot: spots[spotIndex]!.id,
      start: momentOf(day, start),
      end: momentOf(day, end),
      importance,
      historic,
      employee: roster[at] === NOBODY ? null : employees[roster[at]!]!.id,
    })),
  }
}
