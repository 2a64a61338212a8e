import type { CountRule as PostedCount, Schedule, WorkedBefore } from '../../../model/schedule.ts'

/** What history tells of; of all else it knows nothing. */
const BEFORE: Partial<Record<PostedCount['of'], keyof WorkedBefore>> = {
  shifts: 'shiftsWorked',
  minutes: 'minutesWorked',
  weekends: 'weekendsWorked',
}

/** What an employee's history adds to a count over the horizon. It does not tell on which days shifts were worked. */
export function workedBefore(schedule: Schedule, rule: Pick<PostedCount, 'of' | 'tags' | 'on'>): Int32Array {
  return Int32Array.from(schedule.employees, ({ history }) => {
    if (history === null || rule.on !== undefined) return 0
    const field = BEFORE[rule.of]
    if (field === undefined) return 0
    if (rule.tags.length === 0) return history[field]
    return [...new Set(rule.tags)].reduce((sum, tag) => sum + (history.byTag.get(tag)?.[field] ?? 0), 0)
  })
}
