import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestTerminal } from '../../test/terminal.ts'
import type { SolutionDocument } from '../api/write-solution.ts'
import { runProgram } from './program.ts'

const shiftOn = (id: number, day: number, more: object = {}): object => ({
  id,
  spot: 1,
  start: `2026-03-0${day}T07:00:00+01:00`,
  end: `2026-03-0${day}T15:00:00+01:00`,
  ...more,
})
const SCHEDULE = {
  timeZone: 'Europe/Copenhagen',
  // Ann wishes one of her days otherwise, and nobody may work at spot 2: a rule is broken, and a shift is empty.
  employees: [{ id: 1, name: 'Ann', wishes: [{ type: 'UNDESIRED', start: '2026-03-03T00:00:00+01:00', end: '2026-03-04T00:00:00+01:00' }] }],
  spots: [{ id: 1 }, { id: 2, skills: [9] }],
  shifts: [
    shiftOn(1, 2, { fixed: true, employee: 1, tags: ['early'] }),
    shiftOn(2, 3, { fixed: true, employee: 1 }),
    shiftOn(3, 4, { spot: 2, importance: 'OPTIONAL', name: 'Theatre' }),
  ],
  settings: { evenShiftDistribution: { firstPriorityWeight: 0 } },
  freePeriodRequirements: [{ id: 5, employeeId: 1, windowStart: '2026-03-02', windowEnd: '2026-03-08', demand: { requiredUnitCount: 1 } }],
}

let folder: string
let solution: SolutionDocument & Record<string, unknown>

async function run(...args: readonly string[]) {
  const terminal = createTestTerminal()
  const code = await runProgram(args, terminal)
  return { code, out: terminal.out(), err: terminal.err() }
}

