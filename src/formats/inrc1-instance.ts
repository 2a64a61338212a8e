import { shortened, wholeOf } from './text-lines.ts'
import { childOf, listOf, readXml, requiredChild, wrongAt, type XmlElement } from './xml.ts'

/** Days of the week as the files write them, from Monday. */
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** The weekdays of a weekend, by its name in the files; 0 = Monday, in order. */
const WEEKENDS: Readonly<Record<string, readonly number[]>> = {
  SaturdaySunday: [5, 6],
  SaturdaySundayMonday: [5, 6, 0],
  FridaySaturdaySunday: [4, 5, 6],
  FridaySaturdaySundayMonday: [4, 5, 6, 0],
}

/** An instance of the First International Nurse Rostering Competition (2010). */
export interface Inrc1Instance {
  readonly id: string
  /** Of the first day: days since 1970-01-01. */
  readonly firstDay: number
  /** 1 to 400. */
  readonly days: number
  /** In the order of the file. */
  readonly shiftTypes: readonly Inrc1ShiftType[]
  /** In the order of the file. */
  readonly contracts: readonly Inrc1Contract[]
  /** In the order of the file. */
  readonly employees: readonly Inrc1Employee[]
  /** How many are needed, by day (from 0) and position of the type. */
  readonly cover: readonly (readonly number[])[]
}

export interface Inrc1ShiftType {
  readonly id: string
  readonly name: string
  /** Minutes of the day. */
  readonly start: number
  /** Minutes of the day; at or before `start`: of the next day. */
  readonly end: number
  /** All of them are needed. */
  readonly skills: readonly string[]
}

/** A limit, and what each unit beyond it costs; a cost of 0 is never kept. */
export interface Inrc1Limit {
  readonly limit: number
  readonly cost: number
}

/** Absent limits are null; costs of 0 say that a rule is off. */
export interface Inrc1Contract {
  readonly id: string
  readonly name: string
  readonly limits: Readonly<Record<Inrc1LimitName, Inrc1Limit | null>>
  readonly flags: Readonly<Record<Inrc1FlagName, number>>
  /** Weekdays of a weekend, in order; 0 = Monday. */
  readonly weekend: readonly number[]
  readonly unwanted: readonly Inrc1Pattern[]
}

/** Limits of a contract, as the format names them. */
export const INRC1_LIMITS = [
  'MaxNumAssignments',
  'MinNumAssignments',
  'MaxConsecutiveWorkingDays',
  'MinConsecutiveWorkingDays',
  'MaxConsecutiveFreeDays',
  'MinConsecutiveFreeDays',
  'MaxConsecutiveWorkingWeekends',
  'MinConsecutiveWorkingWeekends',
  'MaxWorkingWeekendsInFourWeeks',
] as const
export type Inrc1LimitName = (typeof INRC1_LIMITS)[number]

/** Rules of a contract that are on or off. */
export const INRC1_FLAGS = [
  'CompleteWeekends',
  'IdenticalShiftTypesDuringWeekend',
  'TwoFreeDaysAfterNightShifts',
  'AlternativeSkillCategory',
] as const
type Inrc1FlagName = (typeof INRC1_FLAGS)[number]

/** Elements of a contract that are no rules, and rules that every roster keeps or that the competition did not count. */
const OTHER_PARTS = new Set(['Description', 'SingleAssignmentPerDay', 'WeekendDefinition', 'NoNightShiftBeforeFreeWeekend', 'UnwantedPatterns'])

/** Days in a row that cost when somebody works them so. */
export interface Inrc1Pattern {
  readonly id: string
  readonly cost: number
  /** A shift's type by position, any shift, or none. */
  readonly days: readonly (number | 'any' | 'none')[]
  /** Of the first day, 0 = Monday; null = any. */
  readonly weekday: number | null
}

export interface Inrc1Employee {
  readonly id: string
  readonly name: string
  /** Position in `contracts`. */
  readonly contract: number
  readonly skills: readonly string[]
  /** Of the days of the horizon. */
  readonly requests: readonly Inrc1Request[]
}

/** A wish for a day, or for a shift of one type. */
export interface Inrc1Request {
  readonly wants: 'on' | 'off'
  readonly day: number
  /** By position; null = any shift. */
  readonly type: number | null
  readonly cost: number
}

// What a schedule takes; docs/limits.md.
const MOST_DAYS = 400
const MOST_EMPLOYEES = 5_000
const MOST_SEATS = 1_000
const MOST_COST = 1_000_000
const MOST_CHARACTERS = 64
const MOST_NAME_CHARACTERS = 1_000
/** So that the id of a shift, its date and its type, is not too long. */
const MOST_TYPE_CHARACTERS = 50
const DAY_MS = 86_400_000

