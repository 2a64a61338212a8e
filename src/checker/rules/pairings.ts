import { isDecided } from '../../model/roster.ts'
import type { Employee, Pairing, Schedule, Shift } from '../../model/schedule.ts'
import type { Weights } from '../../model/settings.ts'
import { indexTags } from '../../model/tags.ts'
import type { Identifier } from '../../model/units.ts'
import { isHeldDuring } from '../eligibility.ts'
import { moveDown } from '../move-down.ts'
import type { RosterView, Row } from '../roster-view.ts'
import type { CountedFindings, Finding, Rule } from '../rule.ts'
import { indexSpans } from '../spans.ts'
import { oneLine, type Words } from '../words.ts'

/** Those who are to work apart do not meet, those who are to work together do, and those who are to meet at most once do not meet again. */
export const pairings: Rule = {
  setting: 'pairings',
  unit: "meeting too many, or one member missed, times the pairing's weight",
  *findMatches(view) {
    const rowsOf = createRowFinder(view)
    const known = new Map<string, Sums>()
    for (const pairing of view.schedule.pairings) {
      // Looked at again when somebody asks: the shifts of many pairings do not fit into memory at once.
      const places = (): Iterable<Breach> => placesOf(view, pairing, worksOf(view, pairing, rowsOf(pairing)))
      const likeness = likenessOf(pairing)
      const sums = known.get(likeness) ?? sumUp(places())
      known.set(likeness, sums)
      // First to third; what falls on the fourth adds up there.
      const weights = pairing.constraintLevel === 'soft' ? moveDown(moveDown(view.schedule.settings.weights.pairings)) : null
      const decidedWeights = pairing.constraintLevel === 'hard' ? view.schedule.settings.decidedWeights?.pairings : undefined
      const { free, decided } = sums
      if (decidedWeights === undefined) {
        yield* found(pairing, { count: free.count + decided.count, units: free.units + decided.units }, { places, weights })
        continue
      }
      yield* found(pairing, free, { places: () => filter(places(), ({ isOfDecided }) => !isOfDecided), weights })
      yield* found(pairing, decided, { places: () => filter(places(), ({ isOfDecided }) => isOfDecided), weights: decidedWeights })
    }
  },
}

/** What pairings have in common that are broken at the same places, whatever their names and weights. */
function likenessOf({ employees, mode, scope, tags, spots }: Pairing): string {
  return JSON.stringify([employees, mode, scope, tags, spots])
}

function* found(
  { weight }: Pairing,
  { count, units }: Sum,
  { places, weights }: { readonly places: () => Iterable<Breach>; readonly weights: Weights | null },
): Generator<CountedFindings> {
  if (count === 0) return
  const findings: CountedFindings = { count, amount: units * weight, list: () => tell(places()) }
  yield weights === null ? findings : { ...findings, weights }
}

function* filter(breaches: Iterable<Breach>, isMeant: (breach: Breach) => boolean): Generator<Breach> {
  for (const breach of breaches) if (isMeant(breach)) yield breach
}

/** Where a pairing is broken, so many times; told when somebody asks. */
interface Breach {
  readonly units: number
  /** True where members are missed at a shift that is decided. */
  readonly isOfDecided: boolean
  tell(): Finding
}

interface Sum {
  readonly count: number
  readonly units: number
}

interface Sums {
  readonly free: Sum
  readonly decided: Sum
}

function sumUp(breaches: Iterable<Breach>): Sums {
  const [free, decided] = [
    { count: 0, units: 0 },
    { count: 0, units: 0 },
  ]
  for (const { units, isOfDecided } of breaches) {
    const sum = isOfDecided ? decided : free
    sum.count += 1
    sum.units += units
  }
  return { free, decided }
}

function* tell(breaches: Iterable<Breach>): Generator<Finding> {
  for (const breach of breaches) yield breach.tell()
}

/** A shift that a pairing sees, and whose. */
interface Work {
  readonly shift: Shift
  readonly employee: Employee
  /** Place of the employee among the members. */
  readonly member: number
}

