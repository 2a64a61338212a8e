// Slow: hundreds of schedules are judged twice, and tiny ones solved by trying all rosters.
import { describe, expect, test } from 'vitest'
import { readSolution } from '../../src/api/read-solution.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge, scoreOf } from '../../src/checker/check.ts'
import { Probe } from '../../src/engine/explain/probe.ts'
import { isDecided, NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores, subtractScores, type Score } from '../../src/model/score.ts'
import { peopleOf, postedShifts } from '../../src/model/seats.ts'
import { createRandom, randomDocument } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import type { Fields, Random } from './draft.ts'
import { searchFor } from './search-for.ts'
import { isLarge, randomSeatedRoster, seatGroups, withoutKeep, withSeats } from './seated.ts'

const DOCUMENTS = casesOf(150)
const OTHERS = casesOf(60)

function read(document: Fields, seed: number): Schedule {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(`seed ${seed}: ${JSON.stringify(errors)}`)
  return submission.schedule
}

/** Documents with seats, one after another, of which so many are small enough and have any. */
function* seatedSchedules(count: number, options: Parameters<typeof withSeats>[2] = {}) {
  let found = 0
  for (let seed = FIRST_SEED; found < count; seed += 1) {
    const random = createRandom(seed)
    const { seated, separate } = withSeats(randomDocument(random, { rules: seed % 2 === 0 ? 'all' : 'plain' }), random, options)
    const schedule = read(seated, seed)
    if (isLarge(schedule) || schedule.shifts.every(({ seats }) => seats === undefined)) continue
    found += 1
    yield { seed, random, seated, separate, schedule }
  }
}

test(`on ${DOCUMENTS} documents a roster costs what it costs with a shift for each seat, by checker and engine`, () => {
  for (const { seed, random, separate, schedule } of seatedSchedules(DOCUMENTS)) {
    const apart = read(separate, seed)
    const roster = randomSeatedRoster(schedule, random)
    const { score } = judge(schedule, roster)
    expect(scoreOf(apart, roster), `seed ${seed}`).toEqual(score)
    expect(new Probe(schedule, roster).score, `seed ${seed}, engine`).toEqual(score)
    expect(new Probe(apart, roster).score, `seed ${seed}, engine, a shift for each seat`).toEqual(score)
  }
})

test('what a handover changes is what the checker says, whoever has which seat', () => {
  for (const { seed, random, schedule } of seatedSchedules(OTHERS, { keeps: true })) {
    const roster = randomSeatedRoster(schedule, random)
    const probe = new Probe(schedule, roster)
    for (let turn = 0; turn < 5; turn += 1) {
      const handover = randomHandover(schedule, roster, random)
      if (handover === null) continue
      const after = roster.slice()
      after[handover.shift] = handover.to
      const change = subtractScores(scoreOf(schedule, after), scoreOf(schedule, roster))
      expect(probe.changeOf([handover]), `seed ${seed}, ${JSON.stringify(handover)}`).toEqual(change)
    }
  }
})

function randomHandover(schedule: Schedule, roster: Roster, random: Random): { shift: number; from: number; to: number } | null {
  const below = (end: number): number => Math.floor(random() * end)
  const shift = below(schedule.shifts.length)
  if (isDecided(schedule.shifts[shift]!)) return null
  const seats = seatGroups(schedule).find((group) => group.includes(shift))!
  const to = below(schedule.employees.length + 1) - 1
  if (to === roster[shift] || (to !== NOBODY && seats.some((seat) => roster[seat] === to))) return null
  return { shift, from: roster[shift]!, to }
}

test('whoever came with a shift and is on none of its seats is one that changed hands', () => {
  const weights = { firstPriorityWeight: 1, secondPriorityWeight: 0, thirdPriorityWeight: 0, fourthPriorityWeight: 0 }
  let sum = 0
  for (const { seed, random, seated } of seatedSchedules(OTHERS, { keeps: true })) {
    const schedule = read({ ...withoutKeep(seated), settings: { others: 'off', keepAssignment: weights } }, seed)
    const roster = randomSeatedRoster(schedule, random)
    const left = postedShifts(schedule.shifts).reduce((count, posted) => {
      const seats = schedule.shifts.slice(posted.from, posted.to)
      const now = new Set(peopleOf(schedule, roster, posted))
      return count + seats.filter((seat) => seat.employeeIndex !== null && !isDecided(seat) && !now.has(seat.employeeIndex)).length
    }, 0)
    sum += left
    expect(judge(schedule, roster).score, `seed ${seed}`).toEqual([left, 0, 0, 0])
    expect(new Probe(schedule, roster).score, `seed ${seed}, engine`).toEqual([left, 0, 0, 0])
  }
  expect(sum).toBeGreaterThan(OTHERS / 3)
})

