import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { createTestTerminal } from '../../test/terminal.ts'
import { recordHeartbeat } from '../storage/nodes.ts'
import { runProgram } from './program.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const node = { version: '1.2.3', uptimeMs: 1000, keyName: '0123abcd' }
  await recordHeartbeat(database.db, { ...node, id: randomUUID(), name: 'b:2', roles: ['solver'], threads: 8 })
  await database.db.query(`update nodes set seen_at = seen_at - interval '20 seconds'`)
  await recordHeartbeat(database.db, { ...node, id: randomUUID(), name: 'a:1', roles: ['gateway', 'dispatcher'], threads: 0 })
})
afterAll(() => database.close())

describe('turnus nodes', () => {
  test('prints one line for each node, in the order of their names', async () => {
    const terminal = createTestTerminal()
    expect(await runProgram(['nodes', '--database-url', database.url], terminal)).toBe(0)
    const moment = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`
    const [titles, ...lines] = terminal.out().trimEnd().split('\n')
    expect(titles).toMatch(/^name +roles +version +threads +running jobs +started +last seen +state$/)
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^a:1 +gateway,dispatcher +1\\.2\\.3 +0 +0 +${moment} +${moment} +alive$`)),
      expect.stringMatching(new RegExp(`^b:2 +solver +1\\.2\\.3 +8 +0 +${moment} +${moment} +lost$`)),
    ])
  })

  test('prints every field with --json', async () => {
    const terminal = createTestTerminal({ env: { DATABASE_URL: database.url } })
    expect(await runProgram(['nodes', '--json'], terminal)).toBe(0)
    const moment: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
    const same = { id: expect.any(String) as unknown, version: '1.2.3', keyName: '0123abcd', runningJobs: 0, startedAt: moment, seenAt: moment }
    expect(JSON.parse(terminal.out())).toEqual([
      { ...same, name: 'a:1', roles: ['gateway', 'dispatcher'], threads: 0, state: 'alive' },
      { ...same, name: 'b:2', roles: ['solver'], threads: 8, state: 'lost' },
    ])
  })
})
