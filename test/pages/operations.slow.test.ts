// Slow: every command of the page starts as a process, several gateways and their databases among them.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../receiver.ts'
import { ROOT } from '../source-files.ts'
import { type BareServer, startBareServer } from './bare-server.ts'
import { commandsOf, openPage } from './page.ts'
import { copyExamples, npmOfClone, SYSTEMD_RUN } from './stand-ins.ts'
import { createWorkbench, type Running, type Workbench } from './workbench.ts'

const PASSWORD = randomBytes(12).toString('hex')
const NEW_PASSWORD = 'lamp river seven paper'
const SECOND_PASSWORD = 'cloud table nine garden'

const page = openPage('docs/operations.md')
let bench: Workbench
let server: BareServer
let receiver: Receiver
/** Address of the gateway that was started last. */
let address: string
/** The gateway with the embedded database. */
let embedded: Running
/** E-mail of the first administrator of that gateway. */
let administrator: string
/** Of the department `main` of that gateway, also where its store goes. */
let token: string

beforeAll(async () => {
  receiver = await startReceiver((response) => response.writeHead(204).end())
  server = await startBareServer()
  const moved = {
    'db.example:5432': server.host,
    '/usr/bin/node /opt/turnus/node_modules/turnus/bin/turnus.js': `'${process.execPath}' '${join(ROOT, 'bin', 'turnus.js')}'`,
    'https://consumer.example/hook': receiver.url,
    '10.1.0.0/16': '127.0.0.0/8',
    '0.0.0.0': '127.0.0.1',
    'turnus:…@': `turnus:${PASSWORD}@`,
    '--email E': '--email second@turnus.localhost',
    'TURNUS_DATA=/var/lib/turnus': 'TURNUS_DATA=.turnus',
    '/var/lib/': './',
    '/backups/': './backups/',
    '/etc/turnus/': './',
    '/opt/turnus': '.',
    // One that is free: each server prints which it has.
    9000: '0',
  }
  bench = createWorkbench({
    moved, // The receiver stands for a public one.
    env: { TURNUS_PORT: '0', TURNUS_CALLBACK_ALLOW: '127.0.0.0/8' },
    programs: { npm: npmOfClone(), 'systemd-run': SYSTEMD_RUN },
  })
  copyExamples(bench.folder, { port: new URL(receiver.url).port, maxSeconds: 1 })
  mkdirSync(join(bench.folder, 'backups'))
  writeFileSync(join(bench.folder, 'new-password'), NEW_PASSWORD)
  writeFileSync(join(bench.folder, 'password'), SECOND_PASSWORD)
})
afterAll(async () => {
  await bench?.close()
  await server?.close()
  await receiver?.close()
})

