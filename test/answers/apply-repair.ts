import type { RepairAccount } from '../../src/answers/repair-account.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a document is read and changed freely here
type Fields = Record<string, any>

/** The document with a repair made in it, as a client would make it by what the repair says; null for limits of contracts, which its words alone name. */
export function applyRepair(document: Fields, repair: RepairAccount): Fields | null {
  const { kind, employeeIds, shiftIds, skillIds, dates, moved } = repair
  const [who] = employeeIds
  const withEmployees = (change: (employee: Fields) => Fields): Fields => ({
    ...document,
    employees: document['employees'].map((employee: Fields) => (employee['id'] === who ? change(employee) : employee)),
  })
  const withShifts = (change: (shift: Fields) => Fields): Fields => ({
    ...document,
    shifts: document['shifts'].map((shift: Fields) => (shift['id'] === shiftIds[0] ? change(shift) : shift)),
  })
  switch (kind) {
    case 'add-skill':
      return withEmployees((employee) => ({
        ...employee,
        skills: [...(employee['skills'] ?? []).filter(({ id }: Fields) => !skillIds.includes(id)), ...skillIds.map((id) => ({ id }))],
      }))
    case 'move-shift':
      return withShifts((shift) => ({ ...shift, ...moved! }))
    case 'make-optional':
      return withShifts((shift) => ({ ...shift, importance: 'OPTIONAL' }))
    case 'override-wish':
      return withEmployees((employee) => ({
        ...employee,
        wishes: employee['wishes'].flatMap((wish: Fields) => (wish['type'] === 'UNDESIRED' ? withoutDays(wish, dates) : [wish])),
      }))
    case 'add-employee':
    case 'relax-limit':
    case 'shorten-rest':
      return null
  }
}

/** What is left of a wish of whole days without some days: a wish for each. */
function withoutDays(wish: Fields, dates: readonly string[]): Fields[] {
  const left: Fields[] = []
  for (let day = Date.parse(wish['start']); day <= Date.parse(wish['end']); day += 86_400_000) {
    const date = new Date(day).toISOString().slice(0, 10)
    if (!dates.includes(date)) left.push({ ...wish, start: date, end: date })
  }
  return left
}
