// Slow: searches go on until they are proved.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gapBetween, type Score } from '../../src/model/score.ts'
import { openPage } from './page.ts'
import { createWorkbench, type Workbench } from './workbench.ts'

/** What a solution says of how good it is. */
interface Figures {
  readonly score: Score
  readonly bound: Score
  readonly gap: number
  readonly stopReason: string
}

/** As the page rounds it. */
const GAP_DIGITS = 4

describe.skipIf(process.platform === 'win32')('docs/bounds.md, block by block', () => {
  const page = openPage('docs/bounds.md')
  const shown = JSON.parse(page.take('How good is it? Score, bound and gap', 'json')) as Figures
  const { termination } = JSON.parse(`{${page.take('Asking for a gap', 'json')}}`) as { termination: { maxSeconds: number; targetGap: number } }
  const leavingOut = JSON.parse(page.take('What it leaves out', 'json')) as object
  let bench: Workbench

  beforeAll(() => {
    bench = createWorkbench()
  })
  afterAll(() => bench?.close())

  test('the gap that is shown is the one between the score and the bound that are shown, and about half a per cent', () => {
    expect(gapBetween(shown.score, shown.bound)).toBeCloseTo(shown.gap, GAP_DIGITS)
    expect(shown.gap).toBeCloseTo(0.005, GAP_DIGITS - 1)
  })

  test('a schedule with the termination that is shown ends by it and not by its time, with the figures that are shown', async () => {
    const answer = await solve(termination)
    expect(answer).toMatchObject(Object.fromEntries(Object.keys(shown).map((name) => [name, expect.anything()])))
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(Object.keys(leavingOut)))
    expect(answer).toMatchObject({ score: [0, 0, 0, 1005], bound: [0, 0, 0, 1000], stopReason: 'CONVERGED' })
    expect(answer.gap).toBeCloseTo(0.005, GAP_DIGITS)
    expect(answer.gap).toBeLessThanOrEqual(termination.targetGap)
  })

  test('the same one without a target goes on until its time is over', async () => {
    expect((await solve({ maxSeconds: 1 })).stopReason).toBe('TIME_LIMIT')
    page.expectAllTaken('json')
  })

  /**
   * A schedule of which less is proved than is so: one of two shifts at the same time stays empty, which costs 1,000, and is proved; work
   * starts at 07:00 and 12:00, which costs 5, and is not, since nothing is proved about the same time of day.
   */
  async function solve(wanted: object): Promise<Figures> {
    const shift = (id: number, start: string, more: object = {}): object => ({
      id,
      spot: 1,
      start: `2027-03-${start}:00Z`,
      end: `2027-03-${start.slice(0, 2)}T20:00:00Z`,
      ...more,
    })
    const dear = { importance: 'OPTIONAL', weight: 1000 }
    const schedule = {
      timeZone: 'UTC',
      employees: [{ id: 1 }],
      spots: [{ id: 1 }],
      shifts: [shift(1, '01T07:00'), shift(2, '02T12:00'), shift(3, '03T12:00', dear), shift(4, '03T12:00', dear)],
      termination: wanted,
    }
    writeFileSync(join(bench.folder, 'schedule.json'), JSON.stringify(schedule))
    await bench.run('npx turnus solve schedule.json --out solution.json')
    return JSON.parse(readFileSync(join(bench.folder, 'solution.json'), 'utf8')) as Figures
  }
})
