import { FormatError } from './format-error.ts'
import { type Line, lineOf, parts, positionsOf, shortened, textLines, wholeOf } from './text-lines.ts'

/** An instance of the shift-scheduling benchmark by Curtois and Qu (2014). */
export interface NrpInstance {
  /** Days, the first of which is a Monday; 1 to 400. */
  readonly days: number
  /** In the order of the file. */
  readonly shiftTypes: readonly NrpShiftType[]
  /** In the order of the file. */
  readonly staff: readonly NrpEmployee[]
  readonly cover: readonly NrpCover[]
}

export interface NrpShiftType {
  readonly id: string
  /** 1 to 1440. */
  readonly minutes: number
  /** Types that may not follow on the next day. */
  readonly notNext: readonly string[]
}

export interface NrpEmployee {
  readonly id: string
  /** Most shifts by type; a type that is not in it is not limited, 0 is not qualified. */
  readonly maxShifts: ReadonlyMap<string, number>
  readonly maxMinutes: number
  readonly minMinutes: number
  readonly maxConsecutive: number
  readonly minConsecutive: number
  readonly minConsecutiveOff: number
  readonly maxWeekends: number
  /** Each once; from 0. */
  readonly daysOff: readonly number[]
  readonly requests: readonly NrpRequest[]
}

export interface NrpRequest {
  readonly wants: 'on' | 'off'
  readonly day: number
  readonly type: string
  readonly weight: number
}

/** How many are needed in shifts of one type on one day, and what each one under or over costs. */
export interface NrpCover {
  readonly day: number
  readonly type: string
  readonly requirement: number
  readonly under: number
  readonly over: number
}

const SECTIONS = ['HORIZON', 'SHIFTS', 'STAFF', 'DAYS_OFF', 'SHIFT_ON_REQUESTS', 'SHIFT_OFF_REQUESTS', 'COVER'] as const
type Section = (typeof SECTIONS)[number]
type Sections = ReadonlyMap<Section, readonly Line[]>

// What a schedule takes; docs/limits.md.
const MOST_DAYS = 400
const MOST_EMPLOYEES = 5_000
const MOST_SHIFTS = 100_000
const MOST_MINUTES = 10_000_000
const MOST_WEIGHT = 1_000_000
/** A longer shift would run into the next day, of which the format knows nothing. */
const MOST_SHIFT_MINUTES = 1_440

/** Reads an instance file. Throws `FormatError`, naming the line, for whatever is not in the format or names what there is not. */
export function readNrpInstance(text: string): NrpInstance {
  const sections = readSections(text)
  const shiftLines = linesOf(sections, 'SHIFTS')
  const staffLines = linesOf(sections, 'STAFF')
  const names: Names = {
    days: readHorizon(sections),
    types: positionsOf(shiftLines, 0),
    staff: positionsOf(staffLines, 0),
  }
  if (names.types.size === 0) throw new FormatError(null, 'There is no shift in SECTION_SHIFTS.')
  if (names.staff.size === 0) throw new FormatError(null, 'There is nobody in SECTION_STAFF.')
  if (names.staff.size > MOST_EMPLOYEES) throw staffLines[MOST_EMPLOYEES]!.wrong(`There are more than ${MOST_EMPLOYEES} employees.`)
  const daysOff = readDaysOff(linesOf(sections, 'DAYS_OFF'), names)
  const requests = Map.groupBy(
    [
      ...linesOf(sections, 'SHIFT_ON_REQUESTS').map((line) => readRequest(line, 'on', names)),
      ...linesOf(sections, 'SHIFT_OFF_REQUESTS').map((line) => readRequest(line, 'off', names)),
    ],
    ({ employee }) => employee,
  )
  return {
    days: names.days,
    shiftTypes: shiftLines.map((line) => readShiftType(line, names)),
    staff: staffLines.map((line) => ({
      ...readEmployee(line, names),
      daysOff: [...(daysOff.get(line.text(0)) ?? [])],
      requests: (requests.get(line.text(0)) ?? []).map(({ request }) => request),
    })),
    cover: readCover(linesOf(sections, 'COVER'), names),
  }
}

/** What other lines may name. */
interface Names {
  readonly days: number
  readonly types: ReadonlyMap<string, number>
  readonly staff: ReadonlyMap<string, number>
}

function readSections(text: string): Sections {
  const sections = new Map<Section, Line[]>()
  let open: Line[] | null = null
  for (const { number, line } of textLines(text)) {
    if (line.startsWith('#')) continue
    if (line.startsWith('SECTION_')) {
      const name = SECTIONS.find((section) => line === `SECTION_${section}`)
      if (name === undefined) throw new FormatError(number, `There is no section "${shortened(line)}" in the format.`)
      if (sections.has(name)) throw new FormatError(number, `${line} is there twice.`)
      sections.set(name, (open = []))
    } else if (open === null) throw new FormatError(number, 'A section must begin first, such as SECTION_HORIZON.')
    else
      open.push(
        lineOf(
          line.split(',').map((field) => field.trim()),
          number,
        ),
      )
  }
  return sections
}

