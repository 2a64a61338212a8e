import type { Schedule } from '../model/schedule.ts'
import { readSubmission } from './read-schedule.ts'
import type { AnyJson } from './ward.fixture.ts'

/** A morning round that takes several people, and a late shift of one, on Monday 2 March 2026; employees 1 (Ada), 2 (Bo), 3 (Cem) and 4 (Dot). */
export function roundDocument(round: AnyJson, more: AnyJson = {}): AnyJson {
  return {
    timeZone: 'Europe/Copenhagen',
    employees: ['Ada', 'Bo', 'Cem', 'Dot'].map((name, at) => ({ id: at + 1, name, contract: {} })),
    shifts: [
      { id: 7, name: 'Round', spot: 30, start: '2026-03-02T08:00', end: '2026-03-02T12:00', ...round },
      { id: 8, name: 'Late', spot: 30, start: '2026-03-02T15:00', end: '2026-03-02T23:00', employee: null },
    ],
    spots: [{ id: 30 }],
    settings: {},
    ...more,
  }
}

/** Such a schedule, read. */
export function roundSchedule(round: AnyJson, more: AnyJson = {}): Schedule {
  const { submission, errors } = readSubmission(roundDocument(round, more), { callback: 'optional', strict: true })
  if (submission === null) throw new Error(JSON.stringify(errors))
  return submission.schedule
}
