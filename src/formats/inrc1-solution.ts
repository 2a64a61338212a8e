import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { dateOf } from './inrc1-instance.ts'
import { createSeatTaker, typeOf } from './roster-seats.ts'
import { shortened } from './text-lines.ts'
import { readXml, requiredChild, wrongAt } from './xml.ts'

const DAY_MS = 86_400_000

/** Reads a solution file of a schedule that `inrc1ToSchedule` made. Throws `FormatError`, naming the line and the element. */
export function readInrc1Solution(text: string, schedule: Schedule): Roster {
  const root = readXml(text)
  if (root.name !== 'Solution') throw wrongAt(root, 'is no solution of the competition. Give a file whose root is <Solution>.')
  const positions = new Map(schedule.employees.map(({ id }, e) => [String(id), e]))
  const seats = createSeatTaker(schedule, (shift) => `${schedule.calendar.days[shift.day]!.date},${typeOf(shift)}`)
  const seen = new Set<string>()
  for (const element of root.children.filter(({ name }) => name === 'Assignment')) {
    const [date, employee, type] = (['Date', 'Employee', 'ShiftType'] as const).map((name) => requiredChild(element, name))
    const position = positions.get(employee!.text)
    if (position === undefined)
      throw wrongAt(employee!, `names "${shortened(employee!.text)}", whom the instance has not. Give the solution of this instance.`)
    const day = new Date(dateOf(date!) * DAY_MS).toISOString().slice(0, 10)
    const key = `${day},${type!.text}`
    if (seen.has(`${key},${position}`)) throw wrongAt(element, 'is there twice. Keep one of the two.')
    seen.add(`${key},${position}`)
    if (!seats.take(key, position))
      throw wrongAt(element, `is beyond the cover: so many do not work "${shortened(type!.text)}" on ${day}. Remove it, or correct date and type.`)
  }
  return seats.roster
}

/** What a solution file states besides who works what. */
export interface Inrc1Stated {
  /** The `ID` of the instance. */
  readonly instance: string
  /** The objective of the competition. */
  readonly penalty: number
}

/** The roster as a solution file, by days. Throws `FormatError` for a shift without a type. */
export function writeInrc1Solution({ calendar, employees, shifts }: Schedule, roster: Roster, { instance, penalty }: Inrc1Stated): string {
  const worked = [...shifts.entries()].filter(([s, { historic }]) => !historic && roster[s] !== NOBODY).sort(([, a], [, b]) => a.day - b.day)
  const assignments = worked.map(([s, shift]) => {
    const values = { Date: calendar.days[shift.day]!.date, Employee: String(employees[roster[s]!]!.id), ShiftType: typeOf(shift) }
    return elementOf(
      'Assignment',
      Object.entries(values)
        .map(([name, value]) => elementOf(name, escaped(value)))
        .join(''),
    )
  })
  const stated = [
    elementOf('SchedulingPeriodID', escaped(instance)),
    elementOf('Competitor', 'Turnus'),
    elementOf('SoftConstraintsPenalty', String(penalty)),
  ]
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<Solution>', ...[...stated, ...assignments].map((line) => `  ${line}`), '</Solution>', ''].join(
    '\n',
  )
}

function elementOf(name: string, content: string): string {
  return `<${name}>${content}</${name}>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => ENTITIES[character]!)
}
