import { FormatError } from './format-error.ts'
import { type Line, lineOf, parts, positionsOf, shortened, textLines, wholeOf } from './text-lines.ts'

/** From the least to the most, both included. */
export interface Limits {
  readonly least: number
  readonly most: number
}

/** A scenario of the Second International Nurse Rostering Competition. */
export interface Inrc2Scenario {
  readonly name: string
  readonly weeks: number
  readonly skills: readonly string[]
  readonly shiftTypes: readonly Inrc2ShiftType[]
  readonly nurses: readonly Inrc2Nurse[]
}

export interface Inrc2ShiftType {
  readonly name: string
  /** Consecutive days of this type. */
  readonly run: Limits
  /** Types that may not follow on the next day. */
  readonly notNext: readonly string[]
}

export interface Inrc2Nurse {
  readonly name: string
  readonly skills: readonly string[]
  /** Assignments over all weeks of the scenario. */
  readonly total: Limits
  /** Consecutive working days. */
  readonly work: Limits
  /** Consecutive days off. */
  readonly off: Limits
  readonly maxWeekends: number
  readonly completeWeekends: boolean
}

/** What a nurse did before the first week. Either `work` or `off` is 0, and never both. */
export interface Inrc2Past {
  readonly assignments: number
  readonly weekends: number
  /** The type of the last day; null when that was off. */
  readonly lastType: string | null
  /** Days of this type, days of work, days off up to the last one. */
  readonly sameType: number
  readonly work: number
  readonly off: number
}

export interface Inrc2History {
  /** Weeks of the scenario that are over. */
  readonly weeksBefore: number
  /** In the order of the scenario's nurses. */
  readonly pasts: readonly Inrc2Past[]
}

export interface Inrc2Week {
  readonly requirements: readonly Inrc2Requirement[]
  readonly offRequests: readonly { readonly nurse: string; readonly type: string | null; readonly day: number }[]
}

export interface Inrc2Requirement {
  readonly type: string
  readonly skill: string
  /** Monday first; 7 entries. `least` is the minimum, `most` what is optimal. */
  readonly days: readonly Limits[]
}

/** Monday first. */
export const INRC2_DAYS: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const DAYS_PER_WEEK = INRC2_DAYS.length

// What a schedule takes; docs/limits.md.
const MOST_WEEKS = 57
const MOST_NURSES = 5_000
const MOST_COUNT = 1_000_000
const MOST_SEATS = 100_000
/** Skills, shift types, contracts, requests: more than any list of a schedule takes. */
const MOST_LINES = 20_000

/** Reads a scenario file. Throws `FormatError`, naming the line. */
export function readInrc2Scenario(text: string): Inrc2Scenario {
  const lines = createCursor(text)
  const name = lines.heading('SCENARIO').text(2)
  const weeks = lines.heading('WEEKS')
  const skills = lines.take(lines.heading('SKILLS').whole(2, MOST_LINES))
  const skillNames = positionsOf(skills, 0)
  const types = lines.take(lines.heading('SHIFT_TYPES').whole(2, MOST_LINES))
  const typeNames = positionsOf(types, 0)
  lines.heading('FORBIDDEN_SHIFT_TYPES_SUCCESSIONS')
  const successions = new Map(lines.take(types.length).map((line) => [knownOf(line, 0, typeNames), listOf(line, 1, typeNames)]))
  const contracts = lines.take(lines.heading('CONTRACTS').whole(2, MOST_LINES))
  const contractNames = positionsOf(contracts, 0)
  const nurses = lines.take(lines.heading('NURSES').whole(2, MOST_NURSES))
  positionsOf(nurses, 0)
  lines.end()
  if (weeks.whole(2, MOST_WEEKS) === 0) throw weeks.wrong('There is at least one week.')
  if (types.length === 0 || nurses.length === 0) throw new FormatError(null, 'There is at least one shift type and one nurse.')
  return {
    name,
    weeks: weeks.whole(2, MOST_WEEKS),
    skills: skills.map((line) => line.text(0)),
    shiftTypes: types.map((line) => ({ name: line.text(0), run: limitsOf(line, 1), notNext: successions.get(line.text(0)) ?? [] })),
    nurses: nurses.map((line) => ({
      name: line.text(0),
      ...readContract(contracts[contractNames.get(knownOf(line, 1, contractNames))!]!),
      skills: listOf(line, 2, skillNames),
    })),
  }
}

