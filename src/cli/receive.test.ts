import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { breakOff, ENDINGS } from '../../test/break-off.ts'
import { createTestTerminal } from '../../test/terminal.ts'
import { createSigner } from '../callbacks/sign.ts'
import { runProgram } from './program.ts'

const SECRET = `whsec_${randomBytes(24).toString('base64')}`
const BODY = JSON.stringify({ type: 'schedule.solved', solverProblemId: '7', status: 'SOLVED', score: [0, 2, 0, 0], name: '\u001b[31m' })

interface Running {
  readonly url: string
  readonly ended: Promise<number>
  out(): string
  err(): string
}

async function receive(...args: string[]): Promise<Running> {
  const terminal = createTestTerminal({ env: {} })
  const ended = runProgram(['receive', ...args], terminal)
  await expect.poll(() => terminal.err()).toMatch(/Listens on http/)
  return { url: /http:\/\/\S+/.exec(terminal.err())![0], ended, out: () => terminal.out(), err: () => terminal.err() }
}

function headersOf(body: string, secret = SECRET, id = 'msg_1'): Record<string, string> {
  const signer = createSigner({ id, sentAt: new Date(), secrets: [secret] })
  signer.update(Buffer.from(body))
  return { ...signer.headers() }
}

const post = async (url: string, headers: Record<string, string>, body = BODY): Promise<number> =>
  (await fetch(url, { method: 'POST', headers, body })).status

describe('turnus receive', () => {
  test('verifies each callback, says what it is and whether it came before, and ends well after so many', async () => {
    const running = await receive('--secret', SECRET, '--count', '2')
    expect(await post(running.url, headersOf(BODY))).toBe(204)
    expect(await post(running.url, headersOf(BODY))).toBe(204)
    expect(await running.ended).toBe(0)
    const [first, second] = running.out().split('\n')
    expect(first).toMatch(/genuine {2}schedule\.solved {2}7 {2}SOLVED {2}\[0, 2, 0, 0\] {2}msg_1 {2}answered 204$/)
    expect(second).toMatch(/genuine, repeated {2}/)
  })

  test('answers 401 to what is not genuine, and ends with exit code 1', async () => {
    const running = await receive('--secret', SECRET, '--count', '1', '--json')
    expect(await post(running.url, headersOf(BODY, `whsec_${randomBytes(24).toString('base64')}`))).toBe(401)
    expect(await running.ended).toBe(1)
    expect(JSON.parse(running.out())).toMatchObject({ genuine: false, answered: 401, repeated: false, messageId: 'msg_1' })
  })

  test('without a secret verifies nothing and says so; another method is refused', async () => {
    const running = await receive('--count', '1')
    expect((await fetch(running.url)).status).toBe(405)
    expect(await post(running.url, {})).toBe(204)
    expect(await running.ended).toBe(0)
    expect(running.out()).toContain('not verified')
  })

  test.each(ENDINGS)('a caller that breaks off in mid-body by a %s does not end it, and does not count', async (ending) => {
    const running = await receive('--secret', SECRET, '--count', '1')
    await breakOff(running.url, BODY, headersOf(BODY), ending)
    expect(await post(running.url, headersOf(BODY))).toBe(204)
    expect(await running.ended).toBe(0)
    expect(running.out().trimEnd().split('\n')).toHaveLength(1)
  })

  test('answers what it is told to, and keeps what came', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'turnus-receive-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const running = await receive('--secret', SECRET, '--count', '1', '--status', '503', '--save', folder)
    expect(await post(running.url, headersOf(BODY))).toBe(503)
    expect(await running.ended).toBe(0)
    const [file] = await readdir(folder)
    const text = await readFile(path.join(folder, file!), 'utf8')
    expect(text).toMatch(/^POST \/ HTTP\/1\.1\n/)
    expect(text).toContain('webhook-id: msg_1\n')
    expect(text.endsWith(`\n\n${BODY}\n`)).toBe(true)
  })

  test('what cannot be kept is answered 500, named on stderr, and does not end it', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'turnus-receive-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const running = await receive('--secret', SECRET, '--count', '1', '--save', folder)
    await rm(folder, { recursive: true })
    expect(await post(running.url, headersOf(BODY))).toBe(500)
    const lines = running.err().trimEnd().split('\n').slice(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(folder)
    expect(lines[0]).toContain('ENOENT')
    expect(running.out()).toMatch(/answered 500\n$/)

    await mkdir(folder)
    expect(await post(running.url, headersOf(BODY))).toBe(204)
    expect(await running.ended).toBe(0)
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('shows no control characters of a callback on the terminal', async () => {
    const running = await receive('--count', '1')
    const body = JSON.stringify({ type: '\u001b[31mred', solverProblemId: '\n' })
    await post(running.url, { 'webhook-id': 'x' }, body)
    await running.ended
    expect(running.out()).not.toContain('\u001b[31mred')
    expect(running.out().trimEnd().split('\n')).toHaveLength(1)
  })

  test.each([
    [['--secret', 'abc'], 'whsec_'],
    [['--organization', 'City'], 'One of --organization and --department is missing'],
    [['--port', '70000'], '65535'],
  ])('is refused with %j, in words', async (args, words) => {
    const terminal = createTestTerminal({ env: {} })
    expect(await runProgram(['receive', ...args], terminal)).toBe(2)
    expect(terminal.err()).toContain(words)
  })
})