/** What `check --json` says of a solution. */
async function check(stated: unknown): Promise<{ code: number; objections: readonly string[]; violations: readonly { priority: number }[] }> {
  const file = join(folder, 'stated.json')
  await writeFile(file, JSON.stringify(stated))
  const { code, out, err } = await run('check', join(folder, 'schedule.json'), file, '--json')
  if (out === '') throw new Error(err)
  return { code, ...(JSON.parse(out) as { objections: string[]; violations: { priority: number }[] }) }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnus-test-'))
  await writeFile(join(folder, 'schedule.json'), JSON.stringify(SCHEDULE))
  const { code, out, err } = await run('solve', join(folder, 'schedule.json'), '--threads', '1', '--max-iterations', '100')
  if (code !== 0) throw new Error(err)
  solution = JSON.parse(out) as typeof solution
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const withShift = (id: number, more: object): object => ({
  ...solution,
  shifts: solution.shifts.map((shift) => (shift['id'] === id ? { ...shift, ...more } : shift)),
})

test('what solve wrote stands, with something of everything in it', async () => {
  expect(await check(solution)).toMatchObject({ code: 0, objections: [] })
  for (const field of ['constraintRelease', 'unassigned', 'freePeriodSelections'] as const) expect(solution[field]).not.toEqual([])
})

test('empty shifts that a search had no time to explain are none that it states falsely', async () => {
  const unexplained = solution.unassigned.map((empty) => ({ ...empty, complete: false, employees: [], cause: 'The time was over.' }))
  expect(await check({ ...solution, unassigned: unexplained })).toMatchObject({ code: 0, objections: [] })
  expect((await check({ ...solution, unassigned: unexplained.slice(1) })).code).toBe(1)
})

test('check counts priorities from 1, as everything else does', async () => {
  const { violations } = await check(solution)
  expect(violations).toEqual(solution.constraintRelease)
})

describe('a solution that states what is not so is refused', () => {
  const release = (): SolutionDocument['constraintRelease'][number] => solution.constraintRelease.find(({ setting }) => setting === 'undesired')!
  for (const { name, stated, says } of [
    { name: 'another score', stated: () => ({ ...solution, score: [0, 0, 0, 0] }), says: 'states the score 0 / 0 / 0 / 0' },
    {
      name: 'a score that is none',
      stated: () => ({ ...solution, score: 'good' }),
      says: 'The score that the solution states is not four whole numbers',
    },
    {
      name: 'a bound that is none',
      stated: () => ({ ...solution, bound: [1] }),
      says: 'The bound that the solution states is not four whole numbers',
    },
    { name: 'another gap', stated: () => ({ ...solution, gap: 0.5 }), says: 'states the gap 0.5' },
    { name: 'another start', stated: () => withShift(2, { start: '2026-03-03T08:00:00+01:00' }), says: 'Shift 2: the solution states start' },
    { name: 'another end', stated: () => withShift(1, { end: '2026-03-02T16:00:00+01:00' }), says: 'Shift 1: the solution states end' },
    { name: 'an end that is none', stated: () => withShift(1, { end: 'late' }), says: 'Shift 1: the solution states end "late"' },
    { name: 'another spot', stated: () => withShift(3, { spot: 1 }), says: 'Shift 3: the solution states spot 1, and the schedule 2.' },
    { name: 'other tags', stated: () => withShift(1, { tags: ['late'] }), says: 'Shift 1: the solution states tags' },
    { name: 'another importance', stated: () => withShift(3, { importance: 'MANDATORY' }), says: 'Shift 3: the solution states importance' },
    { name: 'a shift that is not fixed', stated: () => withShift(2, { fixed: false }), says: 'Shift 2: the solution states fixed' },
    { name: 'a break that is none', stated: () => withShift(2, { breakMinutes: 30 }), says: 'Shift 2: the solution states breakMinutes 30' },
    { name: 'another name', stated: () => withShift(3, { name: 'Ward' }), says: 'Shift 3: the solution states name "Ward"' },
    { name: 'a search that failed', stated: () => ({ ...solution, status: 'FAILED' }), says: 'states the status "FAILED"' },
    { name: 'a status that there is not', stated: () => ({ ...solution, status: 'DONE' }), says: 'states the status "DONE", which there is not' },
    { name: 'a callback of another type', stated: () => ({ ...solution, type: 'schedule.failed' }), says: 'states the type "schedule.failed"' },
    { name: 'a reason that there is not', stated: () => ({ ...solution, stopReason: 'TIRED' }), says: 'states the stopReason "TIRED"' },
    { name: 'no reason at its end', stated: () => ({ ...solution, stopReason: null }), says: 'no reason why its search ended' },
    {
      name: 'an optimum without a proof',
      stated: () => ({ ...solution, stopReason: 'OPTIMAL', bound: null, gap: null }),
      says: 'no bound that proves it',
    },
    {
      name: 'a rule that is not broken',
      stated: () => ({ ...solution, constraintRelease: [...solution.constraintRelease, { ...release(), setting: 'desired' }] }),
      says: 'states that desired on priority',
    },
    { name: 'no rule broken', stated: () => ({ ...solution, constraintRelease: [] }), says: 'does not state that undesired on priority' },
    {
      name: 'another penalty',
      stated: () => ({ ...solution, constraintRelease: solution.constraintRelease.map((one) => ({ ...one, penalty: 99 })) }),
      says: 'states a penalty of 99',
    },
    {
      name: 'other places',
      stated: () => ({ ...solution, constraintRelease: solution.constraintRelease.map((one) => ({ ...one, matches: [] })) }),
      says: 'states other places at which',
    },
    { name: 'no empty shift', stated: () => ({ ...solution, unassigned: [] }), says: 'follows from its roster at /unassigned/0' },
    {
      name: 'another free period',
      stated: () => ({ ...solution, freePeriodSelections: [{ ...solution.freePeriodSelections[0], units: 7 }] }),
      says: 'at /freePeriodSelections/0/units',
    },
    {
      name: 'more free days',
      stated: () => ({ ...solution, residualFreeDays: [{ employeeId: 1, localDate: '2026-03-05' }] }),
      says: 'at /residualFreeDays/0',
    },
    {
      name: 'a free period that is missing',
      stated: () => ({ ...solution, unresolvedFreePeriodRequirements: [{ requirementId: 5 }] }),
      says: 'at /unresolvedFreePeriodRequirements/0',
    },
    { name: 'changes that there are not', stated: () => ({ ...solution, changes: [{ shiftId: 1 }] }), says: 'at /changes/0' },
  ]) {
    test(`${name}`, async () => {
      const { code, objections } = await check(stated())
      expect([code, objections.some((objection) => objection.includes(says)), objections]).toEqual([1, true, objections])
    })
  }
})

describe('what says the same in other words stands', () => {
  for (const { name, stated } of [
    { name: 'a roster alone', stated: () => ({ shifts: solution.shifts.map(({ id, employee }) => ({ id, employee })) }) },
    { name: 'the same moment with another offset', stated: () => withShift(1, { start: '2026-03-02T06:00:00Z' }) },
    {
      name: 'defaults that were left out',
      stated: () => withShift(2, { importance: 'MANDATORY', weight: 1, historic: false, tags: [], breakMinutes: 0 }),
    },
    { name: 'a field of somebody else', stated: () => withShift(1, { colour: 'red' }) },
    {
      name: 'rules and places in another order',
      stated: () => ({
        ...solution,
        constraintRelease: solution.constraintRelease.toReversed().map((one) => ({ ...one, matches: one.matches.toReversed() })),
      }),
    },
    {
      name: 'sentences in other words',
      stated: () => ({ ...solution, unassigned: solution.unassigned.map((one) => ({ ...one, cause: 'Sorry.' })) }),
    },
    {
      name: 'a roster while the search goes on',
      stated: () => ({
        ...solution,
        type: undefined,
        status: 'SOLVING',
        stopReason: null,
        bound: null,
        gap: null,
        noBoundReason: null,
        unassigned: [],
      }),
    },
  ]) {
    test(`${name}`, async () => {
      expect(await check(stated())).toMatchObject({ code: 0, objections: [] })
    })
  }
})

test('a list of what the bound leaves out that is not so is objected to, and the one that was written is not', async () => {
  const { code, objections } = await check({ ...solution, boundLeavesOut: ['pairings'] })
  expect(code).not.toBe(0)
  expect(objections).toEqual([expect.stringContaining('states that its bound leaves out')])
  expect(await check({ ...solution, boundLeavesOut: [] })).toMatchObject({ code: 0, objections: [] })
})

test('a file that names something twice in one object is refused, with where', async () => {
  const file = join(folder, 'twice.json')
  await writeFile(file, '{\n "shifts": [],\n "shifts": []\n}')
  const { code, err } = await run('check', join(folder, 'schedule.json'), file)
  expect(code).not.toBe(0)
  expect(err).toContain('names "shifts" twice in one object, the second time at line 3, column 2')
})
