import { replan } from '../../src/answers/replan/replan.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { Random } from '../../src/engine/random.ts'
import { invariant } from '../../src/model/errors.ts'
import { type Roster, rosterAsPosted } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { plantedDocument } from '../large-document.ts'

/** A house whose roster is published, and is worked as it was planted. */
export interface Published {
  readonly posted: Readonly<Record<string, unknown>>
  readonly schedule: Schedule
  readonly roster: Roster
}

/** What happened, and the schedule that comes of it. */
export interface Disrupted {
  readonly schedule: Schedule
  readonly document: unknown
  /** Positions of those who are away. */
  readonly absent: readonly number[]
}

/** A change weighs less than an empty shift, which weighs 20 there, and more than all wishes together. */
const KEEP = [{ until: '2030-01-01', weight: 1, priority: 2 }]
const DAY_MS = 86_400_000
const MOST_DAYS_AWAY = 3

export function publish(employees: number): Published {
  const { document, planted } = plantedDocument({ employees })
  // What nobody works nobody is called for.
  const shifts = document.shifts.map((shift, at) => ({ ...shift, employee: planted[at] ?? null, fixed: planted[at] === null }))
  const posted = { ...document, shifts, keep: KEEP }
  const { submission } = readSubmission(posted, { callback: 'optional' })
  invariant(submission !== null, 'a schedule that we make is valid')
  return { posted, schedule: submission.schedule, roster: rosterAsPosted(submission.schedule) }
}

/** One to three absences of one to three days, and up to two shifts that are cancelled and two that are added, by seed. `absences`: exactly so many, and nothing else. */
export function disrupt(published: Published, seed: number, absences: number | null = null): Disrupted {
  const random = new Random(seed)
  const { schedule } = published
  const { days } = schedule.calendar
  const dateOf = (day: number): string => days[Math.min(day, days.length - 1)]!.date
  const away = new Map<number, { readonly start: string; readonly end: string }>()
  for (let left = absences ?? 1 + random.below(3); left > 0; left -= 1) {
    const first = random.below(days.length)
    away.set(random.below(schedule.employees.length), { start: dateOf(first), end: dateOf(first + random.below(MOST_DAYS_AWAY)) })
  }
  const anyShift = () => published.schedule.shifts[random.below(schedule.shifts.length)]!
  const cancelled = new Set(absences === null ? Array.from({ length: random.below(3) }, () => anyShift().id) : [])
  const added = absences === null ? Array.from({ length: random.below(3) }, (_, n) => addedShift(published, anyShift(), n)) : []
  const events = [
    ...[...away].map(([employee, period]) => ({ absent: { employeeId: schedule.employees[employee]!.id, ...period } })),
    ...[...cancelled].map((shiftId) => ({ cancelShift: { shiftId } })),
    ...added.map((shift) => ({ addShift: shift })),
  ]
  const { replanned, errors } = replan(published, { events }, { callback: 'optional' })
  invariant(replanned !== null, `what happened fits: ${JSON.stringify(errors)}`)
  return { schedule: replanned.submission.schedule, document: replanned.document, absent: [...away.keys()] }
}

function addedShift({ schedule }: Published, { spotIndex, start, end }: Schedule['shifts'][number], n: number): Record<string, unknown> {
  const at = (minute: number): string => new Date(60_000 * (schedule.calendar.originEpochMin + minute)).toISOString()
  return { id: DAY_MS + n, name: 'Added', spot: schedule.spots[spotIndex]!.id, start: at(start), end: at(end) }
}
