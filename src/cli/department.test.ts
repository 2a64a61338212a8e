import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { createTestTerminal } from '../../test/terminal.ts'
import { listDepartments } from '../storage/departments.ts'
import { runProgram } from './program.ts'

const KEY = randomBytes(32)
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await createTestCaller(database.db, KEY)
})
afterAll(() => database.close())

/** Runs a command with a secret key; answers its exit code and what it said of a failure. */
async function run(args: readonly string[], key: Buffer): Promise<{ code: number; err: string }> {
  const terminal = createTestTerminal({ env: { DATABASE_URL: database.url, TURNUS_SECRET_KEY: key.toString('hex') } })
  return { code: await runProgram([...args], terminal), err: terminal.err() }
}

test('a department is not made with a key that the others are not sealed with: no gateway could call back for it', async () => {
  const [department] = await listDepartments(database.db, null)
  const args = ['department', 'create', 'Night', '--organization', String(department!.organizationId)]
  expect(await run(args, randomBytes(32))).toEqual({ code: 1, err: expect.stringContaining('cannot be opened with the secret key in use') })
  expect(await listDepartments(database.db, null)).toHaveLength(1)
  expect(await run(args, KEY)).toEqual({ code: 0, err: '' })
})
