// Slow: programs of several languages start and take signed calls.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createDepartment, createOrganization, departmentSigningSecret } from '../../src/access/organizations.ts'
import { createSigner } from '../../src/callbacks/sign.ts'
import { breakOff, ENDINGS } from '../break-off.ts'
import { isThere } from '../clients/run-program.ts'
import { createTestDatabase } from '../database.ts'
import { blocksOf } from '../pages/page.ts'
import { HANG_MS, until } from '../patience.ts'
import { createWorkbench, freePort } from '../pages/workbench.ts'
import { ROOT, readText } from '../source-files.ts'

const SECRET = `whsec_${randomBytes(24).toString('base64')}`
const OTHER_SECRET = `whsec_${randomBytes(24).toString('base64')}`
const PAGE = readText('docs/receivers.md')
/** A port that was free may be taken by the time the receiver listens on it: then it ends, and another one is tried. */
const MOST_TRIES = 5
/** The blocks of shell: the command that receives, and a request signed by hand. */
const [PAGE_COMMAND, SIGNED_REQUEST] = blocksOf('docs/receivers.md').flatMap(({ language, text }) => (language === 'sh' ? [text] : [])) as [
  string,
  string,
]

/** How a program of the page is started, from the folder that it was written to; null: what it takes is not on this machine. */
interface Language {
  readonly fence: string
  readonly file: string
  readonly command: (file: string, port: number) => readonly string[] | null
}

const LANGUAGES: readonly Language[] = [
  // Not as a file: outside of the project it would not find `turnus/client`, which is the source here.
  {
    fence: 'ts',
    file: 'receiver.ts',
    command: () => [process.execPath, '--conditions=source', '--input-type=module-typescript', '--eval', blockOf('ts')],
  },
  { fence: 'python', file: 'receiver.py', command: (file) => (isThere('python3') ? ['python3', file] : null) },
  { fence: 'php', file: 'receiver.php', command: (file, port) => (isThere('php') ? ['php', '-S', `127.0.0.1:${port}`, file] : null) },
  {
    fence: 'csharp',
    file: 'Receiver.cs',
    command: (file) => (isThere('mcs') && isThere('mono') ? ['sh', '-c', `mcs -out:${file}.exe ${file} && exec mono ${file}.exe`] : null),
  },
]

/** The block of the page in this language. There is exactly one. */
function blockOf(fence: string): string {
  const blocks = [...PAGE.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))]
  expect(blocks).toHaveLength(1)
  return blocks[0]![1]!
}

