// Slow: every command of the page is run.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { HANG_MS } from '../patience.ts'
import { createTestTerminal } from '../terminal.ts'
import { commandsOf, openPage } from './page.ts'

const page = openPage('docs/replanning.md')
const commands = commandsOf(page.take('Planning again', 'sh'))
const events = page.take('What happened', 'json')
const CLINIC = fileURLToPath(new URL('../../examples/clinic-week.json', import.meta.url))
/** A short search is enough to have a roster. */
const QUICK = ['--max-iterations', '30000', '--threads', '1', '--max-seconds', '20']

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnus-replanning-'))
  writeFileSync(join(folder, 'events.json'), events)
})
afterAll(() => rmSync(folder, { recursive: true }))

async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const terminal = createTestTerminal()
  const code = await runProgram(args, terminal)
  return { code, out: terminal.out(), err: terminal.err() }
}

const written = (name: string): { shifts: { id: number; start: string; employee: number | null; fixed?: boolean }[] } =>
  JSON.parse(readFileSync(join(folder, name), 'utf8'))

test(
  'docs/replanning.md, block by block: the events are applied, and the replanned roster is one of the new schedule',
  async () => {
    const errs: string[] = []
    for (const command of commands) {
      const [npx, turnus, name, ...words] = command.split(/\s+/)
      expect([npx, turnus]).toEqual(['npx', 'turnus'])
      const args = words.map((word) => (word === 'examples/clinic-week.json' ? CLINIC : word.endsWith('.json') ? join(folder, word) : word))
      const { code, err } = await run(name!, ...args, ...(name === 'check' ? [] : QUICK))
      expect([command, code, err]).toEqual([command, 0, expect.any(String)])
      errs.push(err)
    }
    page.expectAllTaken('sh', 'json')
    const before = new Map(written('roster.json').shifts.map((shift) => [shift.id, shift]))
    const after = new Map(written('replanned.json').shifts.map((shift) => [shift.id, shift]))
    expect([after.has(107), after.has(900), after.get(110)!.start]).toEqual([false, true, '2027-10-26T09:00:00+02:00'])
    for (const { id, start, employee } of after.values()) {
      if (start < '2027-10-26') expect([id, employee]).toEqual([id, before.get(id)!.employee])
      else if (start > '2027-10-27' && start < '2027-10-29') expect([id, employee]).not.toEqual([id, 2])
    }
    expect(errs[1]).toContain('Who is affected')
    expect(errs[1]).toMatch(/Rosters to choose from:\n(?: {2}.*\n)* {2}.*, which is this one\./)
  },
  HANG_MS,
)

test('turnus replan lists all events that fit nothing, and writes nothing', async () => {
  writeFileSync(join(folder, 'wrong.json'), JSON.stringify({ events: [{ cancelShift: { shiftId: 7 } }, { absent: { employeeId: 77 } }] }))
  const { code, out, err } = await run('replan', CLINIC, join(folder, 'roster.json'), join(folder, 'wrong.json'))
  expect([code, out]).toEqual([1, ''])
  for (const part of ['wrong.json has 4 errors', '/events/0/cancelShift/shiftId', '/events/1/absent/employeeId', 'The schedule has no employee 77.'])
    expect(err).toContain(part)
})

test('turnus replan refuses a solution of another schedule, and two documents on stdout', async () => {
  writeFileSync(join(folder, 'other.json'), JSON.stringify({ shifts: [{ id: 1, employee: null }] }))
  expect((await run('replan', CLINIC, join(folder, 'other.json'), join(folder, 'events.json'))).err).toContain('is not a solution of this schedule')
  expect((await run('replan', CLINIC, join(folder, 'roster.json'), join(folder, 'events.json'), '--json')).code).toBe(2)
})