interface Seen {
  readonly members: readonly Employee[]
  /** By start, then by employee. */
  readonly works: readonly Work[]
  /** Those that are in scope of one of them, itself among them; places in `works`, in order. */
  readonly around: (work: Work) => readonly number[]
}

/** Finds the rows of the members of a pairing; those of a team or skill once. */
function createRowFinder({ schedule, rows }: RosterView): (pairing: Pairing) => readonly Row[] {
  const byId = new Map<Identifier, Row>(rows.map((row) => [row.employee.id, row]))
  const known = new Map<string, readonly Row[]>()
  return ({ employees }) => {
    if ('ids' in employees) {
      const wanted = new Set<Identifier>(employees.ids)
      return wanted.size > schedule.employees.length / 2
        ? rows.filter(({ employee }) => wanted.has(employee.id))
        : [...wanted].flatMap((id) => byId.get(id) ?? [])
    }
    const key = JSON.stringify(employees)
    const found =
      known.get(key) ??
      rows.filter(({ employee: { skills, teams } }) =>
        'team' in employees ? teams.some(({ id }) => id === employees.team) : skills.some(({ id }) => id === employees.skill),
      )
    known.set(key, found)
    return found
  }
}

/** True when somebody is a member during a whole shift. */
function belongs({ employees }: Pairing, { skills, teams }: Employee, shift: Shift): boolean {
  if ('ids' in employees) return true
  return 'team' in employees ? isHeldDuring(teams, employees.team, shift) : isHeldDuring(skills, employees.skill, shift)
}

function worksOf({ schedule: { spots, shifts: all } }: RosterView, pairing: Pairing, rows: readonly Row[]): Seen {
  const at = new Set<Identifier>(pairing.spots)
  const looks = rows.reduce((sum, { shifts }) => sum + shifts.length, 0)
  const isCarried = pairing.tags.length === 0 ? null : indexTags(all).carrying(new Set(pairing.tags), looks)
  const isSeen = (shift: Shift): boolean => (at.size === 0 || at.has(spots[shift.spotIndex]!.id)) && (isCarried === null || isCarried(shift.tags))
  const works = rows.flatMap(({ employee, shifts }, member) =>
    shifts.filter((shift) => isSeen(shift) && belongs(pairing, employee, shift)).map((shift): Work => ({ shift, employee, member })),
  )
  works.sort((a, b) => a.shift.start - b.shift.start || a.member - b.member)
  return { members: rows.map(({ employee }) => employee), works, around: findAround(pairing, works) }
}

function findAround({ scope }: Pairing, works: readonly Work[]): Seen['around'] {
  if (scope === 'TIME_OVERLAP') {
    const index = indexSpans(works.map(({ shift }) => shift))
    return ({ shift }) => index.overlapping(shift)
  }
  const keyOf = ({ shift }: Work): string => (scope === 'SAME_DAY' ? String(shift.day) : `${shift.spotIndex} ${shift.start} ${shift.end}`)
  const byKey = Map.groupBy(works.keys(), (place) => keyOf(works[place]!))
  return (work) => byKey.get(keyOf(work)) ?? []
}

function placesOf(view: RosterView, pairing: Pairing, seen: Seen): Iterable<Breach> {
  if (pairing.mode === 'APART') return meetingsApart(view, pairing, seen)
  return pairing.mode === 'TOGETHER' ? lonelyShifts(view, pairing, seen) : meetingsAgain(view, pairing, seen)
}

/** Each meeting once: from the shift that comes first in `works`. */
function* meetings({ works, around }: Seen): Generator<readonly [Work, Work]> {
  for (const [place, work] of works.entries()) {
    for (const other of around(work)) if (other > place && works[other]!.member !== work.member) yield [work, works[other]!]
  }
}

function nameOf({ id, name }: Pairing, { teller: { say } }: Words): string {
  return say('broken.pairing', { name: name === null ? String(id) : oneLine(name) })
}

function dateOf({ calendar }: Schedule, { day }: Shift): string {
  return calendar.days[day]!.date
}

