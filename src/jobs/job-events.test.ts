import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JobState } from '../model/job.ts'
import type { Job } from '../storage/jobs.ts'
import { eventsSince, readPosition } from './job-events.ts'
import type { JobEvent } from './job-events.ts'

const MARKS = { name: 'March', reference: 'r-3', labels: { ward: '3' } }

/** A row as far as events show it. */
function row(state: JobState, attempt: number, revision: number): Job {
  const score = revision === 0 ? null : [0, 0, 0, 100 - revision]
  return {
    ...MARKS,
    id: 1,
    state,
    attempt,
    revision,
    score,
    bound: null,
    gap: null,
    stopReason: state === 'SOLVED' ? 'OPTIMAL' : null,
  } as unknown as Job
}

const idsOf = (events: readonly JobEvent[]) => events.map(({ type, id }) => `${type} ${id}`)
const since = (id: string | null, job: Job | null) => idsOf(eventsSince(id === null ? null : readPosition(id), job).events)

for (const { name, known, job, told } of [
  { name: 'who knows nothing of a waiting job', known: null, job: row('QUEUED', 0, 0), told: ['status 0-QUEUED-0'] },
  {
    name: 'who knows nothing of a running job',
    known: null,
    job: row('SOLVING', 1, 3),
    told: ['status 1-SOLVING-0', 'better 1-SOLVING-3'],
  },
  {
    name: 'who knows nothing of an ended job',
    known: null,
    job: row('SOLVED', 1, 4),
    told: ['status 1-SOLVED-0', 'better 1-SOLVED-4', 'end 1-SOLVED-4-end'],
  },
  { name: 'who knows all', known: '1-SOLVING-3', job: row('SOLVING', 1, 3), told: [] },
  { name: 'who heard the status and not the schedule', known: '1-SOLVING-0', job: row('SOLVING', 1, 3), told: ['better 1-SOLVING-3'] },
  { name: 'who heard all but the end', known: '1-SOLVED-4', job: row('SOLVED', 1, 4), told: ['end 1-SOLVED-4-end'] },
  { name: 'who heard the end', known: '1-SOLVED-4-end', job: row('SOLVED', 1, 4), told: [] },
  { name: 'who knows an attempt that died', known: '1-SOLVING-3', job: row('SOLVING', 2, 3), told: ['status 2-SOLVING-3'] },
  { name: 'who follows a job that failed', known: '3-SOLVING-0', job: row('FAILED', 3, 0), told: ['status 3-FAILED-0', 'end 3-FAILED-0-end'] },
  { name: 'who follows a job that was withdrawn', known: '1-SOLVING-2', job: null, told: ['status 1-CANCELLED-2', 'end 1-CANCELLED-2-end'] },
  { name: 'who knows more than a restored database', known: '1-SOLVING-9', job: row('SOLVING', 1, 2), told: ['better 1-SOLVING-2'] },
]) {
  test(`${name} is told ${told.join(', ') || 'nothing'}`, () => {
    expect(since(known, job)).toEqual(told)
  })
}

test('events say what the contract says of them', () => {
  const { events } = eventsSince(null, { ...row('SOLVED', 1, 4), bound: [0, 0, 0, 90], gap: 0 })
  expect(events.map(({ type, payload }) => [type, payload])).toEqual([
    ['status', { status: 'SOLVED', attempt: 1, ...MARKS }],
    ['better', { score: [0, 0, 0, 96], bound: [0, 0, 0, 90], gap: 0, revision: 4 }],
    ['end', { status: 'SOLVED', stopReason: 'OPTIMAL', score: [0, 0, 0, 96], bound: [0, 0, 0, 90], gap: 0, ...MARKS }],
  ])
})

for (const id of [
  '',
  '1',
  '1-SOLVING',
  '1-DANCING-2',
  '01-SOLVING-1',
  '1-SOLVING-1-END',
  '-1-SOLVING-1',
  `1-SOLVING-${'9'.repeat(20)}`,
  'x'.repeat(9999),
  '1-SOLVING-1\n',
]) {
  test(`${JSON.stringify(id.slice(0, 30))} is no position`, () => {
    expect(readPosition(id)).toBeNull()
  })
}

/** The rows of a job's life: attempts with ever more revisions, and its end. */
const anyLife = fc.array(fc.constantFrom('claim' as const, 'better' as const), { maxLength: 12 }).map((steps) => {
  let [attempt, revision] = [0, 0]
  const rows = [row('QUEUED', 0, 0)]
  for (const step of steps) {
    if (step === 'claim') attempt += 1
    else if (attempt > 0) revision += 1
    if (attempt > 0) rows.push(row('SOLVING', attempt, revision))
  }
  return [...rows, row('SOLVED', Math.max(1, attempt), revision + 1)]
})

test('wherever the connection breaks and whichever rows are seen, no event is repeated, revisions grow, and the end is told once', () => {
  fc.assert(
    fc.property(anyLife, fc.infiniteStream(fc.boolean()), fc.infiniteStream(fc.nat({ max: 3 })), (life, seen, heard) => {
      let last: string | null = null
      const told: JobEvent[] = []
      // The last row is seen until everything of it was heard: a client comes again until the end.
      const rows = [...life.slice(0, -1).filter(() => seen.next().value), ...Array.from({ length: 20 }, () => life.at(-1)!)]
      for (const now of rows) {
        const { events } = eventsSince(last === null ? null : readPosition(last), now)
        // The connection breaks after as many events; the rest is lost.
        const arrived = events.slice(0, heard.next().value)
        told.push(...arrived)
        last = arrived.at(-1)?.id ?? last
      }
      const ids = told.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const revisions = told.flatMap(({ type, payload }) => (type === 'better' ? [(payload as { revision: number }).revision] : []))
      expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b))
      if (told.some(({ type }) => type === 'end')) {
        expect(told.at(-1)!.type).toBe('end')
        expect(revisions.at(-1)).toBe(life.at(-1)!.revision)
      }
    }),
  )
})
