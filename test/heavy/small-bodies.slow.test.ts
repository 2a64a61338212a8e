/** Slow: it grows every list as far as a body goes that is read in the event loop. */
import { expect, test } from 'vitest'
import { bodyWeight } from '../../src/http/body-weight.ts'
import { readPosted } from '../../src/http/read-posted.ts'
import { GROWTHS, grown, type Growth } from './heavy-schedules.ts'

const BYTES = 256 * 1024
const LEAST_SHARE = 0.003
const MORE = 1.5
const LOOKS = 3
/** Processor time of reading one, in milliseconds. What takes longest takes 100, on a slow machine 200; templates took 1,200. */
const MOST_MS = 400
const HOW = { bodyDepth: 64, bodyValues: 5_000_000, jobMemoryMib: 2048, strict: false, callback: 'required' } as const

/** The schedule with a list as long as the body may be; null where one entry is longer. */
function smallBody(growth: Growth): Buffer | null {
  let longest: Buffer | null = null
  for (let share = LEAST_SHARE; share < MORE; share *= MORE) {
    const body = Buffer.from(JSON.stringify(grown([growth], Math.min(1, share))))
    if (body.length > BYTES) break
    longest = body
  }
  return longest
}

function msOf(body: Buffer): number {
  const before = process.threadCpuUsage()
  readPosted(body, HOW)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

test('no body that may be read in the event loop takes long, whichever list it grows', () => {
  const [slow, weights]: [string[], Set<string>] = [[], new Set()]
  for (const growth of GROWTHS) {
    const body = smallBody(growth)
    if (body === null) continue
    const weight = bodyWeight(body)
    weights.add(weight)
    if (weight === 'large') continue
    let leastMs = Infinity
    for (let look = 0; look < LOOKS && leastMs > MOST_MS; look += 1) leastMs = Math.min(leastMs, msOf(body))
    if (leastMs > MOST_MS) slow.push(`${growth.name}: ${Math.round(leastMs)} ms`)
  }
  expect(slow).toEqual([])
  expect([...weights].toSorted()).toEqual(['large', 'small'])
})
