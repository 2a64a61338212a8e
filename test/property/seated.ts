import { isDecided, NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { chanceOf, type Chance, type Fields, type Random } from './draft.ts'

/** A document in which shifts take several people, and the same with a shift for each of their seats. Their seats stand in one order. */
export interface Seated {
  readonly seated: Fields
  readonly separate: Fields
}

const OFF = { firstPriorityWeight: 0, secondPriorityWeight: 0, thirdPriorityWeight: 0, fourthPriorityWeight: 0 }
const MOST_SEATS = 30
const FIRST_NEW_ID = 10_000

/** Gives some shifts of a document seats. Weights of empty seats are random too, so an optional one may be dearer than a mandatory one. */
export function withSeats(drawn: Fields, random: Random, { keeps = false, share = 0.4 }: { keeps?: boolean; share?: number } = {}): Seated {
  const chance = chanceOf(random)
  // Who moves to another seat of a shift keeps it, and changes hands where each seat is a shift: then no change may cost anything.
  const document = keeps ? drawn : withoutKeep(drawn)
  const employeeIds = (document['employees'] as Fields[]).map(({ id }) => id as number)
  const shifts = (document['shifts'] as Fields[]).map((shift): Fields => (chance.is(share) ? seatedShift(shift, employeeIds, chance) : shift))
  const settings: Fields = { ...(document['settings'] as Fields), ...(keeps ? {} : { keepAssignment: OFF }) }
  const seated: Fields = { ...document, shifts, settings }
  const idsOf = new Map<unknown, number[]>()
  let nextId = FIRST_NEW_ID
  const isOptionalFirst = comparing(settings['assignOptionalShift'], [0, 0, 0, 1]) > comparing(settings['assignShift'], [0, 20, 0, 0])
  const written = shifts.flatMap((shift): Fields[] => {
    const seats = seatsOf(shift)
    const ids = seats === null ? [shift['id'] as number] : Array.from({ length: seats.max }, () => nextId++)
    idsOf.set(shift['id'], ids)
    return seats === null ? [shift] : ids.map((id, seat) => separateSeat(shift, seats, { id, seat, isOptionalFirst }))
  })
  // Who names a shift with seats names all of them.
  const naming = ['coverageCompetencyRequirements', 'shiftGroups'].flatMap((list) => {
    const entries = document[list] as (Fields & { shiftIds?: number[] })[] | undefined
    if (entries === undefined) return []
    const ofSeats = entries.map(({ shiftIds, ...entry }) =>
      shiftIds === undefined ? entry : { ...entry, shiftIds: shiftIds.flatMap((id) => idsOf.get(id) ?? []) },
    )
    return [[list, ofSeats]]
  })
  const separate = { ...document, shifts: written, settings, ...Object.fromEntries(naming) }
  return { seated, separate }
}

/** A document whose changes cost what the setting says, whatever their date. */
export function withoutKeep(document: Fields): Fields {
  const { keep: _, ...rest } = document
  return rest
}

interface Numbers {
  readonly min: number
  readonly ideal: number
  readonly max: number
}

function seatedShift(posted: Fields, employeeIds: readonly number[], chance: Chance): Fields {
  const { employee, importance: _, ...shift } = posted
  const min = chance.whole(0, 2)
  const ideal = min + chance.whole(0, 1)
  const max = Math.max(1, ideal + chance.whole(0, 1))
  const came = typeof employee === 'number' ? [employee, ...employeeIds.filter((id) => id !== employee && chance.is(0.4))] : []
  const employees = came.slice(0, max)
  const seats = { min, ...(ideal === min && chance.is(0.5) ? {} : { ideal }), ...(max === ideal && chance.is(0.5) ? {} : { max }) }
  return { ...shift, seats, ...(employees.length === 0 ? {} : { employees }) }
}

function seatsOf(shift: Fields): Numbers | null {
  const seats = shift['seats'] as { min: number; ideal?: number; max?: number } | undefined
  if (seats === undefined) return null
  const { min, ideal = min, max = ideal } = seats
  return { min, ideal, max }
}

function separateSeat(
  posted: Fields,
  { min, ideal }: Numbers,
  { id, seat, isOptionalFirst }: { id: number; seat: number; isOptionalFirst: boolean },
): Fields {
  const { seats: _, employees, ...shift } = posted
  const employee = (employees as number[] | undefined)?.[seat] ?? null
  const isFixedEmpty = employees !== undefined && (employees as number[]).length === 0
  const isMandatory = isOptionalFirst ? seat >= ideal - min && seat < ideal : seat < min
  return {
    ...shift,
    id,
    importance: isMandatory ? 'MANDATORY' : 'OPTIONAL',
    ...(seat < ideal ? {} : { weight: 0 }),
    employee,
    ...(employee === null && !isFixedEmpty ? { fixed: false } : {}),
  }
}

/** The weights of a setting as one number that is larger where they weigh more. */
function comparing(setting: unknown, otherwise: readonly number[]): number {
  const given = setting as Record<string, number> | undefined
  const weights =
    given === undefined
      ? otherwise
      : ['firstPriorityWeight', 'secondPriorityWeight', 'thirdPriorityWeight', 'fourthPriorityWeight'].map((name) => given[name] ?? 0)
  return weights.reduce((sum, weight) => sum * 100 + weight, 0)
}

/** True where the document would have more seats than a small one may have. */
export function isLarge(schedule: Schedule): boolean {
  return schedule.shifts.length > MOST_SEATS
}

/** The seats of each posted shift, in order; written by their ids alone. */
export function seatGroups({ shifts }: Schedule): number[][] {
  return [...Map.groupBy(shifts.keys(), (seat) => shifts[seat]!.id).values()]
}

/** Any roster in which nobody has two seats of one shift, and first seats are taken first. */
export function randomSeatedRoster(schedule: Schedule, random: Random): Roster {
  const chance = chanceOf(random)
  const roster: Roster = new Int32Array(schedule.shifts.length).fill(NOBODY)
  const everybody = [...schedule.employees.keys()]
  for (const seats of seatGroups(schedule)) {
    const decided = seats.filter((seat) => isDecided(schedule.shifts[seat]!))
    for (const seat of decided) roster[seat] = schedule.shifts[seat]!.employeeIndex ?? NOBODY
    const open = seats.filter((seat) => !decided.includes(seat))
    const free = everybody.filter((employee) => !decided.some((seat) => roster[seat] === employee))
    for (const seat of open.slice(0, chance.whole(0, open.length))) {
      if (free.length === 0) break
      roster[seat] = free.splice(chance.whole(0, free.length - 1), 1)[0]!
    }
  }
  return roster
}
