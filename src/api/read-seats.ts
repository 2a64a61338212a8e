import type { Seats, Shift } from '../model/schedule.ts'
import { compareScores } from '../model/score.ts'
import type { Settings } from '../model/settings.ts'
import type { Identifier } from '../model/units.ts'
import { integerOf, isGiven, objectOf, shapeOf } from './fields.ts'
import type { Place } from './fields.ts'
import { idsOf } from './identifiers.ts'
import type { IssueList } from './issues.ts'
import { RANGES } from './limits.ts'
import { checkEmployee } from './reading.ts'
import type { Reading } from './reading.ts'
import { Seats as SeatsSchema } from './schemas/shift.ts'

const SEATS = shapeOf('seats', SeatsSchema)

/** What a shift says of its seats, and who came with them: positions of employees. `seats` is null of a shift that is one seat. */
export interface SeatsRead {
  readonly seats: Seats | null
  readonly employeeIndexes: readonly number[]
}

const ONE_SEAT: SeatsRead = { seats: null, employeeIndexes: [] }
/** Stands in for what could not be read. */
const FEWEST: Seats = { min: 1, ideal: 1, max: 1 }

function isThere({ fields }: Place, key: string): boolean {
  return (fields[key] ?? null) !== null
}

/** Reads `seats` and `employees` of a shift. */
export function readSeats(place: Place, reading: Pick<Reading, 'issues' | 'employees'>): SeatsRead {
  if (!isThere(place, 'seats')) {
    if (isThere(place, 'employees'))
      place.issues.error(
        `${place.pointer}/employees`,
        'seats-unclear',
        'employees lists people, and the shift has no seats.',
        'Say how many people it takes, such as "seats": {"min": 2}, or name the one who works it as employee.',
      )
    return ONE_SEAT
  }
  const seats = readNumbers(place)
  if (isThere(place, 'employee'))
    place.issues.error(
      `${place.pointer}/employee`,
      'seats-unclear',
      'employee names one person, and the shift has seats.',
      'List who works it: "employees": [ … ].',
    )
  if (seats.min > 0 && place.fields['importance'] === 'OPTIONAL')
    place.issues.error(
      `${place.pointer}/importance`,
      'seats-unclear',
      `The shift is optional, and ${seats.min} of its seats must be filled.`,
      'Leave importance out, or send "min": 0.',
    )
  return { seats, employeeIndexes: readEmployees(place, seats, reading) }
}

function readNumbers(shift: Place): Seats {
  const value = shift.fields['seats']
  const pointer = `${shift.pointer}/seats`
  if (typeof value === 'number') {
    shift.issues.error(pointer, 'wrong-type', `seats must be an object, not ${value}.`, `Send {"min": ${value}}.`)
    return FEWEST
  }
  const place = objectOf(shift, 'seats', SEATS)
  if (place === null || !isGiven(place, 'min')) return FEWEST
  const read = (key: 'min' | 'ideal' | 'max'): number | null => integerOf(place, key, RANGES.seats)
  const given = { min: read('min'), ideal: read('ideal'), max: read('max') }
  // Of numbers that could not be read, nothing more is to be said.
  if ((['min', 'ideal', 'max'] as const).some((key) => isThere(place, key) && given[key] === null)) return FEWEST
  const min = given.min!
  const ideal = given.ideal ?? min
  const max = given.max ?? Math.max(min, ideal)
  const [least, most] = min > ideal ? (['min', 'ideal'] as const) : isThere(place, 'ideal') ? (['ideal', 'max'] as const) : (['min', 'max'] as const)
  if (min > ideal || ideal > max) {
    const detail = `${least} of the seats is ${min > ideal ? min : ideal}, and ${most} is ${min > ideal ? ideal : max}.`
    place.issues.error(`${pointer}/${least}`, 'min-above-max', detail, `Send min, ideal and max in rising order, or leave ${most} out.`)
    return FEWEST
  }
  if (max > 0) return { min, ideal, max }
  place.issues.error(pointer, 'seats-none', 'The shift has no seat, so nobody could ever work it.', 'Leave the shift out, or send "max": 1 or more.')
  return FEWEST
}

