import type { Identifier } from '../../model/units.ts'
import { levelWords } from '../../checker/words.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { readSolution } from '../../api/read-solution.ts'
import { formatDateTime } from '../../api/times.ts'
import { withShiftsWrittenOut } from '../../api/write-out-shifts.ts'
import { createLocalClock, type LocalClock, nameOf, oneLine } from '../../formats/solved-shifts.ts'
import { NOBODY, type Roster, rosterAsPosted } from '../../model/roster.ts'
import type { AskedSkill, Schedule, Shift, Wish } from '../../model/schedule.ts'
import { createOffsetReader, dayAt } from '../../model/calendar.ts'
import { materialised } from '../../model/generated-shifts.ts'
import { peopleOf, postedShifts, seatPeople, seatsAround } from '../../model/seats.ts'
import type { ScheduleDocument } from '../gateway/documents.ts'
import { type ChipColour, coloursOf } from './colours.ts'
import { t } from '../texts/texts.ts'

/** The schedule as it was submitted; what is secret is left out, and the address of the callback may be. */
export type ShownSchedule = Omit<ScheduleDocument, 'callbackUrl'> & { readonly callbackUrl?: string | null }

/** A schedule as the page shows it. Employees, shifts, spots and days are named by their positions in `schedule` and its calendar. */
export interface RosterModel {
  readonly document: ShownSchedule
  /** False once something is in it that the gateway does not know, such as an absence told by hand: questions send the schedule then. */
  readonly isAsSubmitted: boolean
  readonly schedule: Schedule
  readonly clock: LocalClock
  /** Positions of a shift by its id: one, or those of its seats. */
  readonly seatsAt: ReadonlyMap<Identifier, readonly number[]>
  /** Position of an employee by its id. */
  readonly employeeAt: ReadonlyMap<Identifier, number>
  /** By position of the shift. */
  readonly colours: readonly ChipColour[]
  /** Wishes by employee and day: a sum of bits, those of `WISH_BITS` for all shifts `PARTIAL_WISH` for one about shifts with a tag, and `PARTLY_AWAY` for an absence from a part of the day. */
  readonly wishBits: readonly Uint8Array[]
}

export const WISH_BITS = { UNAVAILABLE: 1, UNDESIRED: 2, DESIRED: 4 } as const satisfies Record<Wish['type'], number>
export const PARTIAL_WISH = 8
export const PARTLY_AWAY = 16

/** The gateway has judged the schedule by limits of its own. */
const NO_LIMITS = { employees: 1_000_000, shifts: 1_000_000, horizonDays: 1_000, solveSeconds: 1_000_000, memoryMib: Infinity }

/** Reads a schedule that the gateway accepted. Throws an `Error` for one that it cannot have accepted. About 50 ms for 300 employees × 62 days. */
export function readModel(posted: ShownSchedule): RosterModel {
  const document = withShiftsWrittenOut(posted)
  // Its secret was left out, and a name alone is refused.
  const { callbackUrl: _, callbackAuthenticationHeaderName: __, ...schedulePart } = document
  const { submission, errors } = readSubmission(schedulePart, { callback: 'optional', limits: NO_LIMITS })
  if (submission === null) throw new Error(`The schedule cannot be shown: ${errors[0]?.detail ?? 'it is empty.'}`)
  const { schedule } = submission
  return { document, isAsSubmitted: true, clock: remembering(createLocalClock(schedule)), ...lookUps(schedule) }
}

function lookUps(schedule: Schedule): Pick<RosterModel, 'schedule' | 'seatsAt' | 'employeeAt' | 'colours' | 'wishBits'> {
  return {
    schedule,
    seatsAt: Map.groupBy(schedule.shifts.keys(), (position) => schedule.shifts[position]!.id),
    employeeAt: new Map(schedule.employees.map(({ id }, position) => [id, position])),
    colours: coloursOf(schedule),
    wishBits: schedule.employees.map(({ wishes }) => bitsOf(schedule, wishes)),
  }
}

/** Who works a shift of a solution: of one seat the one, or null for nobody; of several all of them. */
export interface WorkedShift {
  readonly id: Identifier
  readonly employee?: Identifier | null
  readonly employees?: readonly Identifier[]
  /** Of a shift that was made of a template, which the schedule does not list: of which, where and when. */
  readonly template?: Identifier
  readonly spot?: Identifier
  readonly start?: string
  readonly end?: string
}

/** The model with shifts behind its own; nothing more is found then. */
export function withShifts(model: RosterModel, found: readonly Shift[]): RosterModel {
  if (found.length === 0) return model
  const { candidates: _, ...schedule } = model.schedule
  return { ...model, ...lookUps({ ...schedule, shifts: [...schedule.shifts, ...found] }) }
}

/** The model with the shifts that a solution found among those of its schedule. */
export function withFound(model: RosterModel, solution: { readonly shifts: readonly WorkedShift[] }): RosterModel {
  const { roster } = model.schedule.candidates === undefined ? { roster: null } : readSolution(solution, model.schedule)
  return roster === null ? model : { ...model, ...lookUps(materialised(model.schedule, roster).schedule) }
}

/** Who works which shift by a solution; shifts that it does not name are worked by whom they came with. */
export function rosterOf(model: RosterModel, solution: { readonly shifts: readonly WorkedShift[] }): Roster {
  const roster = rosterAsPosted(model.schedule)
  for (const { id, employee = null, employees } of solution.shifts) {
    const [shift] = model.seatsAt.get(id) ?? []
    if (shift === undefined) continue
    const people = (employees ?? (employee === null ? [] : [employee])).flatMap((each) => model.employeeAt.get(each) ?? [])
    if (model.schedule.shifts[shift]!.seats === undefined) roster[shift] = people[0] ?? NOBODY
    else seatPeople(model.schedule, roster, seatsAround(model.schedule.shifts, shift), people)
  }
  return roster
}

