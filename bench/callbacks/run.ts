/**
 * 1,000 callbacks to 50 receivers of which ten hang, made by a dispatcher in a process of its own on an embedded PostgreSQL: once as jobs end,
 * 50 in a second, and once all at the same moment. Prints how long those to the other 40 receivers took.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDb } from '../../src/storage/db.ts'
import { openEmbedded } from '../../src/storage/embedded.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { listNodes } from '../../src/storage/nodes.ts'
import { flood, quantile } from './flood.ts'

const KEY = randomBytes(32)
const COMMAND = fileURLToPath(new URL('../../bin/turnus.js', import.meta.url))

const folder = await mkdtemp(join(tmpdir(), 'turnus-bench-callbacks-'))
const embedded = await openEmbedded(folder, 'administration')
let dispatcher: ChildProcess | undefined
try {
  dispatcher = await startDispatcher(embedded.url)
  for (const perSecond of [50, null]) {
    const busy = `load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`
    const outcome = await flood({ databaseUrl: embedded.url, key: KEY, callbacks: 1000, receivers: 50, hanging: 10, perSecond, timeoutMs: 120_000 })
    const { delaysMs, arrived, healthy, hangingCalls, maxOpen, elapsedMs } = outcome
    const [median, p95, longest] = [0.5, 0.95, 1].map((share) => Math.round(quantile(delaysMs, share)))
    const pace = perSecond === null ? 'all at once' : `${perSecond} in a second`
    process.stdout.write(
      `1000 callbacks, 50 receivers, 10 hanging, ${pace}: ${arrived} of ${healthy} arrived, median ${median} ms, 95 % ${p95} ms, longest ${longest} ms; ` +
        `${hangingCalls} calls hung, at most ${maxOpen} at one receiver; ${Math.round(elapsedMs)} ms in all; ${busy} at the start\n`,
    )
  }
} finally {
  if (dispatcher !== undefined) {
    dispatcher.kill('SIGTERM')
    await once(dispatcher, 'exit')
  }
  await embedded.close()
  await rm(folder, { recursive: true, force: true })
}

async function startDispatcher(url: string): Promise<ChildProcess> {
  const db = openDb(url, { maxConnections: 1 })
  try {
    await migrate(db)
    const env = {
      ...process.env,
      DATABASE_URL: url,
      TURNUS_SECRET_KEY: KEY.toString('hex'),
      TURNUS_CALLBACK_ALLOW: '127.0.0.0/8',
      TURNUS_LOG_LEVEL: 'warn',
    }
    const child = spawn(process.execPath, [COMMAND, 'serve', '--role', 'dispatcher'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    for (let i = 0; i < 300 && (await listNodes(db)).length === 0; i += 1) await sleep(100)
    await sleep(500)
    return child
  } finally {
    await db.close()
  }
}
