// Slow: processes live through every failure that could put a secret into a log.
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTokenText } from '../../src/access/token-text.ts'
import { openDb } from '../../src/storage/db.ts'
import { openEmbedded } from '../../src/storage/embedded.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { until } from '../patience.ts'
import { administer } from './administer.ts'
import { expectNoSecrets, findSecrets, noteSecret } from './secrets.ts'
import { inTemporaryFolder, type ServeProcess, startServe } from './turnus.ts'

const KEY = randomBytes(32).toString('hex')
const PASSWORD = 'a password that nobody sees'
const HEADER_VALUE = 'open sesame, said the client'
const CITY = ['--organization', 'City Hospital']
const WARD = [...CITY, '--department', 'Medical Ward']

const schedule = (receiver: string, more: object = {}) => ({
  callbackUrl: `${receiver}&secret-of-the-address`,
  callbackAuthenticationHeaderName: 'X-Api-Key',
  callbackAuthenticationHeaderValue: HEADER_VALUE,
  employees: [{ id: 1, name: 'Florence Nightingale', skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, name: 'Night on Ward Seven', spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
  spots: [{ id: 1, name: 'Room of Quarantine', teams: [], skills: [] }],
  termination: { maxSeconds: 1 },
  ...more,
})

/** A receiver that answers 500 with everything that it was sent. */
async function startEcho(): Promise<Receiver> {
  const echo: Receiver = await startReceiver((response, number) => {
    const { headers, body } = echo.calls[number - 1]!
    response.writeHead(500).end(JSON.stringify(headers) + body)
  })
  return echo
}

/** Posts, and answers the status and the text. */
async function post(
  gateway: ServeProcess,
  at: string,
  { token, body, key = 'the same' }: { token?: string; body: string; key?: string },
): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${gateway.address}${at}`, { method: 'POST', headers, body })
  return { status: answer.status, text: await answer.text() }
}

/** Runs `work` on the embedded database of a data folder. */
async function onDatabase(data: string, sql: string): Promise<void> {
  const embedded = await openEmbedded(data, 'administration')
  const db = openDb(embedded.url, { maxConnections: 1 })
  await db.query(sql).finally(() => db.close())
  await embedded.close()
}

/** Everything that PostgreSQL logged. */
async function readDatabaseLog(data: string): Promise<string> {
  const folder = path.join(data, 'postgres', 'log')
  const files = await readdir(folder)
  return (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))).join('\n')
}

const administerWithKey = (data: string, args: readonly string[], stdin = ''): Promise<string> =>
  administer(data, args, { stdin, env: { TURNUS_SECRET_KEY: KEY } })

/** Whatever a client may do wrong, each with what the answer may repeat of it to the one who sent it. */
function wrongRequests(receiver: string, token: string): readonly { at: string; body: string; token?: string; status: number }[] {
  const at = '/api/v1/gateway'
  const login = (email: string, password: string) => ({ at: '/v1/auth', body: JSON.stringify({ email, password }) })
  const change = (passwords: object) => ({ at: '/v1/auth/password', body: JSON.stringify({ email: 'planner@ward.example', ...passwords }) })
  const posted = (more: object) => JSON.stringify(schedule(receiver, more))
  return [
    { ...login('planner@ward.example', `${PASSWORD}!`), status: 401 },
    { ...login('nobody@ward.example', PASSWORD), status: 401 },
    { at: '/v1/auth', body: JSON.stringify({ email: ['planner@ward.example'], password: { PASSWORD } }), status: 422 },
    { at: '/v1/auth', body: `{"password":"${PASSWORD}"`, status: 400 },
    { ...change({ password: `${PASSWORD}!`, newPassword: PASSWORD }), status: 401 },
    { ...change({ password: PASSWORD, newPassword: [PASSWORD] }), status: 422 },
    { ...change({ password: PASSWORD, newPassword: `${PASSWORD}\n`.repeat(60) }), status: 422 },
    { at, body: posted({}), status: 401 },
    { at, body: posted({}), token: makeTokenText(), status: 401 },
    { at, body: posted({}), token: `${token}x`, status: 401 },
    { at, body: `${posted({})}}`, token, status: 400 },
    { at, body: posted({ callbackAuthenticationHeaderValue: 1_234_567_890_123 }), token, status: 422 },
    { at, body: posted({ callbackAuthenticationHeaderValue: `${HEADER_VALUE}\n` }), token, status: 422 },
    { at, body: posted({ callbackAuthenticationHeaderValue: HEADER_VALUE.repeat(500) }), token, status: 422 },
    { at, body: posted({ callbackAuthenticationHeaderName: undefined }), token, status: 422 },
    { at, body: posted({ callbackUrl: `https://user:${PASSWORD.replaceAll(' ', '+')}@consumer.example/` }), token, status: 422 },
    { at, body: posted({ shifts: [{ name: 'Night on Ward Seven' }] }), token, status: 422 },
    { at, body: posted({ queuePriority: 1 }), token, status: 422 },
  ]
}

