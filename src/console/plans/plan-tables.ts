import { workersOf } from '../health/health.ts'
import type { TableRows } from '../parts/save-table.tsx'
import { t } from '../texts/texts.ts'
import { nameById, type PlanDocument, type PlanPerson, type PlanShift } from './plan-document.ts'

/** `2027-03-01T07:00`, of the clock on the wall. */
const TO_THE_MINUTE = 16

/** The people of a plan, as they are pasted: name, contract, skills. */
export function peopleRows({ employees = [], contracts = [], skills = [] }: PlanDocument): TableRows {
  const rows = employees.map((person) => [
    nameOf(person),
    person.contractId === undefined ? '' : nameById(contracts, person.contractId),
    (person.skills ?? []).map(({ id }) => nameById(skills, id)).join(', '),
  ])
  return [[t('grid.name'), t('people.contract'), t('details.skills')], ...rows]
}

/** The shifts of a plan in the order of their days: where, from, until, and who works. */
export function shiftRows({ shifts = [], spots = [], employees = [] }: PlanDocument): TableRows {
  const rows = shifts
    .toSorted((one, other) => compare(one.start, other.start))
    .map((shift) => [
      nameById(spots, shift.spot),
      momentOf(shift.start),
      momentOf(shift.end),
      workersOf(shift)
        .map((id) => nameById(employees, id))
        .join(', '),
    ])
  return [[t('shifts.where'), t('shifts.from'), t('shifts.until'), t('days.who')], ...rows]
}

/** The roster of a plan as the page shows it: a row for everybody, and for what nobody works; a column for each day. */
export function rosterRows(document: PlanDocument): TableRows {
  const { employees = [], shifts = [], spots = [] } = document
  const days = [...new Set(shifts.map(dayOf))].sort(compare)
  const cellOf = (isMeant: (shift: PlanShift) => boolean, day: string): string =>
    shifts
      .filter((shift) => dayOf(shift) === day && isMeant(shift))
      .map(({ start, spot }) => `${start.slice(11, TO_THE_MINUTE)} ${nameById(spots, spot)}`)
      .join(', ')
  return [
    [t('grid.name'), ...days.map((date) => ({ date }))],
    ...employees.map((person) => [nameOf(person), ...days.map((day) => cellOf((shift) => workersOf(shift).includes(person.id), day))]),
    [t('planRoster.nobody'), ...days.map((day) => cellOf((shift) => workersOf(shift).length === 0, day))],
  ]
}

function nameOf({ id, name }: PlanPerson): string {
  return name ?? String(id)
}

function dayOf({ start }: PlanShift): string {
  return start.slice(0, 10)
}

function momentOf(time: string): { readonly date: string } {
  return { date: time.slice(0, TO_THE_MINUTE) }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
