import { expect, test } from 'vitest'
import { createCleanups, type Stage, STAGE_ENDS_MS } from './cleanups.ts'
import { SILENT_LOG } from './storage/log.ts'

/** What a process may linger after its server has stopped; cli/serve.ts. */
const LINGER_MS = 200

test('a server whose parts all hang is left in less than five seconds', () => {
  const limits = Object.values(STAGE_ENDS_MS).filter(Number.isFinite)
  expect(limits).toEqual(limits.toSorted((a, b) => a - b))
  expect(Math.max(...limits) + LINGER_MS).toBeLessThan(5000)
})

test('parts stop stage by stage, and one that hangs or fails keeps none of the next stages from stopping', async () => {
  const told: string[] = []
  const warn = ({ stage }: { stage?: Stage }): void => void told.push(`left: ${stage}`)
  const cleanups = createCleanups({ ...SILENT_LOG, warn, error: () => void told.push('failed') } as typeof SILENT_LOG, {
    ...STAGE_ENDS_MS,
    work: 20,
    parts: 40,
    connections: 60,
  })
  const stop =
    (name: string, end = (): Promise<void> => Promise.resolve()) =>
    (): Promise<void> => {
      told.push(name)
      return end()
    }
  const never = new Promise<void>(() => undefined)
  cleanups.add('database', stop('database'))
  cleanups.add('connections', stop('connections'))
  cleanups.add(
    'parts',
    stop('parts', () => Promise.reject(new Error('broken'))),
  )
  cleanups.add(
    'work',
    stop('work', () => never),
  )
  cleanups.add('work', stop('more work'))
  await Promise.all([cleanups.run(), cleanups.run()])
  expect(told).toEqual(['work', 'more work', 'left: work', 'parts', 'failed', 'connections', 'database'])
})