function* meetingsApart({ schedule, words }: RosterView, pairing: Pairing, seen: Seen): Generator<Breach> {
  for (const [a, b] of meetings(seen)) {
    if (a.shift.historic && b.shift.historic) continue
    yield {
      units: 1,
      isOfDecided: false,
      tell: () => ({
        shiftIds: [a.shift.id, b.shift.id],
        employeeIds: [a.employee.id, b.employee.id],
        date: dateOf(schedule, b.shift),
        amount: pairing.weight,
        text: words.teller.say('broken.apart', {
          a: words.employee(a.employee),
          b: words.employee(b.employee),
          first: words.shift(a.shift),
          second: words.shift(b.shift),
          pairing: nameOf(pairing, words),
        }),
      }),
    }
  }
}

/** Missed members that a sentence names; more are counted. */
const NAMED_MEMBERS = 3

function* lonelyShifts({ schedule, words }: RosterView, pairing: Pairing, { members, works, around }: Seen): Generator<Breach> {
  for (const work of works) {
    const { shift, employee, member } = work
    if (shift.historic) continue
    const met = new Set(around(work).map((place) => works[place]!.member))
    const isMissed = (other: Employee, place: number): boolean => place !== member && !met.has(place) && belongs(pairing, other, shift)
    const units = 'ids' in pairing.employees ? members.length - met.size : members.filter(isMissed).length
    if (units === 0) continue
    yield {
      units,
      isOfDecided: isDecided(shift),
      tell: () => {
        const missed = members.filter(isMissed)
        const named = missed.slice(0, NAMED_MEMBERS).map((other) => words.employee(other))
        const rest = missed.length - named.length
        const { say, listed } = words.teller
        return {
          shiftIds: [shift.id],
          employeeIds: [employee.id, ...missed.slice(0, NAMED_MEMBERS).map(({ id }) => id)],
          date: dateOf(schedule, shift),
          amount: units * pairing.weight,
          text: say('broken.together', {
            who: words.employee(employee),
            shift: words.shift(shift),
            missed: rest > 0 ? say('list.more', { listed: named.join(', '), count: rest }) : listed(named),
            pairing: nameOf(pairing, words),
          }),
        }
      },
    }
  }
}

function* meetingsAgain({ schedule, words }: RosterView, pairing: Pairing, seen: Seen): Generator<Breach> {
  const { members, works } = seen
  const counts = new Map<number, { all: number; historic: number }>()
  for (const [a, b] of meetings(seen)) {
    const pair = Math.min(a.member, b.member) * members.length + Math.max(a.member, b.member)
    const known = counts.get(pair) ?? { all: 0, historic: 0 }
    known.all += 1
    if (a.shift.historic && b.shift.historic) known.historic += 1
    counts.set(pair, known)
  }
  const shiftsOf = new Map<number, Work[]>()
  const worksBy = (member: number): readonly Work[] => {
    const known = shiftsOf.get(member) ?? works.filter((work) => work.member === member)
    shiftsOf.set(member, known)
    return known
  }
  for (const [pair, { all, historic }] of counts) {
    const units = Math.max(0, all - Math.max(1, historic))
    if (units === 0) continue
    yield {
      units,
      isOfDecided: false,
      tell: () => {
        const [first, second] = [Math.floor(pair / members.length), pair % members.length]
        const both = worksBy(first).concat(worksBy(second))
        const met = [...meetings({ members, works: both, around: findAround(pairing, both) })]
        const shifts = [...new Set(met.flatMap(([a, b]) => [a.shift, b.shift]))].sort((a, b) => a.start - b.start)
        return {
          shiftIds: shifts.map(({ id }) => id),
          employeeIds: [members[first]!.id, members[second]!.id],
          date: dateOf(schedule, shifts.at(-1)!),
          amount: units * pairing.weight,
          text: words.teller.say('broken.again', {
            a: words.employee(members[first]!),
            b: words.employee(members[second]!),
            times: all,
            pairing: nameOf(pairing, words),
          }),
        }
      },
    }
  }
}
