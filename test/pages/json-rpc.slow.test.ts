// Slow: every command of the page is run.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Score } from '../../src/model/score.ts'
import { openPage } from './page.ts'
import { openServedWorkbench, type ServedWorkbench } from './served-workbench.ts'

interface Document {
  readonly employees: readonly { readonly id: number }[]
  readonly shifts: readonly { readonly id: number }[]
}

interface Roster {
  readonly shifts: readonly { readonly id: number; readonly employee: number | null }[]
}

/** The rest before Wednesday's early shift decides the week; of the time of day 7 hours are left. */
const BEST: Score = [0, 0, 0, 7]

describe.skipIf(process.platform === 'win32')('docs/json-rpc.md, block by block', () => {
  const page = openPage('docs/json-rpc.md')
  // What somebody has submitted who comes from that page.
  const shop = JSON.parse(openPage('docs/getting-started.md').take('2. Write a schedule', 'json')) as Document
  let bench: ServedWorkbench
  let ask: string

  beforeAll(async () => {
    bench = await openServedWorkbench()
    ask = page.take('JSON-RPC: asking about schedules and rosters', 'sh')
    await bench.submitAndWait(shop, '1', BEST)
  })
  afterAll(() => bench?.close())

  test('the command that is shown is answered with those who could work that shift', async () => {
    // Bo works it, and Anna would come from it to the early shift of Wednesday without a rest.
    const asked = async (more: string): Promise<unknown> => JSON.parse(await bench.run(ask.replace('"limit": 3', `"limit": 3${more}`)))
    expect(await asked('')).toMatchObject({ jsonrpc: '2.0', id: 1, result: { shiftId: 2, employees: [], otherCount: 1 } })
    expect(await asked(', "others": true')).toMatchObject({
      result: { otherEmployees: [{ name: 'Anna', settings: expect.arrayContaining(['minRestBetweenShifts']) }] },
    })
    expect(await asked(', "asItStands": false, "others": true')).toMatchObject({
      result: { employees: [{ name: 'Bo', scoreChange: [0, -20, expect.anything(), expect.anything()] }], otherEmployees: [{ name: 'Anna' }] },
    })
  })

  test('the failure that is shown is what the same command is answered for a shift that there is not', async () => {
    const shown: unknown = JSON.parse(page.take('Failures', 'json'))
    expect(JSON.parse(await bench.run(ask.replace('"shiftId": 2', '"shiftId": 9')))).toEqual(shown)
  })

  test('a schedule with a roster beside it is asked about as it is shown', async () => {
    const { schedule, solution } = JSON.parse(page.take('What is asked about', 'json')) as { schedule: Document; solution: Roster }
    // The lists are empty on the page, since it is about where they stand.
    expect(Object.keys(schedule).every((name) => name in shop)).toBe(true)
    const shifts = shop.shifts.map(({ id }) => solution.shifts.find((shift) => shift.id === id) ?? { id, employee: null })
    // Nobody works the other four, of which each costs 20.
    expect(shifts.filter(({ employee }) => employee !== null)).toEqual(solution.shifts)
    expect(await bench.client.call('schedule.evaluate', { schedule: { ...schedule, ...shop }, solution: { ...solution, shifts } })).toMatchObject({
      score: [0, 80, expect.anything(), expect.anything()],
    })
  })

  test('the command that asks in German is answered with German sentences', async () => {
    // The shell of the first command has the token.
    const [token] = ask.split('\n')
    const answer: unknown = JSON.parse(await bench.run(`${token}\n${page.take('Language', 'sh')}`))
    const taken = {
      shiftId: 1,
      before: null,
      text: expect.stringMatching(/^(Anna|Bo) übernimmt Monday \(02\.03\.2026 09:00–17:00\), bisher unbesetzt/),
    }
    expect(answer).toMatchObject({ jsonrpc: '2.0', id: 1, result: { changes: expect.arrayContaining([expect.objectContaining(taken)]) } })
  })

  test('a request that was submitted is asked about by its number alone', async () => {
    await bench.database.db.query('alter table jobs alter column id restart with 4711')
    const question = JSON.parse(page.take('What is asked about', 'json')) as { solverProblemId: string }
    await bench.submitAndWait(shop, question.solverProblemId, BEST)
    expect(await bench.client.call('schedule.evaluate', { ...question })).toMatchObject({ score: BEST })
    page.expectAllTaken('sh', 'json')
  })
})
