import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { createTestTerminal } from '../../test/terminal.ts'
import { authenticate } from '../access/authenticate.ts'
import { insertAuditEvent } from '../storage/audit-events.ts'
import { runProgram } from './program.ts'

let database: TestDatabase
const secretKey = randomBytes(32).toString('hex')
const env = (): Record<string, string> => ({ DATABASE_URL: database.url, TURNUS_SECRET_KEY: secretKey })
const HOSPITAL = ['--organization', 'Hospital']
const ANNA = [...HOSPITAL, '--email', 'anna@x.example']

/** Runs a command and answers its exit code and what it printed. */
async function run(args: readonly string[], stdin = ''): Promise<{ code: number; out: string; err: string }> {
  const terminal = createTestTerminal({ env: env(), stdin })
  const code = await runProgram(args, terminal)
  return { code, out: terminal.out(), err: terminal.err() }
}
async function succeed(args: readonly string[], stdin?: string): Promise<string> {
  const { code, out, err } = await run(args, stdin)
  expect({ args, code, err }).toEqual({ args, code: 0, err: '' })
  return out.trim()
}
const works = (token: string): Promise<boolean> =>
  authenticate({ db: database.db }, `Bearer ${token}`).then(
    () => true,
    () => false,
  )

beforeAll(async () => {
  database = await createTestDatabase()
  await succeed(['organization', 'create', 'Hospital'])
  for (const name of ['Ward', 'Clinic']) await succeed(['department', 'create', name, ...HOSPITAL])
  await succeed(['user', 'create', ...ANNA, '--password-stdin', '--department', 'Ward'], 'lamp river eleven\n')
})
afterAll(() => database.close())

describe('turnus token rotate', () => {
  test('prints the new token alone; the old one works for the overlap, and not at all without', async () => {
    const old = await succeed(['token', 'create', ...HOSPITAL, '--department', 'Ward', '--name', 'import'])
    const next = await succeed(['token', 'rotate', '1', '--overlap-hours', '2'])
    expect(next).toMatch(/^tns_\w{49}$/)
    expect(await Promise.all([old, next].map(works))).toEqual([true, true])
    const last = await succeed(['token', 'rotate', '2', '--overlap-hours', '0'])
    expect(await Promise.all([next, last].map(works))).toEqual([false, true])
    const listed = JSON.parse(await succeed(['token', 'list', '--json'])) as object[]
    expect(listed).toMatchObject([
      { id: 1, replaces: null },
      { id: 2, replaces: 1, name: 'import' },
      { id: 3, replaces: 2, name: 'import' },
    ])
    expect(await run(['token', 'rotate', '1'])).toMatchObject({ code: 1, err: expect.stringMatching(/^token-not-rotatable: /) })
    expect(await run(['token', 'rotate', '99'])).toMatchObject({ code: 1, err: expect.stringMatching(/^not-found: /) })
  })
})

describe('turnus user', () => {
  const anna = async (): Promise<object> => (JSON.parse(await succeed(['user', 'list', '--json'])) as object[])[0]!
  const memberships = async (): Promise<unknown[]> => (await database.db.query('select department_id as id from memberships order by 1')).rows

  test('update gives a role and departments, and disable and enable say nothing', async () => {
    await succeed(['user', 'update', ...ANNA, '--role', 'reader', '--add-department', 'Clinic', '--remove-department', '1'])
    expect(await anna()).toMatchObject({ email: 'anna@x.example', role: 'reader', disabledAt: null })
    expect(await memberships()).toEqual([{ id: 2 }])
    expect(await succeed(['user', 'disable', ...ANNA])).toBe('')
    expect(await anna()).toMatchObject({ disabledAt: expect.any(String) })
    expect(await succeed(['user', 'list'])).toMatch(/disabled\n.*anna@x\.example.* UTC$/)
    expect(await succeed(['user', 'enable', ...ANNA])).toBe('')
    expect(await anna()).toMatchObject({ disabledAt: null })
  })

  test('an unknown user, a common password and the last administrator are told with code and remedy', async () => {
    const nobody = [...HOSPITAL, '--email', 'nobody@x.example']
    expect(await run(['user', 'disable', ...nobody])).toMatchObject({ code: 1, err: expect.stringMatching(/^not-found: [\s\S]*Remedy: /) })
    const common = await run(['user', 'password', ...ANNA, '--password-stdin'], 'qwertyuiop\n')
    expect(common).toMatchObject({ code: 1, err: expect.stringMatching(/^request-invalid: [\s\S]*\/password password-common: /) })
    await succeed(['user', 'update', ...ANNA, '--role', 'administrator'])
    expect(await run(['user', 'disable', ...ANNA])).toMatchObject({ code: 1, err: expect.stringMatching(/^last-administrator: /) })
  })
})

describe('turnus audit list', () => {
  test('prints a table, newest first, and says when there is more', async () => {
    await insertAuditEvent(database.db, {
      actor: { kind: 'stranger', address: '192.0.2.1' },
      action: 'access.refused',
      organizationId: null,
      departmentId: null,
      target: null,
      detail: { code: 'not-authenticated', reason: 'unknown' },
    })
    const [titles, newest, older, ...rest] = (await succeed(['audit', 'list'])).split('\n')
    expect(titles).toMatch(/^at +organization +actor +address +action +target +detail$/)
    const moment = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`
    expect(newest).toMatch(new RegExp(`^${moment} +- +stranger +192\\.0\\.2\\.1 +access\\.refused +- +code=not-authenticated reason=unknown$`))
    expect(older).toMatch(new RegExp(`^${moment} +1 +command line +- +user\\.role-changed +user 1 +from=reader to=administrator tokensRevoked=0$`))
    expect(rest.at(-1)).toMatch(/organization\.created +organization 1 Hospital +-$/)
    expect(await run(['audit', 'list', '--limit', '2'])).toMatchObject({
      code: 0,
      err: 'There are more than 2: narrow it with --since, or raise --limit.\n',
    })
  })

  test('takes an organization, a moment and an action, and prints every field with --json', async () => {
    const list = async (...args: readonly string[]) => JSON.parse(await succeed(['audit', 'list', '--json', ...args])) as { action: string }[]
    const all = await list()
    expect(await list(...HOSPITAL)).toEqual(all.slice(1))
    expect(await list('--since', '2099-01-01')).toEqual([])
    expect(await list('--since', '2020-01-01T00:00:00+01:00')).toEqual(all)
    expect((await list('--action', 'token.rotated')).map(({ action }) => action)).toEqual(['token.rotated', 'token.rotated'])
    expect(Object.keys(all[0]!)).toEqual(
      expect.arrayContaining(['id', 'at', 'organizationId', 'actor', 'tokenId', 'userId', 'address', 'action', 'target', 'detail']),
    )
    expect(await run(['audit', 'list', '--organization', 'Nowhere'])).toMatchObject({ code: 1, err: expect.stringMatching(/^not-found: /) })
  })
})