function readEmployees(place: Place, { max }: Seats, reading: Pick<Reading, 'issues' | 'employees'>): readonly number[] {
  const known = idsOf(place, 'employees', (id, pointer) => checkEmployee(reading, pointer, id))
  checkPeople(place, known, max)
  return [...new Set(known)].slice(0, max).flatMap((id) => reading.employees.get(id) ?? [])
}

/** Reports people who are listed twice, and more of them than there are seats. */
export function checkPeople({ issues, pointer, fields }: Place, ids: readonly Identifier[], max: number): void {
  const list = fields['employees']
  const seen = new Set<unknown>()
  for (const [at, id] of Array.isArray(list) ? list.entries() : []) {
    if (seen.has(id)) {
      const detail = `Employee ${String(id)} is listed twice on one shift.`
      issues.error(`${pointer}/employees/${at}`, 'employee-repeated', detail, 'List everybody once: nobody has two seats of one shift.')
    }
    seen.add(id)
  }
  const { size } = new Set(ids)
  if (size <= max) return
  const detail = `${size} employees are on a shift that has ${max === 1 ? 'one seat' : `${max} seats`}.`
  issues.error(`${pointer}/employees`, 'seats-full', detail, 'Take some off it, or raise max of its seats.')
}

/** False, with an error, when all shifts together have more seats than a schedule may have shifts. */
export function areSeatsFew(issues: IssueList, read: readonly SeatsRead[], atMost: number): boolean {
  const seats = read.reduce((sum, shift) => sum + (shift.seats?.max ?? 1), 0)
  if (seats <= atMost) return true
  issues.error(
    '/shifts',
    'seats-too-many',
    `All shifts together have ${seats} seats; at most ${atMost} are allowed.`,
    'Lower max of the seats, or send the schedule in parts.',
  )
  return false
}

/**
 * The seats of a shift that was read, given as its first: `min` mandatory ones, as many optional ones as `ideal` goes beyond it, and those beyond `ideal`, which
 * cost nothing when they are empty. Whatever the settings weigh, the dearest to leave empty come first, so that people who take the first seats cost least.
 */
export function expandSeats(first: Shift, { seats, employeeIndexes, breaksOf }: SeatsOfPeople, { isFixed, weights }: SeatsMeant): Shift[] {
  if (seats === null) return [first]
  const { min, ideal, max } = seats
  const isOptionalFirst = compareScores(weights.assignOptionalShift, weights.assignShift) > 0
  const isMandatory = (seat: number): boolean => (isOptionalFirst ? seat >= ideal - min && seat < ideal : seat < min)
  return Array.from({ length: max }, (_, seat): Shift => {
    const employeeIndex = employeeIndexes[seat] ?? null
    const breaks = employeeIndex === null ? undefined : breaksOf?.get(employeeIndex)
    return {
      ...first,
      importance: isMandatory(seat) ? 'MANDATORY' : 'OPTIONAL',
      weight: seat < ideal ? first.weight : 0,
      fixed: isFixed && (employeeIndex !== null || employeeIndexes.length === 0),
      employeeIndex,
      seats,
      ...(seat < ideal ? {} : { isSpare: true }),
      ...(breaks === undefined ? {} : { breaks }),
    }
  })
}

interface SeatsOfPeople extends SeatsRead {
  /** By position of the employee: where their breaks begin. */
  readonly breaksOf?: ReadonlyMap<number, readonly number[]>
}

interface SeatsMeant {
  /** Whether those who came with the shift stay; where nobody did, all of its seats stay empty. */
  readonly isFixed: boolean
  readonly weights: Pick<Settings['weights'], 'assignShift' | 'assignOptionalShift'>
}
