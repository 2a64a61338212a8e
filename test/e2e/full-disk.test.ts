// Slow: a disk has to be filled, and what was accepted meanwhile is called back afterwards.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts'
import { GatewayOnSmallDisk, playFullDisk } from './full-disk.ts'

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

test('a gateway whose disk is full is not ready, fails and loses nothing, and calls everything back when there is room again', async () => {
  const outcome = await playFullDisk(gateway, { submissions: 4, fullMs: 0, endsPostgres: false })
  expect(outcome.states).toEqual([{ state: 'SOLVED', counted: 1, jobs: outcome.accepted }])
  expect(outcome.failures).toBe(0)
  expect(gateway.withoutRetryAfter).toEqual([])
  for (const answered of Object.values(outcome.answers))
    expect(Object.keys(answered as object).filter((status) => status !== '201' && status !== '503')).toEqual([])
  expect(outcome.logged.get('the database stores nothing: submissions are answered 503, jobs and callbacks wait')).toBe(1)
  expect(outcome.logged.get('the database stores again')).toBe(1)
})
