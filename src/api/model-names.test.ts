import { describe, expect, test } from 'vitest'
import schema from '../../schedule.schema.json' with { type: 'json' }
import { CONTRACT_FIELDS } from './contract-fields.ts'
import { NAMES_OF_MODELS } from './model-names.ts'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

const PLACES = {
  schedule: { at: (document: AnyJson): AnyJson => document, pointer: '' },
  employee: { at: (document: AnyJson): AnyJson => document.employees[0], pointer: '/employees/0' },
  contract: { at: (document: AnyJson): AnyJson => (document.employees[0].contract ??= {}), pointer: '/employees/0/contract' },
  wish: { at: (document: AnyJson): AnyJson => document.employees[0].wishes[0], pointer: '/employees/0/wishes/0' },
  shift: { at: (document: AnyJson): AnyJson => document.shifts[0], pointer: '/shifts/0' },
  spot: { at: (document: AnyJson): AnyJson => document.spots[0], pointer: '/spots/0' },
}
type PlaceName = keyof typeof PLACES

/** What an unknown field of an object is answered with. */
function hintsFor(place: PlaceName, name: string): string[] {
  const document = cleanDocument()
  const { at, pointer } = PLACES[place]
  at(document)[name] = []
  const { errors, warnings } = readSubmission(document, { callback: 'required' })
  return [...errors, ...warnings].filter((issue) => issue.pointer === `${pointer}/${name}`).map(({ hint }) => hint)
}

const WISH = 'Say it by "wishes" of an employee'
const SEATS_OR_TIMES = 'Say it by "seats" of a shift, or by "coverageRequirements" where it is about times of day.'
const RULES = 'Rules are weighed in "settings"; what binds one person is in "rules" of a contract.'
const HOURS = 'Say it by "maxHoursWeek" and "minHoursWeek" of a contract, in minutes.'
const meant = (field: string, remark = ''): string => `Did you mean "${field}"?${remark === '' ? '' : ` ${remark}`}`