test('a solution that lists the people of each shift, in any order, is the same roster', () => {
  for (const { seed, random, schedule } of seatedSchedules(OTHERS, { keeps: true })) {
    const roster = randomSeatedRoster(schedule, random)
    const idOf = (employee: number): unknown => schedule.employees[employee]!.id
    const shifts = postedShifts(schedule.shifts).map((posted) => {
      const { id, seats } = schedule.shifts[posted.from]!
      const people = peopleOf(schedule, roster, posted).map(idOf)
      return seats === undefined ? { id, employee: people[0] ?? null } : { id, employees: people.sort(() => random() - 0.5) }
    })
    const { roster: again, errors } = readSolution({ shifts }, schedule)
    expect(errors, `seed ${seed}`).toEqual([])
    for (const posted of postedShifts(schedule.shifts)) expect(peopleOf(schedule, again!, posted)).toEqual(peopleOf(schedule, roster, posted))
    expect(scoreOf(schedule, again!), `seed ${seed}`).toEqual(scoreOf(schedule, roster))
  }
})

describe('the search', () => {
  const MOST_ROSTERS = 1_500

  test('finds the best of all rosters of tiny schedules, and puts nobody on two seats of a shift', () => {
    let found = 0
    for (const { seed, schedule } of seatedSchedules(Infinity, { keeps: true, share: 0.7 })) {
      const best = bestByForce(schedule, MOST_ROSTERS)
      if (best === null) continue
      const scores = [1, 2].map((searchSeed) => {
        const { score, roster, bound } = searchFor(schedule, best, { seed: searchSeed, maxIterations: 60_000 })
        for (const seats of seatGroups(schedule)) {
          const people = seats.map((seat) => roster[seat]!).filter((employee) => employee !== NOBODY)
          expect(new Set(people).size, `seed ${seed}`).toBe(people.length)
        }
        expect(judge(schedule, roster).score, `seed ${seed}`).toEqual(score)
        for (const seat of schedule.shifts.keys()) {
          // Nobody has a seat beyond the ideal without being missed there.
          if (schedule.shifts[seat]!.isSpare !== true || roster[seat] === NOBODY || isDecided(schedule.shifts[seat]!)) continue
          expect(compareScores(scoreOf(schedule, roster.with(seat, NOBODY)), score), `seed ${seed}: seat ${seat}`).toBeGreaterThan(0)
        }
        if (bound !== null) expect(compareScores(bound, best), `seed ${seed}: a bound`).toBeLessThanOrEqual(0)
        return score
      })
      expect(scores.sort(compareScores)[0], `seed ${seed}`).toEqual(best)
      found += 1
      if (found === casesOf(12)) break
    }
  })
})

/** The best score of all rosters in which nobody has two seats of one shift; null where there are too many. */
function bestByForce(schedule: Schedule, most: number): Score | null {
  const groups = seatGroups(schedule)
    .map((seats) => seats.filter((seat) => !isDecided(schedule.shifts[seat]!)))
    .filter((seats) => seats.length > 0)
  const roster = Int32Array.from(schedule.shifts, (shift) => (isDecided(shift) ? (shift.employeeIndex ?? NOBODY) : NOBODY))
  const choices = groups.map((seats) => subsets(schedule.employees.length, seats.length))
  const count = choices.reduce((product, { length }) => product * length, 1)
  if (groups.length < 2 || count > most) return null
  let best: Score | null = null
  const descend = (at: number): void => {
    if (at === groups.length) {
      const score = scoreOf(schedule, roster)
      if (best === null || compareScores(score, best) < 0) best = score
      return
    }
    const taken = new Set(
      seatGroups(schedule)
        .find((seats) => seats.includes(groups[at]![0]!))!
        .filter((seat) => !groups[at]!.includes(seat))
        .map((seat) => roster[seat]!),
    )
    for (const people of choices[at]!) {
      if (people.some((employee) => taken.has(employee))) continue
      groups[at]!.forEach((seat, i) => (roster[seat] = people[i] ?? NOBODY))
      descend(at + 1)
    }
  }
  descend(0)
  return best
}

/** All sets of at most `most` of so many employees. */
function subsets(count: number, most: number): number[][] {
  let sets: number[][] = [[]]
  for (let employee = 0; employee < count; employee += 1)
    sets = [...sets, ...sets.filter(({ length }) => length < most).map((set) => [...set, employee])]
  return sets
}
