import { FormatError } from './format-error.ts'
import { type ImportedSchedule, instant } from './horizon-days.ts'
import { onlySettings, weights } from './plain-settings.ts'
import type { SmptspInstance } from './smptsp-instance.ts'

const HARD = weights(20, 0)

/** What the benchmark forbids is the first priority, where a task of nobody costs less than one of the wrong worker. How many people are used is the second: a rule of their contract. */
const SETTINGS = onlySettings({ spotSkills: HARD, shiftCollision: HARD, assignShift: weights(1, 0), contractRules: HARD })

/** Whoever works at all costs 1 on the second priority. */
const USED = { name: 'used', kind: 'count', of: 'shifts', per: 'horizon', max: 0, cap: 1, priority: 2 }

/**
 * The instance as a schedule of the public interface, without a callback address: a shift for each task and an employee for each worker, with the numbers of the file as
 * ids. Minute 0 is midnight of the first day. A skill for each task says who is qualified. Throws `FormatError` for what a schedule cannot hold.
 */
export function smptspToSchedule({ tasks, qualifications }: SmptspInstance): ImportedSchedule {
  if (!tasks.some(({ start }) => start < 1_440)) throw new FormatError(null, 'No task begins on the first day.')
  return {
    timeZone: 'UTC',
    contracts: [{ id: 'worker', rules: [USED] }],
    employees: qualifications.map((qualified, id) => ({ id, contractId: 'worker', skills: qualified.map((task) => ({ id: task })) })),
    spots: [{ id: 0 }],
    shifts: tasks.map(({ start, end }, id) => ({ id, spot: 0, start: instant(0, start), end: instant(0, end), skills: [id] })),
    settings: SETTINGS,
  }
}
