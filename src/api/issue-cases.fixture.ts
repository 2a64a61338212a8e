import type { IssueCode } from './issues.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

/** One mistake: what it does to a clean document, and which issue it must bring where. */
export interface Case {
  readonly code: IssueCode
  readonly pointer: string
  readonly spoil: (document: AnyJson) => void
}

export const shiftAt = (day: string, more: AnyJson): AnyJson => ({ id: 900, spot: 30, start: `${day}T07:00:00Z`, end: `${day}T15:00:00Z`, ...more })
export const shift = (more: AnyJson) => (document: AnyJson) => {
  document.shifts[0] = shiftAt('2026-03-02', more)
}
export const contract = (value: AnyJson) => (document: AnyJson) => {
  document.employees[1].contract = value
}
export const rule = (value: AnyJson) => contract({ rules: [value] })
export const pattern = (text: string) => rule({ kind: 'pattern', pattern: text, where: { N: { tags: ['night'] } } })
export const freePeriod = (more: AnyJson) => (document: AnyJson) => {
  document.freePeriodRequirements = [
    { id: 1, employeeId: 1, windowStart: '2026-03-02', windowEnd: '2026-03-09', demand: { requiredUnitCount: 1 }, ...more },
  ]
}
export const coverage = (more: AnyJson) => (document: AnyJson) => {
  document.coverageCompetencyRequirements = [{ id: 1, skill: 10, minimumCount: 1, ...more }]
}
export const dependency = (more: AnyJson) => (document: AnyJson) => {
  document.shifts[0].tags = ['a', 'b']
  document.shiftDependencyRules = [{ id: 1, anchorShiftTag: 'a', requiredShiftTag: 'b', overlapScope: 'SAME_DAY', ...more }]
}

export const shiftGroup = (more: AnyJson) => (document: AnyJson) => {
  document.shifts[0].tags = ['a']
  document.shiftGroups = [{ id: 1, mode: 'SAME_EMPLOYEE', ...more }]
}

export const people = (more: AnyJson) => (document: AnyJson) => {
  document.shifts[0].tags = ['a']
  document.coverageRequirements = [{ id: 1, start: '2026-03-02', end: '2026-03-03', min: 1, ...more }]
}

/** Ways between the spots 30 and 31. */
export const travel = (entries: AnyJson) => (document: AnyJson) => {
  document.spots.push({ id: 31 })
  document.travel = { matrix: entries }
}

export const fairness = (more: AnyJson) => (document: AnyJson) => {
  document.shifts[0].tags = ['a']
  document.fairness = [{ id: 1, of: 'shifts', ...more }]
}

/** A week of the tag `a` and six days off; the first employee works it. */
export const rotation =
  (more: AnyJson, turn: AnyJson = {}) =>
  (document: AnyJson) => {
    document.shifts[0].tags = ['a']
    document.rotations = [{ id: 1, weeks: [['a', 'off', 'off', 'off', 'off', 'off', 'off']], anchor: '2026-03-02', ...more }]
    document.employees[0].rotation = { id: 1, ...turn }
  }

export const pairing = (more: AnyJson) => (document: AnyJson) => {
  document.shifts[0].tags = ['a']
  document.pairings = [{ id: 1, employees: document.employees.slice(0, 2).map(({ id }: AnyJson) => id), mode: 'APART', ...more }]
}

/** Puts a value at an RFC 6901 pointer; undefined takes it away. */
export function put(pointer: string, value: unknown): (document: AnyJson) => void {
  const path = pointer.split('/').slice(1)
  return (document) => {
    let at = document
    for (const key of path.slice(0, -1)) at = at[key]
    at[path.at(-1)!] = value
  }
}

/** A clean document with the mistake of a case. */
export function spoiled(mistake: Case): AnyJson {
  const document = cleanDocument()
  mistake.spoil(document)
  return document
}

/** Each of 1,100 shifts needs one of all the others, 50 times over. */
export function spoilTooHeavy(document: AnyJson): void {
  document.shifts = Array.from({ length: 1_100 }, (_, i) => {
    const time = `${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`
    return { ...document.shifts[0], id: i, start: `2026-03-02T${time}:00Z`, end: `2026-03-03T${time}:00Z`, tags: ['day'] }
  })
  const rule = { anchorShiftTag: 'day', requiredShiftTag: 'day', minRequiredCount: 1, overlapScope: 'WITHIN_HOURS' }
  document.shiftDependencyRules = Array.from({ length: 50 }, (_, i) => ({ ...rule, id: i, withinHours: 100 + i }))
}