describe.skipIf(process.platform === 'win32')('docs/operations.md, command by command', () => {
  test('a gateway starts on the embedded database, and one on another port and folder beside it', async () => {
    const [start, other] = commandsOf(page.take('Start and stop', 'sh')) as [string, string]
    const [first, second] = await Promise.all([bench.start(start, /password/), bench.start(other, /password/)])
    embedded = first
    address = addressOf(embedded)
    administrator = /administrator-[0-9a-f]{8}@turnus\.localhost/.exec(embedded.output())![0]
    bench.move({ '--email A': `--email ${administrator}` })
    expect(second.output()).not.toContain(administrator)
    expect(addressOf(second)).not.toBe(address)
    expect(existsSync(join(bench.folder, 'my-turnus', 'secret-key'))).toBe(true)
    await second.stop()
  })

  test('a password is replaced and an administrator added while it runs, and both log in', async () => {
    await bench.run(page.take('Start and stop', 'sh'))
    for (const [email, password] of [
      [administrator, NEW_PASSWORD],
      ['second@turnus.localhost', SECOND_PASSWORD],
    ]) {
      const { status } = await send('/v1/auth', { email, password })
      expect({ email, status }).toEqual({ email, status: 200 })
    }
  })

  test('a command beside a unit of systemd finds the store of the unit', async () => {
    token = (await bench.run(page.take('Containers and services', 'sh'))).trim()
    expect(token).toMatch(/^tns_\S+$/)
    expect(await submit()).toMatchObject({ solverProblemId: '1', status: 'QUEUED' })
    await expect.poll(() => receiver.calls.length).toBe(1)
  })

  test('a backup is made while it is served, and restored into another folder, whose secrets open', async () => {
    const output = await bench.run(page.take('Backup and restore', 'sh'))
    expect(output).toMatch(/Restored the backup of [\s\S]*0 jobs to solve/)
    const [before, after] = await Promise.all(
      ['.turnus', 'new-turnus'].map((data) => bench.run(`npx turnus department secret main --organization Turnus --data ${data}`)),
    )
    expect(before).toMatch(/^whsec_/)
    expect(after).toBe(before)
  })

  test('the line of the crontab writes the backup of the day, and nothing to mail', async () => {
    const [, when, command] = /^(\S+ \S+ \S+ \S+ \S+) +(.*)\n$/.exec(page.take('Backup and restore', 'text'))!
    expect(when).toBe('15 3 * * *')
    // What cron does to a line before a shell sees it.
    expect(await bench.run(command!.replaceAll('\\%', '%'))).toBe('')
    expect(readdirSync(join(bench.folder, 'backups'))).toEqual([expect.stringMatching(/^turnus-[1-7]\.gz$/), 'turnus.gz'])
  })

  test('a database of your own, as its administrator makes it, is migrated, served to other hosts and found well', async () => {
    await embedded.stop()
    await server.run(page.take('A database of your own', 'sql').replace('…', PASSWORD))
    writeFileSync(join(bench.folder, 'key'), randomBytes(32).toString('hex'))
    const block = page.take('A database of your own', 'sh')
    const own = await bench.start(block, /password/)
    address = addressOf(own)
    const variables = commandsOf(block).slice(0, 2).join('\n')
    // A receiver on loopback is none of the public ones that the page means.
    const output = await bench.run(`${variables}\nexport TURNUS_CALLBACK_ALLOW=127.0.0.0/8\n${page.take('Will it run here?', 'sh')}`)
    for (const found of [/^ok +database +PostgreSQL 18/gm, /^ok +secret key +It opens/gm, /^ok +nodes +One process serves the database/gm]) {
      expect(output.match(found)).toHaveLength(2)
    }
    expect(output).toMatch(/^skipped +egress[\s\S]*^skipped +threads[\s\S]*^skipped +console[\s\S]*^ok +egress .* takes connections/m)
    await own.stop()
  })

  test('a store moves from the embedded database to that one, and opens there', async () => {
    await server.run('drop database turnus with (force); create database turnus owner turnus')
    const own = await bench.start(page.take('Backup and restore', 'sh'), /listens on .*\n/)
    expect(own.output()).toMatch(/Restored the backup of [\s\S]*0 jobs to solve/)
    address = addressOf(own)
    const answer = await fetch(`${address}/api/v1/gateway/1/schedule`, { headers: { authorization: `Bearer ${token}` } })
    expect({ status: answer.status, schedule: await answer.json() }).toMatchObject({ status: 200, schedule: { timeZone: 'Europe/Copenhagen' } })
    expect((await send('/v1/auth', { email: 'second@turnus.localhost', password: SECOND_PASSWORD })).status).toBe(200)
    await own.stop()
  })

  test('three roles share that database: a schedule is taken by one, solved by another, and called back by the third', async () => {
    const [url, key, gateway, solver, dispatcher] = commandsOf(page.take('Several processes', 'sh')) as [string, string, string, string, string]
    const variables = `${url}\n${key}`
    const allowed = /^TURNUS_CALLBACK_ALLOW=\S+/.exec(dispatcher)![0]
    const [taking] = await Promise.all([
      bench.start(`${variables}\nexport ${allowed}\n${gateway}`, /runs as gateway,[\s\S]*listens on .*\n/),
      ...[solver, dispatcher].map((command) => bench.start(`${variables}\n${command}`, /runs as (?:solver|dispatcher),/)),
    ])
    address = addressOf(taking)
    const nodes = JSON.parse(await bench.run(`${variables}\nnpx turnus nodes --json`)) as { roles: string[] }[]
    expect(nodes.map(({ roles }) => roles.join()).sort()).toEqual(['dispatcher', 'gateway', 'solver'])
    expect(await submit()).toMatchObject({ solverProblemId: '2', status: 'QUEUED' })
    await expect.poll(() => receiver.calls.length).toBe(2)
    expect(JSON.parse(receiver.calls[1]!.body)).toMatchObject({ type: 'schedule.solved', solverProblemId: '2' })
    page.expectAllTaken('sh', 'sql', 'text')
  })
})

/** Where a gateway says that it listens. */
function addressOf({ output }: Running): string {
  return /Turnus listens on (http:\/\/127\.0\.0\.1:\d+)\n/.exec(output())![1]!
}

/** Sends the clinic's week to the gateway. */
async function submit(): Promise<unknown> {
  const command = `curl -sS -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' --data @examples/clinic-week.json`
  return JSON.parse(await bench.run(`${command} ${address}/api/v1/gateway`))
}

function send(path: string, body: unknown): Promise<Response> {
  return fetch(`${address}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}
