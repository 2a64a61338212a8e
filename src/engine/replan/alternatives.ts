import { Joined } from '../../model/joined.ts'
import { NOBODY, type Roster } from '../../model/roster.ts'
import { compareScores, type Score, subtractScores } from '../../model/score.ts'
import type { Instance } from '../instance/instance.ts'
import { compareWithKept, type From } from './changed-roster.ts'
import { Differing } from './differing.ts'
import { byChanges, findNear, type Found } from './least-changes.ts'

interface Options {
  /** How many, with the one that is known; 1 or more. */
  readonly count: number
  /** No roster that is as good has fewer changes. */
  readonly least: number
  readonly isOver: () => boolean
}

/** Changes beyond the fewest that are looked at. */
const BEYOND = 2
/** Rosters with few changes that are compared. */
const MOST_NEAR = 200
/** Of the way from the fewest changes to the best score. */
const ON_THE_WAY = [0.5, 0.25, 0.75]

/**
 * Several ways to go on from a roster that is kept, from the fewest changes to the best score: `best` is one of them, and the others fill as much and break as little as it does, up to the priority on
 * which empty shifts weigh. All are clearly different from one another (`Differing`); fewer come where fewer are found.
 */
export function findAlternatives(instance: Instance, from: From, best: Roster, { count, least, isOver }: Options): readonly Found[] {
  const { must: target, ...known } = compareWithKept(instance, from, best)
  const differing = new Differing(instance.schedule, from.kept)
  const picked: Found[] = [{ roster: best, ...known }]
  const pick = (candidates: readonly Found[], most: number): void => {
    for (const one of candidates)
      if (picked.length < Math.min(most, count) && picked.every(({ roster }) => differing.isClear(roster, one.roster))) picked.push(one)
  }
  const near = (barred: ReadonlySet<string>): readonly Found[] => {
    if (picked.length >= count || isOver()) return []
    const isBarred = (employee: number, demand: number): boolean => barred.has(`${employee} ${demand}`)
    return findNear(instance, from, { target, least, beyond: BEYOND, below: known.changes + BEYOND + 1, most: MOST_NEAR, isOver, isBarred })
  }
  const fewest = near(new Set())
  if (fewest.length === 0) return picked
  pick(fewest, 2)
  if (picked.length < count) pick(onTheWay(instance, from, { from: fewest[0]!.roster, to: best, target, isOver }), 3)
  // Then with other people, as long as there are any.
  for (let had = 0; picked.length > had && picked.length < count; ) {
    had = picked.length
    pick(near(new Set(picked.flatMap(({ roster }) => takersOf(instance, from.kept, roster)))), had + 1)
  }
  pick(fewest, count)
  return picked.sort(byChanges)
}

/** Who takes which demand that they did not have, as `employee demand`. */
function takersOf({ demands: { demandOfShift } }: Instance, kept: Roster, roster: Roster): string[] {
  return Array.from(demandOfShift, (demand, seat) => (roster[seat] === kept[seat] ? '' : `${roster[seat]!} ${demand}`))
}

interface Way {
  readonly from: Roster
  readonly to: Roster
  readonly target: Score
  readonly isOver: () => boolean
}

/** Rosters on the way from one to another that are as good as `target`: parts of the difference that have nobody in common are taken one after the other, those first that save most. */
function onTheWay(instance: Instance, kept: From, way: Way): readonly Found[] {
  const { from, to, target, isOver } = way
  const posted = instance.schedule.shifts.length
  const parts = partsOf(instance, from.subarray(0, posted), to.subarray(0, posted))
  if (parts.length < 2) return []
  const start = compareWithKept(instance, kept, from)
  const gains: { readonly part: readonly number[]; readonly gain: Score }[] = []
  for (const part of parts) {
    if (isOver()) return []
    gains.push({ part, gain: subtractScores(compareWithKept(instance, kept, withSeats(instance, way, part)).score, start.score) })
  }
  gains.sort((a, b) => compareScores(a.gain, b.gain))
  const ordered = gains.flatMap(({ part }) => [...part.keys()].map((at) => ({ part, isLast: at === part.length - 1 })))
  return ON_THE_WAY.flatMap((share): Found[] => {
    const taken = ordered.slice(0, Math.ceil(share * ordered.length)).flatMap(({ part, isLast }) => (isLast ? part : []))
    const roster = withSeats(instance, way, taken)
    const { must, ...found } = compareWithKept(instance, kept, roster)
    return compareScores(must, target) <= 0 ? [{ roster, ...found }] : []
  })
}

/** Without where breaks lie, which other people take otherwise. */
function withSeats({ schedule }: Instance, { from, to }: Way, seats: readonly number[]): Roster {
  const roster = from.slice(0, schedule.shifts.length)
  for (const seat of seats) roster[seat] = to[seat]!
  return roster
}

/** The seats in which two rosters differ, in parts that have no employee in common. */
function partsOf({ employeeCount }: Instance, from: Roster, to: Roster): readonly (readonly number[])[] {
  const seats = [...from.keys()].filter((seat) => from[seat] !== to[seat])
  const joined = new Joined(employeeCount)
  const oneOf = (seat: number): number => (from[seat] === NOBODY ? to[seat]! : from[seat]!)
  for (const seat of seats) if (to[seat] !== NOBODY) joined.join(oneOf(seat), to[seat]!)
  return [...Map.groupBy(seats, (seat) => joined.groupOf(oneOf(seat))).values()]
}
