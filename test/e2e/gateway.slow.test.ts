// Slow: several processes start an embedded PostgreSQL, one is killed, and its lease of ten seconds has to end.
import { readFile } from 'node:fs/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../../src/cli/demo-receiver.ts'
import { type Client, createClient, verifyCallback } from '../../src/client/client.ts'
import { openEmbedded } from '../../src/storage/embedded.ts'
import { administer } from './administer.ts'
import { noteSecret } from './secrets.ts'
import { inTemporaryFolder, startServe, turnus } from './turnus.ts'

const HOSPITAL = ['--organization', 'City Hospital']
/** The test asks until a lease is over, and a client that was refused for that stays away for a minute, in which the gateway would search on. */
const ASKED_OFTEN = { env: { TURNUS_REQUESTS_PER_MINUTE: '1000000' } }
/** Between two questions, in milliseconds. */
const ASK_MS = 100
const WARD = [...HOSPITAL, '--department', 'Medical Ward']

describe('administration without a running gateway', () => {
  test('makes an organization, a department, a user and a token, and prints each alone', () =>
    inTemporaryFolder(async (data) => {
      const first = await turnus(['organization', 'create', 'City Hospital', '--data', data])
      expect(first).toEqual({ code: 0, stdout: '1\n', stderr: '' })
      // The first command started a database and stopped it again; the others find one that runs, and need no process of their own.
      const embedded = await openEmbedded(data, 'administration')
      onTestFinished(() => embedded.close())
      expect(await administer(data, ['department', 'create', 'Medical Ward', ...HOSPITAL])).toBe('1')
      expect(await administer(data, ['department', 'secret', 'Medical Ward', ...HOSPITAL])).toMatch(/^whsec_\S+$/)
      const user = ['user', 'create', ...HOSPITAL, '--email', 'Planner@ward.example', '--password-stdin', '--department', 'Medical Ward']
      expect(await administer(data, user, { stdin: 'a password of some length\n' })).toBe('1')

      const homeless = ['user', 'create', ...HOSPITAL, '--email', 'b@ward.example', '--password-stdin', '--role', 'reader', '--data', data]
      expect(await turnus(homeless, { stdin: 'a password of some length' })).toMatchObject({
        code: 0,
        stdout: '2\n',
        stderr: expect.stringMatching(/^Warning: a reader without --department/),
      })

      const token = await administer(data, ['token', 'create', ...WARD, '--scope', 'gateway:read', '--expires-days', '2'])
      expect(token).toMatch(/^tns_[0-9A-Za-z]+$/)
      const listed = JSON.parse(await administer(data, ['token', 'list', '--json'])) as Record<string, unknown>[]
      expect(listed).toMatchObject([{ id: 1, departmentId: 1, scopes: ['gateway:read'], revokedAt: null }])
      expect(JSON.stringify(listed)).not.toContain(token)

      await administer(data, ['token', 'revoke', '1'])
      expect(await turnus(['token', 'revoke', '1', '--data', data])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^not-found: Token 1 was revoked already/),
      })
      expect(await turnus(['organization', 'create', 'City Hospital', '--data', data])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^name-taken: [\s\S]*Remedy: /),
      })
    }))

  test('comes before the first start, which then says how to make an administrator, whose password can be replaced', () =>
    inTemporaryFolder(async (data) => {
      await administer(data, ['organization', 'create', 'City Hospital'])
      await administer(data, ['department', 'create', 'Medical Ward', ...HOSPITAL])
      const gateway = await startServe(data)
      onTestFinished(() => gateway.kill())
      expect(gateway.greeting).toContain('turnus user create --organization 1 --email E --role administrator --password-stdin')
      const logIn = async (password: string) => {
        const body = JSON.stringify({ email: 'a@b.example', password })
        return (await fetch(`${gateway.address}/v1/auth`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
      }
      const who = ['--organization', '1', '--email', 'a@b.example', '--password-stdin']
      await administer(data, ['user', 'create', ...who, '--role', 'administrator'], { stdin: 'the first password' })
      expect(await logIn('the first password')).toBe(200)
      expect(await administer(data, ['user', 'password', ...who], { stdin: 'the second password\n' })).toBe('')
      expect([await logIn('the first password'), await logIn('the second password')]).toEqual([401, 200])
      expect(await gateway.stop()).toBe(0)
    }))
})

describe('a gateway that is killed in mid-solve', () => {
  test('solves and calls back after it was started again; what was administered beside it holds', () =>
    inTemporaryFolder(async (data) => {
      const receiver = await startReceiver()
      const first = await startServe(data, ASKED_OFTEN)
      onTestFinished(() => first.kill())
      expect(first.greeting).toMatch(/e-mail .*@/)
      await administer(data, ['organization', 'create', 'City Hospital'])
      await administer(data, ['department', 'create', 'Medical Ward', ...HOSPITAL])
      const token = await administer(data, ['token', 'create', ...WARD])
      const secret = await administer(data, ['department', 'secret', 'Medical Ward', ...HOSPITAL])

      const example = JSON.parse(await readFile('examples/hospital-month.json', 'utf8')) as { employees: { name: string }[] }
      for (const { name } of example.employees) noteSecret('the name of an employee', name)
      const schedule = { ...example, callbackUrl: receiver.url, termination: { maxSeconds: 3600, seed: 1 } }
      const { solverProblemId } = await createClient({ baseUrl: first.address, token }).submit(schedule)
      await untilScored(createClient({ baseUrl: first.address, token }), solverProblemId, 1)
      await first.kill()

      const second = await startServe(data, ASKED_OFTEN)
      onTestFinished(() => second.kill())
      expect(second.greeting).not.toContain('password')
      const client = createClient({ baseUrl: second.address, token })
      await untilScored(client, solverProblemId, 2)
      await client.stop(solverProblemId)
      const { headers, body } = await receiver.received
      expect(verifyCallback(body, headers, secret)).toMatchObject({ type: 'schedule.solved', solverProblemId, status: 'SOLVED' })
      const entry = await client.entry(solverProblemId)
      expect(entry).toMatchObject({
        status: 'SOLVED',
        score: [0, expect.any(Number), expect.any(Number), expect.any(Number)],
        progress: { attempt: 2 },
      })
      expect(await second.stop()).toBe(0)
      receiver.close()
    }))
})

/** Resolves once a roster that breaks no first-priority rule is stored, and this attempt goes on. */
async function untilScored(client: Client, solverProblemId: string, attempt: number): Promise<void> {
  const ask = async () => {
    const { score, progress } = await client.entry(solverProblemId)
    return { first: score?.[0], attempt: progress.attempt }
  }
  await expect.poll(ask, { interval: ASK_MS }).toEqual({ first: 0, attempt })
}