/** Reads an instance file. Throws `FormatError`, naming the line and the element, for whatever is not in the format or names what there is not. */
export function readInrc1Instance(text: string): Inrc1Instance {
  const root = readXml(text)
  if (root.name !== 'SchedulingPeriod') throw wrongAt(root, 'is no instance of the competition. Give a file whose root is <SchedulingPeriod>.')
  const first = requiredChild(root, 'StartDate')
  const last = requiredChild(root, 'EndDate')
  const firstDay = dateOf(first)
  const days = dateOf(last) - firstDay + 1
  if (days < 1) throw wrongAt(last, 'lies before <StartDate>. Exchange the two.')
  if (days > MOST_DAYS) throw wrongAt(last, `makes ${days} days. A schedule has at most ${MOST_DAYS}; give a part of them.`)
  const skills = new Set(listOf(root, 'Skills', 'Skill').map(({ text: skill }) => skill))
  const typeElements = listOf(root, 'ShiftTypes', 'Shift')
  if (typeElements.length === 0) throw wrongAt(root, 'has no <Shift> in <ShiftTypes>. Add one.')
  const types = positionsOf(typeElements, MOST_TYPE_CHARACTERS)
  const patternElements = listOf(root, 'Patterns', 'Pattern')
  const patterns = new Map([...positionsOf(patternElements)].map(([id, position]) => [id, readPattern(patternElements[position]!, id, types)]))
  const contractElements = listOf(root, 'Contracts', 'Contract')
  const names: Names = { skills, types, contracts: positionsOf(contractElements), firstDay, days }
  return {
    id: attributeOf(root, 'ID'),
    firstDay,
    days,
    shiftTypes: typeElements.map((element) => readShiftType(element, skills)),
    contracts: contractElements.map((element) => readContract(element, patterns)),
    employees: readEmployees(root, names),
    cover: readCover(root, names),
  }
}

/** What other elements may name. */
interface Names {
  readonly skills: ReadonlySet<string>
  readonly types: ReadonlyMap<string, number>
  readonly contracts: ReadonlyMap<string, number>
  readonly firstDay: number
  readonly days: number
}

function readShiftType(element: XmlElement, skills: ReadonlySet<string>): Inrc1ShiftType {
  const id = attributeOf(element, 'ID')
  return {
    id,
    name: nameIn(element, 'Description') ?? id,
    start: timeOf(requiredChild(element, 'StartTime')),
    end: timeOf(requiredChild(element, 'EndTime')),
    skills: readSkills(element, skills),
  }
}

function readSkills(element: XmlElement, skills: ReadonlySet<string>): readonly string[] {
  return listOf(element, 'Skills', 'Skill').map((skill) => {
    if (!skills.has(skill.text)) throw wrongAt(skill, `names "${shortened(skill.text)}", which is not in <Skills>. Add it there.`)
    return skill.text
  })
}

function readPattern(element: XmlElement, id: string, types: ReadonlyMap<string, number>): Inrc1Pattern {
  const entries = listOf(element, 'PatternEntries', 'PatternEntry').map((entry) => ({
    entry,
    index: wholeIn(entry, entry.attributes['index'], 'index'),
  }))
  entries.sort((a, b) => a.index - b.index)
  if (entries.length === 0) throw wrongAt(element, 'has no <PatternEntry>. Add one, or remove the pattern.')
  const twice = entries.find(({ index }, at) => at > 0 && entries[at - 1]!.index === index)
  if (twice !== undefined) throw wrongAt(twice.entry, `has the index ${twice.index} of another. Number them in order.`)
  const [weekday, ...others] = entries.map(({ entry }) => dayNameOf(requiredChild(entry, 'Day')))
  const off = others.findIndex((other, at) => other !== null && (weekday === null || other !== (weekday! + at + 1) % WEEKDAYS.length))
  if (off !== -1)
    throw wrongAt(entries[off + 1]!.entry, 'names a <Day> that does not follow on that of the first entry. The first one decides; say Any.')
  return {
    id,
    cost: costOf(element),
    days: entries.map(({ entry }) => {
      const type = requiredChild(entry, 'ShiftType')
      if (type.text === 'Any') return 'any'
      return type.text === 'None' ? 'none' : knownIn(types, type, 'ShiftTypes')
    }),
    weekday: weekday ?? null,
  }
}

/** 0 = Monday; null for `Any`. */
function dayNameOf(element: XmlElement): number | null {
  if (element.text === 'Any') return null
  return weekdayOf(element)
}

function weekdayOf(element: XmlElement): number {
  const weekday = WEEKDAYS.findIndex((name) => name === element.text)
  if (weekday === -1) throw wrongAt(element, `is "${shortened(element.text)}". Write a day such as Monday.`)
  return weekday
}

