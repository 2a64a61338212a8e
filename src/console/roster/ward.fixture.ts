import type { EmployeeDocument } from '../gateway/documents.ts'
import { readModel, type RosterModel, type ShownSchedule } from './roster-model.ts'

/** The schema lists the limits of a contract by a table, which its type does not tell. */
const CONTRACT: NonNullable<EmployeeDocument['contract']> & Readonly<Record<string, unknown>> = {
  maxHoursMonth: 9600,
  minHoursMonth: 6200,
  maxWeekends: 1,
}

/** A ward of three over five days in which the clocks go forward (Copenhagen, Sunday 2027-03-28). Shift 1 is historic, shift 2 fixed, shift 5 empty. */
export const WARD: ShownSchedule = {
  timeZone: 'Europe/Copenhagen',
  employees: [
    {
      id: 11,
      name: 'Anna',
      teams: [{ id: 1 }],
      skills: [{ id: 7 }],
      contract: CONTRACT,
      wishes: [
        { type: 'UNAVAILABLE', start: '2027-03-27', end: '2027-03-28' },
        { type: 'DESIRED', start: '2027-03-29', end: '2027-03-29', tag: 'night' },
      ],
    },
    { id: 12, name: 'Bo', teams: [{ id: 2 }], skills: [{ id: 7 }, { id: 8 }] },
    { id: 13, teams: [{ id: 1 }] },
  ],
  spots: [
    { id: 21, name: 'Ward', teams: [1] },
    { id: 22, name: 'Front desk', skills: [8] },
  ],
  shifts: [
    {
      id: 1,
      name: 'Early',
      spot: 21,
      start: '2027-03-25T07:00:00+01:00',
      end: '2027-03-25T15:00:00+01:00',
      historic: true,
      employee: 11,
      tags: ['day'],
    },
    {
      id: 2,
      name: 'Early',
      spot: 21,
      start: '2027-03-26T07:00:00+01:00',
      end: '2027-03-26T15:30:00+01:00',
      breakMinutes: 30,
      fixed: true,
      employee: 11,
      tags: ['day'],
    },
    { id: 3, name: 'Night', spot: 21, start: '2027-03-27T23:00:00+01:00', end: '2027-03-28T07:00:00+02:00', employee: 12, tags: ['night'] },
    { id: 4, name: 'Late', spot: 22, start: '2027-03-29T15:00:00+02:00', end: '2027-03-29T23:00:00+02:00', employee: 12, tags: ['late'] },
    { id: 5, name: 'Early', spot: 21, start: '2027-03-29T00:30:00+02:00', end: '2027-03-29T08:00:00+02:00', tags: ['day'] },
    { id: 6, spot: 22, start: '2027-03-29T07:00:00+02:00', end: '2027-03-29T15:00:00+02:00', importance: 'OPTIONAL', employee: 12 },
  ],
  shiftTags: [{ id: 1, tag: 'night', category: '', color: '#3d405b', active: true }],
}

/** The ward as the page shows it, with some fields in place of its own. */
export function wardModel(fields: Partial<ShownSchedule> = {}): RosterModel {
  return readModel({ ...WARD, ...fields })
}