function linesOf(sections: Sections, name: Section): readonly Line[] {
  return sections.get(name) ?? []
}

function readHorizon(sections: Sections): number {
  const [line, second] = linesOf(sections, 'HORIZON')
  if (line === undefined) throw new FormatError(null, 'There is no number of days in SECTION_HORIZON.')
  if (second !== undefined) throw second.wrong('SECTION_HORIZON has one line.')
  line.hasAtMost(1)
  const days = line.whole(0, MOST_DAYS)
  if (days === 0) throw line.wrong('The horizon has at least one day.')
  return days
}

function readShiftType(line: Line, { types }: Names): NrpShiftType {
  line.hasAtMost(3)
  const minutes = line.whole(1, MOST_SHIFT_MINUTES)
  if (minutes === 0) throw line.wrong('A shift lasts at least a minute.')
  const notNext = [...new Set(parts(line.fields[2] ?? '', '|'))]
  for (const type of notNext) knownIn(types, type, { line, noun: 'shift' })
  return { id: line.text(0), minutes, notNext }
}

function readEmployee(line: Line, { types }: Names): Omit<NrpEmployee, 'daysOff' | 'requests'> {
  line.hasAtMost(8)
  const most = (at: number): number => line.whole(at, MOST_MINUTES)
  const employee = {
    id: line.text(0),
    maxShifts: readMaxShifts(line, types),
    maxMinutes: most(2),
    minMinutes: most(3),
    maxConsecutive: line.whole(4, MOST_WEIGHT),
    minConsecutive: line.whole(5, MOST_WEIGHT),
    minConsecutiveOff: line.whole(6, MOST_WEIGHT),
    maxWeekends: line.whole(7, MOST_WEIGHT),
  }
  if (employee.minMinutes > employee.maxMinutes) throw line.wrong('The least minutes are more than the most.')
  if (employee.minConsecutive > employee.maxConsecutive) throw line.wrong('The least days in a row are more than the most.')
  return employee
}

function readMaxShifts(line: Line, types: Names['types']): ReadonlyMap<string, number> {
  const limits = new Map<string, number>()
  for (const item of parts(line.fields[1] ?? '', '|')) {
    const [, type, written] = /^(.*\S)\s*=\s*(\S+)$/.exec(item) ?? []
    const most = wholeOf(written ?? '')
    if (type === undefined || !(most >= 0 && most <= MOST_WEIGHT)) throw line.wrong(`"${shortened(item)}" is not of the form D=14.`)
    knownIn(types, type, { line, noun: 'shift' })
    if (limits.has(type)) throw line.wrong(`The shift "${shortened(type)}" is limited twice.`)
    limits.set(type, most)
  }
  return limits
}

function readDaysOff(lines: readonly Line[], names: Names): ReadonlyMap<string, ReadonlySet<number>> {
  const daysOff = new Map<string, Set<number>>()
  for (const line of lines) {
    const employee = line.text(0)
    knownIn(names.staff, employee, { line, noun: 'employee' })
    const days = daysOff.get(employee) ?? new Set()
    daysOff.set(employee, days)
    for (const [at, field] of line.fields.entries()) if (at > 0 && field !== '') days.add(line.whole(at, names.days - 1))
  }
  return daysOff
}

function readRequest(line: Line, wants: NrpRequest['wants'], names: Names): { readonly employee: string; readonly request: NrpRequest } {
  line.hasAtMost(4)
  knownIn(names.staff, line.text(0), { line, noun: 'employee' })
  knownIn(names.types, line.text(2), { line, noun: 'shift' })
  return {
    employee: line.text(0),
    request: { wants, day: line.whole(1, names.days - 1), type: line.text(2), weight: line.whole(3, MOST_WEIGHT) },
  }
}

function readCover(lines: readonly Line[], names: Names): readonly NrpCover[] {
  const seen = new Set<string>()
  let seats = 0
  return lines.map((line) => {
    line.hasAtMost(5)
    const day = line.whole(0, names.days - 1)
    const type = line.text(1)
    knownIn(names.types, type, { line, noun: 'shift' })
    const key = `${day},${type}`
    if (seen.has(key)) throw line.wrong(`The cover of "${shortened(type)}" on day ${day} is there twice.`)
    seen.add(key)
    const requirement = line.whole(2, MOST_SHIFTS)
    seats += requirement
    if (seats > MOST_SHIFTS) throw line.wrong(`More than ${MOST_SHIFTS} are required altogether.`)
    return { day, type, requirement, under: line.whole(3, MOST_WEIGHT), over: line.whole(4, MOST_WEIGHT) }
  })
}

function knownIn(names: ReadonlyMap<string, number>, name: string, { line, noun }: { readonly line: Line; readonly noun: string }): void {
  if (!names.has(name)) throw line.wrong(`There is no ${noun} "${shortened(name)}".`)
}