/** The roster as the gateway’s questions take it. */
export function solutionOf({ schedule }: RosterModel, roster: Roster): { shifts: WorkedShift[] } {
  const idOf = (employee: number): Identifier => schedule.employees[employee]!.id
  return {
    shifts: postedShifts(schedule.shifts).flatMap((posted): WorkedShift[] => {
      const shift = schedule.shifts[posted.from]!
      const { id, seats } = shift
      const people = peopleOf(schedule, roster, posted).map(idOf)
      if (shift.template !== undefined) return people.length === 0 ? [] : [{ id, employee: people[0]!, ...madeOf(schedule, shift) }]
      return [seats === undefined ? { id, employee: people[0] ?? null } : { id, employees: people }]
    }),
  }
}

/** Of which template a shift was made, where and when. */
function madeOf({ spots, calendar: { timeZone, originEpochMin } }: Schedule, { template, spotIndex, start, end }: Shift): Partial<WorkedShift> {
  const offsetAt = createOffsetReader(timeZone)
  const write = (minute: number): string => formatDateTime(originEpochMin + minute, offsetAt(originEpochMin + minute))
  return { ...(template === undefined ? {} : { template }), spot: spots[spotIndex]!.id, start: write(start), end: write(end) }
}

/** What a question is about, as the gateway’s questions take it: the schedule that is stored, or the one that was changed by hand. */
export function scheduleOf(model: RosterModel, solverProblemId: string): Readonly<Record<string, unknown>> {
  if (model.isAsSubmitted) return { solverProblemId }
  const { callbackUrl: _, callbackAuthenticationHeaderName: __, ...schedule } = model.document
  return { schedule }
}

/** The wishes of an employee that touch a day. */
export function wishesOn({ schedule }: RosterModel, employee: number, day: number): readonly Wish[] {
  const { start, end } = schedule.calendar.days[day]!
  return schedule.employees[employee]!.wishes.filter((wish) => wish.start < end && wish.end > start)
}

/** The employee’s name for people. */
export function employeeName({ schedule }: RosterModel, employee: number): string {
  return oneLine(nameOf(schedule.employees[employee]!))
}

/** The spot’s name for people. */
export function spotName({ schedule }: RosterModel, spot: number): string {
  return oneLine(nameOf(schedule.spots[spot]!))
}

/** Most spots that a skill or a team is told by, by name. */
const TOLD_SPOTS = 2

/**
 * A skill or a team for people: its name, `nurse`. Of one without a name are told the spots that ask for it, `7 (Front desk)`, `1 (Ward, Kitchen)`, `1 (8 spots)`.
 */
export function heldText({ schedule }: RosterModel, kind: 'skills' | 'teams', id: Identifier): string {
  const names: ReadonlyMap<Identifier, string> = kind === 'skills' ? schedule.skillNames : schedule.teamNames
  const name = names.get(id)
  if (name !== undefined) return oneLine(name)
  const idsAt = ({ skills, teams }: Schedule['spots'][number]): readonly Identifier[] => (kind === 'skills' ? skills.map((skill) => skill.id) : teams)
  const asking = schedule.spots.filter((spot) => idsAt(spot).includes(id)).map((spot) => oneLine(nameOf(spot)))
  if (asking.length === 0) return String(id)
  return `${id} (${asking.length > TOLD_SPOTS ? t('words.spots', { count: asking.length }) : asking.join(', ')})`
}

/** Skills that are asked for, as people read them: `nurse (level 3 or higher), driver`. */
export function askedText(model: RosterModel, asked: readonly AskedSkill[], between: string): string {
  return asked.map(({ id, minLevel }) => `${heldText(model, 'skills', id)}${levelWords(minLevel)}`).join(between)
}

/** The same where nothing around says what it is: `nurse`, `Skill 7 (Front desk)`. */
export function heldLabel(model: RosterModel, kind: 'skills' | 'teams', id: Identifier): string {
  const { skillNames, teamNames } = model.schedule
  const names: ReadonlyMap<Identifier, string> = kind === 'skills' ? skillNames : teamNames
  return names.has(id) ? heldText(model, kind, id) : t(kind === 'skills' ? 'held.skill' : 'held.team', { text: heldText(model, kind, id) })
}

/** True for a shift that a change by hand may not touch. */
export function isUntouchable({ historic, fixed }: Shift): boolean {
  return historic || fixed
}

/** The times of shifts are read for every cell that is drawn, and there are few different ones. */
function remembering(clock: LocalClock): LocalClock {
  const times = new Map<number, string>()
  return {
    ...clock,
    timeOf(minute) {
      const known = times.get(minute) ?? clock.timeOf(minute)
      times.set(minute, known)
      return known
    },
  }
}

function bitsOf({ calendar }: Schedule, wishes: readonly Wish[]): Uint8Array {
  const bits = new Uint8Array(calendar.days.length)
  const bitOf = ({ type, start, end, tag }: Wish, day: number): number => {
    const { start: dayStart, end: dayEnd } = calendar.days[day]!
    if (tag !== null) return PARTIAL_WISH
    return type === 'UNAVAILABLE' && (start > dayStart || end < dayEnd) ? PARTLY_AWAY : WISH_BITS[type]
  }
  for (const wish of wishes) {
    const { start, end } = wish
    const last = Math.min(dayAt(calendar, end - 1), bits.length - 1)
    for (let day = Math.max(0, dayAt(calendar, start)); day <= last; day += 1) bits[day]! |= bitOf(wish, day)
  }
  return bits
}