function readContract(element: XmlElement, patterns: ReadonlyMap<string, Inrc1Pattern>): Inrc1Contract {
  const known = new Set<string>([...INRC1_LIMITS, ...INRC1_FLAGS, ...OTHER_PARTS])
  const unknown = element.children.find(({ name }) => !known.has(name))
  if (unknown !== undefined) throw wrongAt(unknown, 'is no rule of the competition. Remove it, or correct its name.')
  const id = attributeOf(element, 'ID')
  const weekend = childOf(element, 'WeekendDefinition')
  const weekdays = WEEKENDS[weekend === null || weekend.text === '' ? 'SaturdaySunday' : weekend.text]
  if (weekdays === undefined) throw wrongAt(weekend!, `is "${shortened(weekend!.text)}". Write one of ${Object.keys(WEEKENDS).join(', ')}.`)
  return {
    id,
    name: nameIn(element, 'Description') ?? id,
    limits: Object.fromEntries(INRC1_LIMITS.map((name) => [name, readLimit(childOf(element, name))])) as Inrc1Contract['limits'],
    flags: Object.fromEntries(INRC1_FLAGS.map((name) => [name, readFlag(childOf(element, name))])) as Inrc1Contract['flags'],
    weekend: weekdays,
    unwanted: listOf(element, 'UnwantedPatterns', 'Pattern').map((pattern) => {
      const found = patterns.get(pattern.text)
      if (found === undefined) throw wrongAt(pattern, `names "${shortened(pattern.text)}", which is not in <Patterns>. Add it there.`)
      return found
    }),
  }
}

/** Null where the rule is absent, off or costs nothing. */
function readLimit(element: XmlElement | null): Inrc1Limit | null {
  if (element === null) return null
  const { on } = element.attributes
  if (on !== undefined && on !== '1' && on !== 'true') return null
  const cost = costOf(element)
  const limit = wholeIn(element, element.text, 'text')
  return cost === 0 ? null : { limit, cost }
}

/** What the rule costs; 0 where it is absent or not true. */
function readFlag(element: XmlElement | null): number {
  return element === null || element.text !== 'true' ? 0 : costOf(element)
}

function readEmployees(root: XmlElement, names: Names): readonly Inrc1Employee[] {
  const elements = listOf(root, 'Employees', 'Employee')
  if (elements.length === 0) throw wrongAt(root, 'has no <Employee> in <Employees>. Add one.')
  if (elements.length > MOST_EMPLOYEES) throw wrongAt(elements[MOST_EMPLOYEES]!, `is beyond ${MOST_EMPLOYEES} employees. A schedule has no more.`)
  positionsOf(elements)
  const requests = Map.groupBy(readRequests(root, names), ({ employee }) => employee)
  return elements.map((element) => {
    const id = attributeOf(element, 'ID')
    return {
      id,
      name: nameIn(element, 'Name') ?? id,
      contract: knownIn(names.contracts, requiredChild(element, 'ContractID'), 'Contracts'),
      skills: readSkills(element, names.skills),
      requests: requests.get(id) ?? [],
    }
  })
}

/** Those of the horizon; requests for other days cost nothing, whatever the roster. */
function readRequests(root: XmlElement, { types, firstDay, days }: Names): readonly (Inrc1Request & { readonly employee: string })[] {
  return (
    [
      { list: 'DayOffRequests', name: 'DayOff', wants: 'off', isOfShift: false },
      { list: 'DayOnRequests', name: 'DayOn', wants: 'on', isOfShift: false },
      { list: 'ShiftOffRequests', name: 'ShiftOff', wants: 'off', isOfShift: true },
      { list: 'ShiftOnRequests', name: 'ShiftOn', wants: 'on', isOfShift: true },
    ] as const
  ).flatMap(({ list, name, wants, isOfShift }) =>
    listOf(root, list, name)
      .map((element) => ({
        wants,
        employee: requiredChild(element, 'EmployeeID').text,
        day: dateOf(requiredChild(element, 'Date')) - firstDay,
        type: isOfShift ? knownIn(types, requiredChild(element, 'ShiftTypeID'), 'ShiftTypes') : null,
        cost: costOf(element),
      }))
      .filter(({ day, cost }) => day >= 0 && day < days && cost > 0),
  )
}

