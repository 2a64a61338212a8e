// Slow: the disk is full for a moment, and then for 150 s, twice.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts'
import { GatewayOnSmallDisk, playFullDisk } from './full-disk.ts'

const FULL_MS = 150_000
const LIMIT_MS = 20 * 60_000

let disk: SmallDisk | null
let gateway: GatewayOnSmallDisk

beforeAll(async () => {
  disk = await mountSmallDisk()
  if (disk !== null) gateway = await GatewayOnSmallDisk.open(disk)
})
beforeEach((context) => context.skip(disk === null, 'No small disk can be mounted here: that takes the rights of root.'))
afterAll(async () => {
  if (disk === null) return
  await gateway.close()
  await disk.remove()
})

for (const { what, fullMs = FULL_MS, endsPostgres } of [
  { what: 'whose disk is full for a moment', fullMs: 0, endsPostgres: false },
  { what: 'whose disk is full for 150 s', endsPostgres: false },
  { what: 'whose PostgreSQL ends because its disk is full for 150 s', endsPostgres: true },
]) {
  test(`a gateway ${what} under load fails and loses nothing, and calls everything back after it`, { timeout: LIMIT_MS }, async () => {
    const outcome = await playFullDisk(gateway, { submissions: fullMs === 0 ? 4 : 50, fullMs, endsPostgres })
    process.stdout.write(`${what}: ${JSON.stringify({ ...outcome, logged: Object.fromEntries(outcome.logged) }, null, 2)}\n`)
    expect(outcome.states).toEqual([{ state: 'SOLVED', counted: 1, jobs: outcome.accepted }])
    expect(outcome.failures).toBe(0)
    expect(gateway.withoutRetryAfter).toEqual([])
    for (const answered of Object.values(outcome.answers))
      expect(Object.keys(answered as object).filter((status) => status !== '201' && status !== '503')).toEqual([])
    if (fullMs > 0) return
    expect(outcome.logged.get('the database stores nothing: submissions are answered 503, jobs and callbacks wait')).toBe(1)
    expect(outcome.logged.get('the database stores again')).toBe(1)
  })
}
