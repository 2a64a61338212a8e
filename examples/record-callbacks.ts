/**
 * Records a callback of each type into examples/callbacks, signed with a secret that everybody may know. Usage: record-callbacks.ts
 *
 * `schedule.solved` goes the whole way, from a submission of clinic-week.json to the call; `schedule.test` is made by `turnus callbacks test`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDepartment, createOrganization } from '../src/access/organizations.ts'
import { createToken } from '../src/access/tokens.ts'
import { createSigner } from '../src/callbacks/sign.ts'
import { RECEIVER_HOST, startReceiver } from '../src/cli/demo-receiver.ts'
import { runProgram } from '../src/cli/program.ts'
import { createClient } from '../src/client/client.ts'
import { readConfig } from '../src/config.ts'
import { failedBody } from '../src/jobs/callback-body.ts'
import { startServer } from '../src/server.ts'
import { openDb } from '../src/storage/db.ts'
import { openEmbedded } from '../src/storage/embedded.ts'
import { findSecretKey } from '../src/storage/seal.ts'
import { processTerminal } from '../src/cli/terminal.ts'
import { EXAMPLE_SECRET } from './callback-secret.ts'

const FOLDER = fileURLToPath(new URL('callbacks/', import.meta.url))
const SECONDS = 5
const MARKS = { name: 'Clinic, first week of March', reference: 'clinic-2026-03', labels: { clinic: 'north' } }
const REASON = 'The search needed more memory than the 2048 MiB that TURNUS_JOB_MEMORY_MIB gives to a job. Three attempts were made.'

/** Writes what a receiver sees: the request line, the headers, and after an empty line the body. */
function write(type: string, messageId: string, body: string): void {
  const signer = createSigner({ id: messageId, sentAt: new Date(), secrets: [EXAMPLE_SECRET] })
  signer.update(Buffer.from(body))
  const headers = {
    'host': 'consumer.example',
    'accept': '*/*',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Turnus',
    ...signer.headers(),
    ...(type === 'schedule.test' ? {} : { 'x-api-key': 'sesame' }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  writeFileSync(path.join(FOLDER, `${type}.http`), `POST /hooks/solved HTTP/1.1\n${lines.join('\n')}\n\n${body}\n`)
}

async function recordSolved(data: string): Promise<void> {
  const config = readConfig({ data, port: 0, host: '127.0.0.1', callbackAllow: RECEIVER_HOST }, { TURNUS_LOG_LEVEL: 'warn' })
  const server = await startServer(config)
  const receiver = await startReceiver()
  try {
    const token = await makeToken(data, config)
    const client = createClient({ baseUrl: server.address!, token })
    const schedule = JSON.parse(readFileSync(new URL('clinic-week.json', import.meta.url), 'utf8')) as object
    await client.submit({ ...schedule, ...MARKS, callbackUrl: receiver.url, termination: { maxSeconds: SECONDS } })
    const { headers, body } = await receiver.received
    write('schedule.solved', headers['webhook-id']!, body)
  } finally {
    receiver.close()
    await server.close()
  }
}

async function makeToken(data: string, config: ReturnType<typeof readConfig>): Promise<string> {
  const embedded = await openEmbedded(data, 'administration')
  const db = openDb(embedded.url)
  try {
    const deps = { db, key: await findSecretKey(config, '') }
    const organization = await createOrganization(deps, 'City Hospital')
    await createDepartment(deps, { organization, name: 'Medical Ward' })
    return (await createToken(deps, { organization, department: 'Medical Ward' })).token
  } finally {
    await db.close()
    await embedded.close()
  }
}

async function recordTest(): Promise<void> {
  const receiver = await startReceiver()
  try {
    await runProgram(['callbacks', 'test', receiver.url, '--callback-allow', RECEIVER_HOST], processTerminal())
    const { headers, body } = await receiver.received
    write('schedule.test', headers['webhook-id']!, body)
  } finally {
    receiver.close()
  }
}

mkdirSync(FOLDER, { recursive: true })
const data = mkdtempSync(path.join(tmpdir(), 'turnus-record-'))
try {
  await recordSolved(data)
  await recordTest()
  write('schedule.failed', 'msg_k3VbW1xqFZ0n8rT5yLdUeg', failedBody(4711, { ...MARKS, basedOn: null }, REASON).toString())
} finally {
  rmSync(data, { recursive: true, force: true })
}
