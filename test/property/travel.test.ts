import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { createState, scoreOf } from '../../src/engine/scoring/state.ts'
import { strictSchedule } from '../../src/engine/explain/strict.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { rosterAsPosted } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { judge } from '../../src/checker/check.ts'

type Fields = Readonly<Record<string, unknown>>

const NORTH_SOUTH = { matrix: [{ from: 'N', to: 'S', minutes: 30 }] }

/** One employee on one day, or two, by spot and hours; units by setting, and the sentences. */
function judged(shifts: readonly (readonly [spot: string, start: string, end: string])[], { contract = {}, spots = {}, ...over }: Fields = {}) {
  const document = {
    timeZone: 'UTC',
    employees: [{ id: 1, name: 'Anna', contract }],
    spots: ['N', 'S', 'I'].map((id) => ({ id, name: { N: 'North', S: 'South', I: 'Island' }[id], ...(id === 'N' ? (spots as Fields) : {}) })),
    shifts: shifts.map(([spot, start, end], at) => ({ id: at + 1, employee: 1, spot, start: instant(start), end: instant(end) })),
    travel: NORTH_SOUTH,
    ...over,
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  const { schedule } = submission!
  const roster = rosterAsPosted(schedule)
  const { score, violations } = judge(schedule, roster)
  const state = createState(compile(schedule), roster)
  expect(scoreOf(state)).toEqual(score)
  return {
    of: (setting: string): number => violations.find((violation) => violation.setting === setting)?.units ?? 0,
    told: (setting: string) => violations.find((violation) => violation.setting === setting)?.matches[0]?.text,
  }
}

/** The same shifts as a schedule. */
function scheduleOf(travel: unknown, spots: readonly string[] = ['N', 'S']): Schedule {
  const document = {
    timeZone: 'UTC',
    employees: [{ id: 1, contract: { hoursBetweenShift: 660 } }],
    spots: spots.map((id) => ({ id })),
    shifts: spots.map((spot, at) => ({ id: at + 1, spot, start: instant('1 14:00'), end: instant('1 22:00') })),
    ...(travel === null ? {} : { travel }),
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  return submission!.schedule
}

/** `1 09:00`: of the first day of March 2027. */
function instant(at: string): string {
  const [day, time] = at.split(' ')
  return `2027-03-0${day}T${time}:00Z`
}

const MORNING = ['N', '1 08:00', '1 09:00'] as const

test('nobody is at the next spot before the way is over', () => {
  for (const [start, units] of [
    ['1 09:00', 1],
    ['1 09:29', 1],
    ['1 09:30', 0],
    ['1 09:31', 0],
  ] as const)
    expect([start, judged([MORNING, ['S', start, '1 11:00']]).of('shiftCollision')]).toEqual([start, units])
})

test('a way that is too long is told with both spots and its minutes', () => {
  expect(judged([MORNING, ['S', '1 09:15', '1 11:00']]).told('shiftCollision')).toBe(
    'Anna has 15 min between shift 1 (2027-03-01 08:00–09:00) and shift 2 (2027-03-01 09:15–11:00), too little for the way (30 min of travel from North to South).',
  )
})

test('the way back takes as long, unless it has an entry of its own', () => {
  const back = [['S', '1 08:00', '1 09:00'] as const, ['N', '1 09:20', '1 11:00'] as const]
  expect(judged(back).of('shiftCollision')).toBe(1)
  const matrix = [...NORTH_SOUTH.matrix, { from: 'S', to: 'N', minutes: 20 }]
  expect(judged(back, { travel: { matrix } }).of('shiftCollision')).toBe(0)
  expect(judged([MORNING, ['S', '1 09:20', '1 11:00']], { travel: { matrix: matrix.toReversed() } }).of('shiftCollision')).toBe(1)
})

test('a way that no entry names takes no time, not even over a third spot', () => {
  expect(judged([MORNING, ['I', '1 09:00', '1 11:00']]).of('shiftCollision')).toBe(0)
  const matrix = [...NORTH_SOUTH.matrix, { from: 'S', to: 'I', minutes: 30 }]
  expect(judged([MORNING, ['I', '1 09:00', '1 11:00']], { travel: { matrix } }).of('shiftCollision')).toBe(0)
})

test('only the way from the shift before counts', () => {
  expect(judged([MORNING, ['I', '1 09:00', '1 09:10'], ['S', '1 09:10', '1 11:00']]).of('shiftCollision')).toBe(0)
  // Of the shifts before, it is the one that ends last.
  const within = [['N', '1 08:00', '1 12:00'] as const, ['I', '1 09:00', '1 10:00'] as const, ['S', '1 12:10', '1 13:00'] as const]
  expect(judged(within).of('shiftCollision')).toBe(2)
})

test('shifts that overlap collide once, whatever the way', () => {
  expect(judged([MORNING, ['S', '1 08:30', '1 11:00']]).of('shiftCollision')).toBe(1)
})

test('shifts that may overlap need no way, nor do those of whom a shift beside another is allowed', () => {
  expect(judged([MORNING, ['S', '1 09:10', '1 11:00']], { numberOfAllowedShiftCollisions: 1 }).of('shiftCollision')).toBe(0)
})

test('the way shortens the rest that a contract asks for', () => {
  const late = ['N', '1 14:00', '1 22:00'] as const
  const contract = { hoursBetweenShift: 600 }
  for (const [start, units] of [
    ['2 08:29', 1],
    ['2 08:30', 0],
    ['2 08:00', 30],
  ] as const)
    expect([start, judged([late, ['S', start, '2 16:00']], { contract }).of('minRestBetweenShifts')]).toEqual([start, units])
  expect(judged([late, ['N', '2 08:00', '2 16:00']], { contract }).of('minRestBetweenShifts')).toBe(0)
  expect(judged([late, ['S', '2 08:00', '2 16:00']], { contract }).told('minRestBetweenShifts')).toBe(
    'Anna rests 9 h 30 min between shift 1 (2027-03-01 14:00–22:00) and shift 2 (2027-03-02 08:00–16:00) (30 min of travel from North to South), 30 min less than the 10 h of the contract.',
  )
  // A way that is longer than the time between leaves no rest, and no less.
  expect(judged([MORNING, ['S', '1 09:10', '1 11:00']], { contract }).of('minRestBetweenShifts')).toBe(600)
})

test('it shortens the rest that a spot asks for, and the rest of a rule of the contract', () => {
  const shifts = [['N', '1 14:00', '1 22:00'] as const, ['S', '2 08:00', '2 16:00'] as const]
  expect(judged(shifts, { spots: { requiresRestOfMinutes: 600 } }).of('restAfterShiftInRoomWithRequiredMinutes')).toBe(30)
  expect(judged(shifts, { spots: { requiresRestOfMinutes: 570 } }).of('restAfterShiftInRoomWithRequiredMinutes')).toBe(0)
  const rest = (minMinutes: number): Fields => ({ contract: { rules: [{ kind: 'rest', minMinutes }] } })
  expect(judged(shifts, rest(600)).of('contractRules')).toBe(30)
  expect(judged(shifts, rest(570)).of('contractRules')).toBe(0)
})

test('it shortens no weekly rest, and no time within which a shift may not follow', () => {
  const week = [['N', '1 08:00', '1 16:00'] as const, ['S', '3 08:00', '3 16:00'] as const]
  const contract = { minWeeklyRestHours: 40, rules: [{ kind: 'rest', inMinutes: 4320, minMinutes: 2400 }] }
  const { of } = judged(week, { contract })
  expect([of('minWeeklyRestMinutes'), of('contractRules')]).toEqual([0, 0])
})

test('without travel nothing is compiled differently: spots that ask for the same are alike, and no rest is felt for longer', () => {
  const [without, zero, ways] = [null, { matrix: [{ from: 'N', to: 'S', minutes: 0 }] }, { matrix: [{ from: 'N', to: 'S', minutes: 800 }] }].map(
    (travel) => compile(scheduleOf(travel)),
  )
  expect([without!.gap.travel, without!.demands.count, [...without!.duties.reachDay.subarray(1, 2)]]).toEqual([null, 1, [0]])
  expect([zero!.gap.travel, zero!.demands.count]).toEqual([null, 2])
  expect(ways!.gap.travel).not.toBeNull()
})

test('what nobody can work is explained with ways only where the direct one is the shortest', () => {
  const matrix = (direct: number) => [
    { from: 'N', to: 'S', minutes: direct },
    { from: 'N', to: 'I', minutes: 20 },
    { from: 'I', to: 'S', minutes: 20 },
  ]
  const kept = (direct: number): boolean =>
    strictSchedule(scheduleOf({ matrix: matrix(direct) }, ['N', 'S', 'I']), ['shiftCollision']).travel !== null
  expect([kept(40), kept(41)]).toEqual([true, false])
})

test('the bound of a schedule with homes is the best roster, for a day of travel depends on nothing but the day', async () => {
  const document = {
    timeZone: 'UTC',
    settings: {
      others: 'off',
      assignShift: { secondPriorityWeight: 20 },
      oneShiftPerDay: { firstPriorityWeight: 20 },
      travelTime: { fourthPriorityWeight: 1 },
    },
    employees: ['N', 'S', 'farm'].map((home, at) => ({ id: at + 1, home })),
    spots: ['N', 'S', 'I'].map((id) => ({ id })),
    shifts: ['N', 'S', 'I', 'N', 'N', 'I'].map((spot, at) => {
      const day = 1 + Math.floor(at / 3)
      return { id: at + 1, spot, start: instant(`${day} 08:00`), end: instant(`${day} 16:00`) }
    }),
    travel: {
      matrix: [
        { from: 'N', to: 'S', minutes: 30 },
        { from: 'N', to: 'I', minutes: 50 },
        { from: 'S', to: 'I', minutes: 45 },
        { from: 'farm', to: 'N', minutes: 20 },
        { from: 'N', to: 'farm', minutes: 25 },
        { from: 'farm', to: 'S', minutes: 35 },
        { from: 'farm', to: 'I', minutes: 10 },
      ],
    },
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  const found = solve(submission!.schedule, solveOptions({ seed: 1, maxIterations: 20_000, solver: await loadHighs(), proves: true }))
  const best = bestByForce(submission!.schedule).score
  // The farm and the island are 10 minutes apart, so its employee has both shifts there; the second one at North goes to whom it takes 60 minutes there and back.
  expect([best, found.score, found.bound, found.boundLeavesOut]).toEqual([[0, 0, 0, 100], [0, 0, 0, 100], [0, 0, 0, 100], []])
})