describe('what must not be seen', () => {
  test('is in no log of the gateway or its database, no answer to a mistake, and no list', () =>
    inTemporaryFolder(async (data) => {
      for (const name of ['Florence Nightingale', 'Night on Ward Seven', 'Room of Quarantine']) noteSecret('a name of the schedule', name)
      noteSecret('the value of a callback header', HEADER_VALUE)
      noteSecret('the value of a callback header', '1234567890123')
      noteSecret('the address of a callback', 'secret-of-the-address')
      noteSecret('the secret key', KEY)
      noteSecret('the secret key', Buffer.from(KEY, 'hex').toString('base64'))
      noteSecret('a password', PASSWORD.replaceAll(' ', '+'))
      const echo = await startEcho()
      const gateway = await startServe(data, { env: { TURNUS_SECRET_KEY: KEY } })

      await administerWithKey(data, ['organization', 'create', 'City Hospital'])
      await administerWithKey(data, ['department', 'create', 'Medical Ward', ...CITY])
      await administerWithKey(data, ['department', 'secret', 'Medical Ward', ...CITY])
      await administerWithKey(
        data,
        ['user', 'create', ...CITY, '--email', 'planner@ward.example', '--password-stdin', '--department', 'Medical Ward'],
        PASSWORD,
      )
      const token = await administerWithKey(data, ['token', 'create', ...WARD])
      const loggedIn = await post(gateway, '/v1/auth', { body: JSON.stringify({ email: 'planner@ward.example', password: PASSWORD }) })
      expect(loggedIn.status).toBe(200)
      noteSecret('a token', (JSON.parse(loggedIn.text) as { access_token: string }).access_token)

      const accepted = await post(gateway, '/api/v1/gateway', { token, body: JSON.stringify(schedule(echo.url)) })
      expect(accepted.status).toBe(201)
      for (const { at, status, ...wrong } of wrongRequests(echo.url, token)) {
        const answer = await post(gateway, at, wrong)
        expect([wrong.body.slice(0, 100), answer.status]).toEqual([wrong.body.slice(0, 100), status])
        expect(findSecrets(answer.text), answer.text).toEqual([])
      }
      await expect.poll(() => echo.calls.length).toBeGreaterThan(0)

      // Bugs of ours: PostgreSQL refuses a row, and tells the whole of it to its owner.
      await onDatabase(data, `alter table deliveries add constraint unlucky check (url = '') not valid`)
      expect((await post(gateway, '/api/v1/gateway', { token, body: JSON.stringify(schedule(echo.url)), key: 'another' })).status).toBe(201)
      await until('an end that could not be stored', () => gateway.logged().includes('could not be stored'))
      await onDatabase(data, 'alter table deliveries drop constraint unlucky')
      await onDatabase(data, 'alter table jobs add constraint unlucky check (employees < 0) not valid')
      const failed = await post(gateway, '/api/v1/gateway', { token, body: JSON.stringify(schedule(echo.url)), key: 'a third' })
      expect([failed.status, findSecrets(failed.text)]).toEqual([500, []])
      await onDatabase(data, 'alter table jobs drop constraint unlucky')

      for (const list of ['organization list', 'department list', 'user list', 'token list', 'nodes']) {
        expect(findSecrets(await administerWithKey(data, [...list.split(' '), '--json'])), list).toEqual([])
      }
      expect(findSecrets(await administerWithKey(data, ['key', 'rotate']))).toEqual([])

      expect(await gateway.stop()).toBe(0)
      const log = await gateway.log
      expect(log).toContain('callback tried')
      expect(log).toContain('a request failed')
      expect(log).toContain('could not be stored')
      const databaseLog = await readDatabaseLog(data)
      expect(databaseLog).toContain('unlucky')
      expectNoSecrets(databaseLog)
      await echo.close()
    }))
})