describe('a name of a model or a spreadsheet is answered with ours', () => {
  for (const [place, names, hint] of [
    // CP-SAT: counts, requests, sums, sequences.
    ['schedule', ['num_nurses', 'numEmployees'], 'List them in "employees".'],
    ['schedule', ['num_shifts', 'shiftTypes'], 'List each shift in "shifts", with its start and end.'],
    ['schedule', ['num_days', 'num_weeks', 'planningWindow', 'planningHorizon'], 'Leave it out: the days are those of the shifts.'],
    ['schedule', ['nurses', 'staff', 'workers'], meant('employees')],
    ['schedule', ['shift_requests', 'requests', 'wishes'], `${WISH}.`],
    ['employee', ['shift_requests', 'preferences'], meant('wishes')],
    ['schedule', ['fixed_assignments'], 'Say it by "employee" and "fixed" of a shift.'],
    ['schedule', ['weekly_cover_demands', 'coverDemands', 'staffing'], SEATS_OR_TIMES],
    ['shift', ['minStaff', 'minStaffing', 'staffing'], meant('seats', 'It takes {"min": 2}.')],
    ['shift', ['maxStaff', 'maxStaffing'], meant('seats', 'It takes {"max": 2}.')],
    ['contract', ['min_shifts_per_nurse', 'minShifts'], meant('minShiftsTotal')],
    ['contract', ['max_shifts_per_nurse', 'maxAssignments'], meant('maxShiftsTotal')],
    ['employee', ['max_shifts_per_nurse'], 'Say it by "maxShiftsTotal" of a contract.'],
    ['schedule', ['weekly_sum_constraints'], 'Say it by "rules" of a contract, of the kind "count".'],
    ['contract', ['weekly_sum_constraints'], meant('rules', 'They have the kind "count".')],
    ['contract', ['shift_constraints'], meant('rules', 'They have the kind "run".')],
    ['schedule', ['penalized_transitions'], 'Say it by "rules" of a contract, of the kind "succession".'],
    ['schedule', ['constraints', 'objective', 'rules'], RULES],
    // Timefold and OptaPlanner.
    ['employee', ['unavailableDates', 'unavailableTimeSpans'], 'Say it by "absences" of an employee, or by "wishes" with the type "UNAVAILABLE".'],
    ['employee', ['undesiredDates', 'unpreferredTimeSpans', 'shiftOffRequests'], `${WISH}, with the type "UNDESIRED".`],
    ['employee', ['desiredDates', 'preferredTimeSpans', 'shiftOnRequests'], `${WISH}, with the type "DESIRED".`],
    ['employee', ['dayOffRequests'], `${WISH}, with the type "UNDESIRED", or "UNAVAILABLE" where it must be.`],
    ['employee', ['skillSet', 'skillProficiencies', 'qualifications'], meant('skills')],
    ['spot', ['requiredSkill', 'requiredSkillSet'], meant('skills')],
    ['shift', ['location'], meant('spot')],
    ['schedule', ['locations'], meant('spots')],
    ['shift', ['pinned', 'pinnedByUser', 'locked'], meant('fixed')],
    ['employee', ['pinned'], 'Say it by "fixed" of a shift.'],
    ['wish', ['availabilityType'], meant('type')],
    ['contract', ['maximumMinutesPerDay'], meant('maxHoursDay', 'It is in minutes.')],
    ['contract', ['maximumMinutesPerWeek', 'maxHoursPerWeek'], meant('maxHoursWeek', 'It is in minutes.')],
    ['contract', ['minimumMinutesPerWeek', 'minHoursPerWeek'], meant('minHoursWeek', 'It is in minutes.')],
    ['contract', ['minutesBetweenShiftsRules', 'minRestHours'], meant('hoursBetweenShift', 'It is in minutes.')],
    ['contract', ['consecutiveDaysWorkedRules', 'maxConsecutiveShifts'], meant('maxConsecutiveDays')],
    ['contract', ['minConsecutiveShifts', 'minConsecutiveWorkingDays'], meant('minConsecutiveDays')],
    ['contract', ['maxConsecutiveNights'], meant('maxConsecutiveNightShifts')],
    ['contract', ['periodRules'], meant('rules', 'They have the kind "count".')],
    ['schedule', ['globalRules', 'constraintWeights'], RULES],
    // Spreadsheets.
    ['employee', ['role', 'position'], meant('skills', 'A spot asks for them.')],
    ['employee', ['ward', 'department'], meant('teams', 'A spot asks for them.')],
    ['employee', ['hoursPerWeek', 'weekly hours', 'fte'], HOURS],
    ['contract', ['hoursPerWeek'], HOURS],
    ['shift', ['ward', 'position', 'role'], meant('spot')],
    ['shift', ['worker', 'assignedTo'], meant('employee')],
    ['shift', ['break', 'breakTime'], meant('breakMinutes', 'It is in minutes.')],
    ['shift', ['type', 'shiftType', 'kind'], meant('tags', 'It takes a list.')],
    ['shift', ['from', 'startDate'], meant('start')],
    ['shift', ['to', 'until'], meant('end')],
    ['wish', ['from', 'startTime'], meant('start')],
    ['wish', ['to', 'endDate'], meant('end')],
    ['wish', ['date', 'day'], meant('start', 'A whole day has its date as "start" and as "end".')],
    ['wish', ['priority', 'penalty'], meant('weight')],
    ['wish', ['shiftId'], 'A wish is about a time: send the "start" and the "end" of the shift.'],
  ] as const) {
    for (const name of names) test(`${name} of a ${place}`, () => expect(hintsFor(place, name)).toEqual([hint]))
  }

  for (const { wire } of CONTRACT_FIELDS)
    test(`${wire} of an employee, which is one of the contract`, () =>
      expect(hintsFor('employee', wire)).toEqual([`Say it by "${wire}" of a contract.`]))
})

describe('what is offered', () => {
  const words = new Set([...JSON.stringify(schema).matchAll(/"([A-Za-z]+)"/g)].map(([, word]) => word!))
  const said = NAMES_OF_MODELS.map(({ names, fields, elsewhere = '' }) => ({
    names,
    offered: [...fields.map(([field]) => field), ...[...`${fields.flat().join(' ')} ${elsewhere}`.matchAll(/"([^"]+)"/g)].map(([, word]) => word!)],
  }))

  test('exists', () => {
    expect(said.length).toBeGreaterThan(50)
    expect(said.flatMap(({ offered }) => offered).filter((word) => !words.has(word))).toEqual([])
  })

  test('is never the opposite: no least for a most, no wish for its contrary, no work for time off', () => {
    for (const { names, offered } of said) {
      for (const name of names) {
        const other = name.startsWith('min') ? /^max/ : name.startsWith('max') ? /^min/ : null
        if (other !== null) expect(offered.filter((word) => other.test(word))).toEqual([])
        if (/^un|off/.test(name)) expect(offered).not.toContain('DESIRED')
        if (/^(?:desired|preferred|on)/.test(name)) expect(offered).not.toContain('UNDESIRED')
        if (/free|off/.test(name) && name.includes('consecutive')) expect(offered.every((word) => word.endsWith('Off'))).toBe(true)
      }
    }
  })

  test('stands for one name once in an object', () => {
    const places = NAMES_OF_MODELS.flatMap(({ names, within = ['everywhere'] }) =>
      names.flatMap((name) => within.map((place) => `${name} in ${place}`)),
    )
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([])
  })
})
