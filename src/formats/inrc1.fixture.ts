import { expect } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { inrc1ToSchedule } from './inrc1.ts'
import { readInrc1Instance } from './inrc1-instance.ts'

const DAY_MS = 86_400_000

/** What an instance is made of, as XML. */
export interface Parts {
  /** Monday 2010-03-01 where nothing is said. */
  readonly start?: string
  readonly days?: number
  /** Of the contract that everybody has. */
  readonly rules?: string
  readonly weekend?: string
  readonly patterns?: string
  /** Lists of requests. */
  readonly requests?: string
  readonly cover?: string
}

const TYPES: Readonly<Record<string, string>> = {
  E: '<StartTime>06:30:00</StartTime><EndTime>14:30:00</EndTime><Skills><Skill>Nurse</Skill></Skills>',
  L: '<StartTime>14:30:00</StartTime><EndTime>22:30:00</EndTime><Description>Late</Description><Skills><Skill>Nurse</Skill></Skills>',
  N: '<StartTime>22:30:00</StartTime><EndTime>06:30:00</EndTime><Skills><Skill>Nurse</Skill></Skills>',
  H: '<StartTime>08:00</StartTime><EndTime>16:00</EndTime><Skills><Skill>Nurse</Skill><Skill>Head</Skill></Skills>',
}
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const EVERYBODY = WEEKDAYS.map(
  (day) =>
    `<DayOfWeekCover><Day>${day}</Day>${Object.keys(TYPES)
      .map((id) => `<Cover><Shift>${id}</Shift><Preferred>2</Preferred></Cover>`)
      .join('')}</DayOfWeekCover>`,
).join('\n')

/** Two people: A is a nurse, B a head nurse. */
export function instanceOf(parts: Parts): string {
  const { start = '2010-03-01', days = 7, rules = '', weekend = '', patterns = '', requests = '', cover = EVERYBODY } = parts
  const end = new Date(Date.parse(start) + (days - 1) * DAY_MS).toISOString().slice(0, 10)
  const types = Object.entries(TYPES).map(([id, text]) => `<Shift ID="${id}">${text}</Shift>`)
  return `<?xml version="1.0" encoding="utf-8"?>
<SchedulingPeriod ID="tiny">
<StartDate>${start}</StartDate><EndDate>${end}</EndDate>
<Skills><Skill>Nurse</Skill><Skill>Head</Skill></Skills>
<ShiftTypes>${types.join('')}</ShiftTypes>
<Patterns>${patterns}</Patterns>
<Contracts><Contract ID="full">
<Description>Full time</Description>${rules}
<WeekendDefinition>${weekend}</WeekendDefinition>
<UnwantedPatterns>${[...patterns.matchAll(/Pattern ID="(\w+)"/g)].map(([, id]) => `<Pattern>${id}</Pattern>`).join('')}</UnwantedPatterns>
</Contract></Contracts>
<Employees>
<Employee ID="A"><ContractID>full</ContractID><Name>Ann</Name><Skills><Skill>Nurse</Skill></Skills></Employee>
<Employee ID="B"><ContractID>full</ContractID><Name>Bo</Name><Skills><Skill>Nurse</Skill><Skill>Head</Skill></Skills></Employee>
</Employees>
<CoverRequirements>
${cover}
</CoverRequirements>
${requests}
</SchedulingPeriod>
`
}

/** The schedule of an instance, which is read without a warning. */
export function scheduleOf(text: string): Schedule {
  const { submission, errors, warnings } = readSubmission(inrc1ToSchedule(readInrc1Instance(text)), { callback: 'optional', strict: true })
  expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
  return submission!.schedule
}

/** A letter for each day, a dot for a day off, by employee. */
export function rosterOf(schedule: Schedule, rows: readonly string[]): Roster {
  const roster: Roster = new Int32Array(schedule.shifts.length).fill(NOBODY)
  rows.forEach((row, employee) => {
    ;[...row.replaceAll(' ', '')].forEach((type, day) => {
      if (type === '.') return
      const seat = schedule.shifts.findIndex((shift, s) => shift.day === day && shift.tags[0] === type && roster[s] === NOBODY)
      roster[seat] = employee
    })
  })
  return roster
}

/** A rule with a number. */
export const limit = (name: string, most: number, weight = 1): string => `<${name} on="1" weight="${weight}">${most}</${name}>`
/** A rule that is true. */
export const flag = (name: string, weight = 1): string => `<${name} weight="${weight}">true</${name}>`
/** An unwanted pattern, by its days. */
export const pattern = (weight: number, ...entries: readonly (readonly [type: string, day: string])[]): string =>
  `<Pattern ID="p" weight="${weight}"><PatternEntries>${entries
    .map(([type, day], index) => `<PatternEntry index="${index}"><ShiftType>${type}</ShiftType><Day>${day}</Day></PatternEntry>`)
    .join('')}</PatternEntries></Pattern>`
