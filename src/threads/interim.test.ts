// Slow: solver threads search until they are stopped.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Value } from 'typebox/value'
import { largeDocument } from '../../bench/large-document.ts'
import { SolutionDocumentSchema } from '../api/schemas/answers.ts'
import type { AskedThread } from './asked-thread.ts'
import { MemoryExceeded } from './memory-watch.ts'
import { openInterimWriter, type InterimRequest, type InterimWriter } from './interim.ts'

const ward = readFileSync(new URL('../../examples/hospital-month.json', import.meta.url))
const clinic = JSON.parse(readFileSync(new URL('../../examples/clinic-week.json', import.meta.url), 'utf8')) as { shifts: unknown[] }
const { shifts } = JSON.parse(ward.toString()) as { shifts: unknown[] }

function request(changes: Partial<InterimRequest> = {}): InterimRequest {
  return { document: ward, roster: new Int32Array(shifts.length).fill(-1), moves: 1, solveMs: 2, ...changes }
}

function openWriter(memoryMib = 1024): InterimWriter {
  const writer = openInterimWriter({ memoryMib })
  onTestFinished(() => writer.close())
  return writer
}

const never = (): Promise<InterimRequest> => Promise.reject(new Error('not to be loaded'))

test('the document of a ward is as a solution is, but for what only the end tells', async () => {
  const writer = openWriter()
  const document = JSON.parse(Buffer.from(await writer.write('1-1', async () => request())).toString()) as { statistics: object }
  const ended = { ...document, stopReason: 'STOPPED', statistics: { ...document.statistics, firstRosterMs: 0, threads: 1 } }
  expect([...Value.Errors(SolutionDocumentSchema, ended)]).toEqual([])
})

test('a posted schedule is written without its secret, and nothing else of it is changed', async () => {
  const posted = { ...(JSON.parse(ward.toString()) as object), callbackAuthenticationHeaderName: 'X-Key' }
  const document = Buffer.from(JSON.stringify({ ...posted, callbackAuthenticationHeaderValue: 'geheim' }))
  expect(JSON.parse(Buffer.from(await openWriter().write('1-schedule', async () => ({ posted: document }))).toString())).toEqual(posted)
})

test('it is written beside the event loop', async () => {
  const writer = openWriter()
  await writer.write('1-1', async () => request())
  let turns = 0
  const watch = setInterval(() => (turns += 1), 1)
  await Promise.all([2, 3, 4, 5].map((revision) => writer.write(`1-${revision}`, async () => request())))
  clearInterval(watch)
  // Were it written in the event loop, that would have a few turns between one document and the next.
  expect(turns).toBeGreaterThan(20)
})

test('who asks for what is being written already gets the same', async () => {
  const writer = openWriter()
  const first = writer.write('1-1', async () => request())
  expect(await writer.write('1-1', never)).toBe(await first)
})

test('a request that fails fails alone, and may be repeated', async () => {
  const writer = openWriter()
  const wrong = writer.write('1-1', async () => request({ document: Buffer.from('no JSON') }))
  const right = writer.write('1-2', async () => request())
  await expect(wrong).rejects.toThrow('A document was not written')
  expect((await right).length).toBeGreaterThan(0)
  expect((await writer.write('1-1', async () => request())).length).toBeGreaterThan(0)
})

test('a solution that takes more memory than it may is refused, and those that wait behind it are written', async () => {
  // A house of a thousand takes up to 138 MiB, and one of three thousand more. Two clinics take 24, and 34 where Node.js has to strip the types of
  // the thread's files anew; on a busy machine more of what they leave may wait to be collected.
  const writer = openWriter(128)
  const requestFor = (posted: { readonly shifts: readonly unknown[] }): InterimRequest =>
    request({ document: Buffer.from(JSON.stringify(posted)), roster: new Int32Array(posted.shifts.length).fill(-1) })
  const [large, small] = [requestFor(largeDocument({ employees: 3000 })), requestFor(clinic)]
  const [tooLarge, ...others] = await Promise.allSettled([
    writer.write('1-1', async () => large),
    writer.write('2-1', async () => small),
    writer.write('3-1', async () => small),
  ])
  expect(tooLarge).toMatchObject({ status: 'rejected', reason: { code: 'interim-too-large' } })
  expect(others).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
})

test('a thread that takes too much with what it wrote before is replaced, and nobody is refused for it', async () => {
  const written = new Uint8Array([1])
  const asked: number[] = []
  let started = 0
  const start = (): AskedThread<unknown, { document: Uint8Array }> => {
    const number = (started += 1)
    let hasEnded = false
    const ask = async (): Promise<{ document: Uint8Array }> => {
      asked.push(number)
      // The first thread can write one document, and no second beside what it left.
      hasEnded = number === 1 && asked.length > 1
      if (hasEnded) throw new MemoryExceeded(64)
      return { document: written }
    }
    return { ask, hasEnded: () => hasEnded, end: async () => undefined }
  }
  const writer = openInterimWriter({ memoryMib: 64, start })
  expect(await writer.write('1-1', async () => request())).toBe(written)
  expect(await writer.write('1-2', async () => request())).toBe(written)
  expect(asked).toEqual([1, 1, 2])
})

test('a writer that closes leaves nobody waiting, and starts nothing more', async () => {
  const writer = openInterimWriter({ memoryMib: 1024 })
  const waiting = writer.write('1-1', async () => request())
  const [refused] = await Promise.all([waiting.catch((error: unknown) => error), sleep(0).then(() => writer.close())])
  expect(refused).toMatchObject({ code: 'shutting-down' })
  await expect(writer.write('1-2', async () => request())).rejects.toMatchObject({ code: 'shutting-down' })
})