/** Cover by weekday, which that of a date replaces, shift by shift. */
function readCover(root: XmlElement, { types, firstDay, days }: Names): readonly (readonly number[])[] {
  const cover = Array.from({ length: days }, () => Array.from<number>({ length: types.size }).fill(0))
  const requirements = childOf(root, 'CoverRequirements')
  const fill = (line: XmlElement, which: (day: number) => boolean): void => {
    for (const each of line.children.filter(({ name }) => name === 'Cover')) {
      const type = knownIn(types, requiredChild(each, 'Shift'), 'ShiftTypes')
      const preferred = requiredChild(each, 'Preferred')
      const seats = wholeIn(preferred, preferred.text, 'text')
      if (seats > MOST_SEATS) throw wrongAt(preferred, `is ${seats}. A shift takes at most ${MOST_SEATS} people.`)
      for (const [day, row] of cover.entries()) if (which(day)) row[type] = seats
    }
  }
  const lines = requirements?.children ?? []
  for (const line of lines.filter(({ name }) => name === 'DayOfWeekCover')) {
    const weekday = weekdayOf(requiredChild(line, 'Day'))
    fill(line, (day) => weekdayAt(firstDay + day) === weekday)
  }
  for (const line of lines.filter(({ name }) => name === 'DateSpecificCover')) {
    const date = requiredChild(line, 'Date')
    const wanted = dateOf(date) - firstDay
    if (wanted < 0 || wanted >= days) throw wrongAt(date, 'lies outside of <StartDate> to <EndDate>. Remove this cover.')
    fill(line, (day) => day === wanted)
  }
  if (cover.every((row) => row.every((seats) => seats === 0))) throw wrongAt(requirements ?? root, 'asks for nobody on any day. Add a <Cover>.')
  return cover
}

/** The weekday of a day since 1970-01-01; 0 = Monday. */
export function weekdayAt(day: number): number {
  // 1970-01-01 was a Thursday.
  return (((day + 3) % WEEKDAYS.length) + WEEKDAYS.length) % WEEKDAYS.length
}

/** Days since 1970-01-01, of 1900 to 2299. */
export function dateOf(element: XmlElement): number {
  const ms = /^(?:19|2[012])\d\d-\d\d-\d\d$/.test(element.text) ? Date.parse(`${element.text}T00:00:00Z`) : Number.NaN
  // A day that there is not, such as 31 April, moves to the next month.
  if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(element.text)) return ms / DAY_MS
  throw wrongAt(element, `is "${shortened(element.text)}". Write a date such as 2010-01-31.`)
}

function timeOf(element: XmlElement): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)(?::\d\d)?$/.exec(element.text) ?? []
  if (hours !== undefined && Number(hours) < 24 && Number(minutes) < 60) return 60 * Number(hours) + Number(minutes)
  throw wrongAt(element, `is "${shortened(element.text)}". Write a time such as 06:30:00.`)
}

function costOf(element: XmlElement): number {
  return wholeIn(element, element.attributes['weight'], 'weight')
}

/** A whole number from 0 on, of an attribute or of the text. */
function wholeIn(element: XmlElement, written: string | undefined, what: string): number {
  const value = wholeOf(written?.trim() ?? '')
  if (value >= 0 && value <= MOST_COST) return value
  const said = written === undefined ? `has no ${what}` : `has "${shortened(written)}" as its ${what}`
  throw wrongAt(element, `${said}. Write a whole number from 0 to ${MOST_COST}.`)
}

function attributeOf(element: XmlElement, name: string, most = MOST_CHARACTERS): string {
  const value = element.attributes[name]?.trim() ?? ''
  if (value === '') throw wrongAt(element, `has no ${name}. Add one.`)
  if (value.length > most) throw wrongAt(element, `has an ${name} of more than ${most} characters. Shorten it.`)
  if (/\p{Cc}/u.test(value)) throw wrongAt(element, `has an ${name} with a control character. Remove that.`)
  return value
}

/** What people call it; null where that is not said. */
function nameIn(element: XmlElement, name: string): string | null {
  const child = childOf(element, name)
  if (child === null || child.text === '') return null
  if (child.text.length > MOST_NAME_CHARACTERS) throw wrongAt(child, `has more than ${MOST_NAME_CHARACTERS} characters. Shorten it.`)
  return child.text
}

/** Positions by `ID`. Throws `FormatError` when one comes twice. */
function positionsOf(elements: readonly XmlElement[], most?: number): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  for (const [position, element] of elements.entries()) {
    const id = attributeOf(element, 'ID', most)
    if (positions.has(id)) throw wrongAt(element, `has the ID "${shortened(id)}" of another. Give each its own.`)
    positions.set(id, position)
  }
  return positions
}

function knownIn(positions: ReadonlyMap<string, number>, element: XmlElement, list: string): number {
  const position = positions.get(element.text)
  if (position === undefined) throw wrongAt(element, `names "${shortened(element.text)}", which is not in <${list}>. Add it there.`)
  return position
}