let folder: string
const running: ChildProcess[] = []
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'turnus-receivers-'))
})
afterAll(async () => {
  for (const child of running.splice(0)) {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    if (!hasEnded(child)) await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  await answer.arrayBuffer()
  return answer.status
}

function signed(
  body: string,
  { secrets = [SECRET], sentAt = new Date(), id = `msg_${randomBytes(8).toString('hex')}` } = {},
): Record<string, string> {
  const signer = createSigner({ id, sentAt, secrets })
  signer.update(Buffer.from(body))
  return { ...signer.headers() }
}

/** What anybody can make: signed with an empty key. */
function signedWithNothing(body: string): Record<string, string> {
  const [id, sentAt] = ['msg_forged', String(Math.floor(Date.now() / 1000))]
  const signature = createHmac('sha256', '').update(`${id}.${sentAt}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': `v1,${signature}` }
}

/** Starts a receiver; null: its language is not on this machine. `answers`: what it says to a call without a signature. */
async function start(language: Language, { secret = SECRET, answers = 401 } = {}): Promise<string | null> {
  const file = path.join(folder, language.file)
  writeFileSync(file, blockOf(language.fence))
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = await freePort()
    const command = language.command(file, port)
    if (command === null) return null
    const child = spawn(command[0]!, command.slice(1), {
      cwd: ROOT,
      env: { ...process.env, PORT: String(port), TURNUS_SIGNING_SECRET: secret },
      stdio: 'ignore',
    })
    running.push(child)
    const url = `http://127.0.0.1:${port}/`
    const status = await until('an answer of the receiver, or its end', async () => (hasEnded(child) ? -1 : statusOf(url)))
    if (status < 0) continue
    expect(status).toBe(answers)
    return url
  }
  throw new Error(`The ${language.fence} receiver ended ${MOST_TRIES} times before it answered.`)
}

/** 0 while nobody answers. */
function statusOf(url: string): Promise<number> {
  return fetch(url, { method: 'POST' }).then(
    (answer) => answer.status,
    () => 0,
  )
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

test('the command of docs/receivers.md tells what is genuine and what is not', async () => {
  const key = randomBytes(32)
  const port = await freePort()
  const database = await createTestDatabase()
  const bench = createWorkbench({
    moved: { 9000: String(port) },
    env: { DATABASE_URL: database.url, TURNUS_SECRET_KEY: key.toString('hex') },
  })
  onTestFinished(async () => {
    await bench.close()
    await database.close()
  })
  const of = { organization: 'City Hospital', department: 'Medical Ward' }
  await createOrganization({ db: database.db }, of.organization)
  await createDepartment({ db: database.db, key }, { organization: of.organization, name: of.department })
  const secret = await departmentSigningSecret({ db: database.db, key }, of)

  const receiver = await bench.start(PAGE_COMMAND, new RegExp(`Listens on http://127\\.0\\.0\\.1:${port}`))
  const body = JSON.stringify({ type: 'schedule.solved', solverProblemId: '7', status: 'SOLVED' })
  expect(await post(`http://127.0.0.1:${port}/`, body, signed(body, { secrets: [secret] }))).toBe(204)
  expect(await post(`http://127.0.0.1:${port}/`, body, signed(body))).toBe(401)
  await expect.poll(receiver.output).toMatch(/ genuine {2}schedule\.solved {2}7[^\n]* answered 204\n\S+ {2}NOT genuine[^\n]* answered 401/)
})

describe('the programs of docs/receivers.md', () => {
  // One of each for all of its tests: none of them may end it.
  const started = new Map<Language, Promise<string | null>>()
  const receiverOf = (language: Language): Promise<string | null> => {
    started.set(language, started.get(language) ?? start(language))
    return started.get(language)!
  }

  for (const language of LANGUAGES) {
    test(`the ${language.fence} receiver takes what is genuine, old secret or new, and nothing else`, async ({ skip }) => {
      const url = await receiverOf(language)
      if (url === null) return skip(`${language.fence} is not on this machine`)
      const body = JSON.stringify({ type: 'schedule.solved', solverProblemId: '7', status: 'SOLVED', name: 'Zoë 🌙' })
      const good = signed(body)
      expect(await post(url, body, good)).toBe(204)
      expect(await post(url, body, good)).toBe(204)
      expect(await post(url, body, signed(body, { secrets: [OTHER_SECRET, SECRET] }))).toBe(204)
      expect(await post(url, body, signed(body, { secrets: [SECRET, OTHER_SECRET] }))).toBe(204)
      expect(await post(url, body, signed(body, { secrets: [OTHER_SECRET] }))).toBe(401)
      expect(await post(url, `${body} `, signed(body))).toBe(401)
      expect(await post(url, body, { ...signed(body), 'webhook-id': 'msg_other' })).toBe(401)
      expect(await post(url, body, signed(body, { sentAt: new Date(Date.now() - 10 * 60_000) }))).toBe(401)
      expect(await post(url, body, signed(body, { sentAt: new Date(Date.now() + 10 * 60_000) }))).toBe(401)
      expect(await post(url, body, { ...signed(body), 'webhook-signature': 'v1,' })).toBe(401)
      expect(await post(url, body, {})).toBe(401)
    })

    test(`a time beyond all others is not taken, and does not end the ${language.fence} receiver`, async ({ skip }) => {
      const url = await receiverOf(language)
      if (url === null) return skip(`${language.fence} is not on this machine`)
      const body = JSON.stringify({ type: 'schedule.solved', solverProblemId: '7', status: 'SOLVED' })
      // The receiver's clock minus this is -2^63, which has no positive counterpart in 64 bits; its clock may be a second or two ahead.
      const second = BigInt(Math.floor(Date.now() / 1000)) - 2n ** 63n
      for (const signedAt of [second, second + 1n, second + 2n]) {
        expect(await post(url, body, { ...signed(body), 'webhook-timestamp': String(signedAt) })).toBeGreaterThanOrEqual(400)
      }
      expect(await post(url, body, signed(body))).toBe(204)
    })

    test.for(ENDINGS)(`a caller that breaks off in mid-body by a %s does not end the ${language.fence} receiver`, async (ending, { skip }) => {
      const url = await receiverOf(language)
      if (url === null) return skip(`${language.fence} is not on this machine`)
      const body = JSON.stringify({ type: 'schedule.solved', solverProblemId: '7', status: 'SOLVED' })
      for (let n = 0; n < 3; n++) await breakOff(url, body, signed(body), ending)
      // Twice: the first answer may be on its way already when the receiver notices.
      expect(await post(url, body, signed(body))).toBe(204)
      expect(await post(url, body, signed(body))).toBe(204)
    })
  }

  // Served by a web server that is there anyway, it cannot refuse to start, as the others do.
  test('the php receiver without a secret takes nothing, and lets everything come again', async ({ skip }) => {
    const url = await start(LANGUAGES.find(({ fence }) => fence === 'php')!, { secret: '', answers: 500 })
    if (url === null) return skip('php is not on this machine')
    const body = JSON.stringify({ type: 'schedule.solved', solverProblemId: '7', status: 'SOLVED' })
    expect(await post(url, body, signedWithNothing(body))).toBe(500)
  })

  test('the python receiver without a secret does not start', async ({ skip }) => {
    if (!isThere('python3')) return skip('python3 is not on this machine')
    for (const secret of ['', 'whsec_']) {
      const env = { ...process.env, PORT: '0', TURNUS_SIGNING_SECRET: secret }
      const { status, stderr } = spawnSync('python3', ['-c', blockOf('python')], { env, encoding: 'utf8', timeout: HANG_MS })
      expect({ status, says: stderr.includes('TURNUS_SIGNING_SECRET') }).toEqual({ status: 1, says: true })
    }
  })

  test('what curl and openssl sign is genuine', async ({ skip }) => {
    if (!isThere('curl') || !isThere('openssl')) return skip('curl or openssl is not on this machine')
    const url = await receiverOf(LANGUAGES[0]!)
    const run = (secret: string): string =>
      execFileSync('sh', ['-c', SIGNED_REQUEST], { env: { ...process.env, RECEIVER: url!, TURNUS_SIGNING_SECRET: secret }, encoding: 'utf8' })
    expect(run(SECRET).trim()).toBe('204')
    expect(run(OTHER_SECRET).trim()).toBe('401')
  })
})