function readContract(line: Line): Pick<Inrc2Nurse, 'total' | 'work' | 'off' | 'maxWeekends' | 'completeWeekends'> {
  line.hasAtMost(6)
  return {
    total: limitsOf(line, 1),
    work: limitsOf(line, 2),
    off: limitsOf(line, 3),
    maxWeekends: line.whole(4, MOST_COUNT),
    completeWeekends: line.whole(5, 1) === 1,
  }
}

/** Reads the history before the first week. Throws `FormatError`, naming the line. */
export function readInrc2History(text: string, scenario: Inrc2Scenario): Inrc2History {
  const lines = createCursor(text)
  lines.heading('HISTORY')
  const weeksBefore = lines.next().whole(0, scenario.weeks)
  lines.heading('NURSE_HISTORY')
  const nurses = lines.take(scenario.nurses.length)
  lines.end()
  const positions = positionsOf(nurses, 0)
  const types = namesOf(scenario.shiftTypes)
  return {
    weeksBefore,
    pasts: scenario.nurses.map(({ name }) => {
      const position = positions.get(name)
      if (position === undefined) throw new FormatError(null, `The history says nothing of nurse "${shortened(name)}".`)
      return readPast(nurses[position]!, types)
    }),
  }
}

function readPast(line: Line, types: ReadonlyMap<string, number>): Inrc2Past {
  line.hasAtMost(7)
  const [assignments, weekends, sameType, work, off] = [1, 2, 4, 5, 6].map((at) => line.whole(at, MOST_COUNT)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const lastType = line.text(3) === 'None' ? null : knownOf(line, 3, types)
  if (work > 0 === off > 0) throw line.wrong('Either the consecutive working days or the days off are 0, and not both.')
  if ((lastType === null) !== (work === 0)) throw line.wrong('A last shift type is there exactly when the last day was worked.')
  if (sameType > work || (work > 0 && sameType === 0)) throw line.wrong('The days of the last type are some of the consecutive working days.')
  return { assignments, weekends, lastType, sameType, work, off }
}

/** Reads one week. Throws `FormatError`, naming the line. */
export function readInrc2Week(text: string, scenario: Inrc2Scenario): Inrc2Week {
  const lines = createCursor(text)
  lines.heading('WEEK_DATA')
  if (lines.next().text(0) === 'REQUIREMENTS') lines.back()
  lines.heading('REQUIREMENTS')
  const [types, skills, nurses] = [namesOf(scenario.shiftTypes), new Map(scenario.skills.map((skill, s) => [skill, s])), namesOf(scenario.nurses)]
  const requirements: Inrc2Requirement[] = []
  const seen = new Set<string>()
  while (!lines.isAt('SHIFT_OFF_REQUESTS')) {
    const line = lines.next()
    line.hasAtMost(2 + DAYS_PER_WEEK)
    const requirement = { type: knownOf(line, 0, types), skill: knownOf(line, 1, skills), days: INRC2_DAYS.map((_, day) => limitsOf(line, 2 + day)) }
    const key = `${requirement.type} ${requirement.skill}`
    if (seen.has(key)) throw line.wrong(`The requirement of ${shortened(key)} is there twice.`)
    seen.add(key)
    if (requirement.days.some(({ most }) => most > MOST_SEATS)) throw line.wrong(`More than ${MOST_SEATS} are required.`)
    requirements.push(requirement)
  }
  const offRequests = lines.take(lines.heading('SHIFT_OFF_REQUESTS').whole(2, MOST_LINES)).map((line) => {
    line.hasAtMost(3)
    return { nurse: knownOf(line, 0, nurses), type: line.text(1) === 'Any' ? null : knownOf(line, 1, types), day: dayOf(line, 2) }
  })
  lines.end()
  return { requirements, offRequests }
}

/** A line of a solution: `day` is 0 for Monday. */
export interface Inrc2Assignment {
  readonly line: Line
  readonly nurse: string
  readonly day: number
  readonly type: string
  readonly skill: string
}

/** Reads the solution of one week. Whom and what it names is not looked up. Throws `FormatError`, naming the line. */
export function readInrc2Assignments(text: string): readonly Inrc2Assignment[] {
  const lines = createCursor(text)
  lines.heading('SOLUTION')
  if (lines.next().text(0) === 'ASSIGNMENTS') lines.back()
  const assignments = lines.take(lines.heading('ASSIGNMENTS').whole(2, MOST_SEATS))
  // Published files end with remarks of the program that made them, such as `Cost: 575`.
  while (lines.isRemark()) lines.next()
  lines.end()
  return assignments.map((line) => {
    line.hasAtMost(4)
    return { line, nurse: line.text(0), day: dayOf(line, 1), type: line.text(2), skill: line.text(3) }
  })
}

/** Goes through the lines of a file. */
interface Cursor {
  next(): Line
  back(): void
  /** True when the next line begins with this word. */
  isAt(word: string): boolean
  /** True when the next line is a word with a colon and what it is. */
  isRemark(): boolean
  /** The next line, which must begin with this word, as in `WEEKS = 4`. */
  heading(word: string): Line
  take(count: number): readonly Line[]
  /** Throws unless all lines were read. */
  end(): void
}

function createCursor(text: string): Cursor {
  const lines = textLines(text).map(({ number, line }) => lineOf(parts(spacedOut(line), /\s+/), number))
  let at = 0
  const next = (): Line => {
    const line = lines[at]
    if (line === undefined) throw new FormatError(null, 'The file ends too soon.')
    at += 1
    return line
  }
  return {
    next,
    back: () => (at -= 1),
    isAt: (word) => lines[at]?.fields[0] === word,
    isRemark: () => lines[at]?.fields[0]?.endsWith(':') === true,
    heading(word) {
      const line = next()
      if (line.fields[0] !== word) throw line.wrong(`${word} should stand here.`)
      if (line.fields.length > 1 && line.fields[1] !== '=') throw line.wrong(`After ${word} there should be an equals sign.`)
      line.hasAtMost(3)
      return line
    },
    take(count) {
      if (count > lines.length - at) throw new FormatError(null, 'The file ends too soon.')
      at += count
      return lines.slice(at - count, at)
    },
    end() {
      if (at < lines.length) throw lines[at]!.wrong('The file should have ended.')
    },
  }
}

/** The line with blanks where they part fields, and nowhere else: `WEEKS=4` as `WEEKS = 4`, `( 2, 5 )` as `(2,5)`. */
function spacedOut(line: string): string {
  return line.replace(/^([A-Z_]+)\s*=\s*/, '$1 = ').replaceAll(/\(\s*([^\s,()]+)\s*,\s*([^\s,()]+)\s*\)/g, '($1,$2)')
}

/** `(2,5)`. */
function limitsOf(line: Line, at: number): Limits {
  const [, first, second] = /^\(([^,]+),([^,]+)\)$/.exec(line.text(at)) ?? []
  const [least, most] = [wholeOf(first ?? ''), wholeOf(second ?? '')]
  if (!(least >= 0 && most >= 0 && Math.max(least, most) <= MOST_COUNT))
    throw line.wrong(`Field ${at + 1} is "${shortened(line.text(at))}", which is not of the form (2,5).`)
  if (least > most) throw line.wrong(`Field ${at + 1} is "${line.text(at)}": the first may not be above the second.`)
  return { least, most }
}

function dayOf(line: Line, at: number): number {
  const day = INRC2_DAYS.indexOf(line.text(at))
  if (day < 0) throw line.wrong(`"${shortened(line.text(at))}" is no day; days are ${INRC2_DAYS.join(', ')}.`)
  return day
}

/** A number, and then as many names. */
function listOf(line: Line, at: number, known: ReadonlyMap<string, number>): readonly string[] {
  const count = line.whole(at, known.size)
  line.hasAtMost(at + 1 + count)
  return [...new Set(Array.from({ length: count }, (_, i) => knownOf(line, at + 1 + i, known)))]
}

function knownOf(line: Line, at: number, known: ReadonlyMap<string, number>): string {
  const name = line.text(at)
  if (!known.has(name)) throw line.wrong(`"${shortened(name)}" is not in the scenario.`)
  return name
}

function namesOf(named: readonly { readonly name: string }[]): ReadonlyMap<string, number> {
  return new Map(named.map(({ name }, position) => [name, position]))
}
