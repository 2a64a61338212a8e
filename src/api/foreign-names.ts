import { NAMES_OF_DEMAND } from './demand-names.ts'
import { NAMES_OF_MODELS } from './model-names.ts'
import { NAMES_OF_PAY } from './pay-names.ts'
import { NAMES_OF_RESTS } from './rest-names.ts'
import { NAMES_OF_ROTAS } from './rota-names.ts'
import { plainName } from './suggest.ts'

/** What other interfaces call something of ours. */
export interface Foreign {
  /** As `plainName` writes them. */
  readonly names: readonly string[]
  /** The first of these that the object takes is what is meant; a remark may follow. */
  readonly fields: readonly (readonly [field: string, remark?: string])[]
  /** What to do in an object that takes none of them; absent = nothing is known of it there. */
  readonly elsewhere?: string
  /** Objects in which the names say this, by the name of their shape; absent = all. */
  readonly within?: readonly string[]
}

const AVAILABLE = 'Say it by "wishes" of an employee, with the type "AVAILABLE".'
const UNAVAILABLE = 'Say it by "absences" of an employee, or by "wishes" with the type "UNAVAILABLE".'
const IN_MINUTES = 'It is in minutes.'

const FOREIGN: readonly Foreign[] = [
  ...NAMES_OF_RESTS,
  ...NAMES_OF_PAY,
  ...NAMES_OF_DEMAND,
  {
    names: [
      'coverrequirements',
      'coverrequirement',
      'coverage',
      'coverages',
      'cover',
      'staffinglevels',
      'staffinglevel',
      'staffingrequirements',
      'staffingrules',
      'minimumstaffing',
      'minstaffing',
    ],
    fields: [['coverageRequirements', 'It says how many are at work from "start" to "end".']],
    within: ['the schedule'],
  },
  {
    names: ['minstaff', 'minimumstaff', 'minemployees', 'minimum', 'minheadcount', 'required'],
    fields: [['min'], ['minimumCount']],
    within: ['a coverage requirement'],
  },
  { names: ['maxstaff', 'maximumstaff', 'maxemployees', 'maximum', 'maxheadcount'], fields: [['max']], within: ['a coverage requirement'] },
  { names: ['target', 'optimal', 'preferred', 'desired'], fields: [['ideal']], within: ['a coverage requirement'] },
  ...NAMES_OF_ROTAS,
  ...NAMES_OF_MODELS,
  {
    names: ['available', 'availability', 'availabilities', 'availabletimes', 'availabledates', 'availabletimespans', 'availabledays'],
    fields: [],
    elsewhere: AVAILABLE,
  },
  {
    names: ['unavailable', 'unavailability', 'unavailabilities', 'unavailabletimes', 'unavailabledates', 'unavailabletimespans', 'unavailabledays'],
    fields: [],
    elsewhere: UNAVAILABLE,
  },
  {
    names: ['absence', 'absences', 'leave', 'leaves', 'vacation', 'vacations', 'timeoff', 'sickleave'],
    fields: [['absences']],
    elsewhere: 'Say it by "absences" of an employee.',
  },
  {
    names: ['holiday', 'holidays'],
    fields: [],
    elsewhere: 'Say leave by "absences" of the employee, a public holiday by "holidays" of the calendar.',
    within: ['an employee'],
  },
  { names: ['holiday', 'holidays'], fields: [['holidays']], elsewhere: 'Say it by "holidays" of the calendar.', within: ['the schedule'] },
  {
    names: ['publicholiday', 'publicholidays', 'bankholiday', 'bankholidays'],
    fields: [['holidays']],
    elsewhere: 'Say it by "holidays" of the calendar.',
  },
  {
    names: ['repeat', 'repeats', 'recurring', 'recurrence', 'repetition', 'rrule'],
    fields: [['repeats', 'It takes {"weekdays": ["MONDAY"]}.']],
    elsewhere: 'Say it by "repeats" of a shift, a wish, a demand or a coverage requirement.',
  },
  {
    names: ['firstdayofweek', 'weekstart', 'weekstarts', 'weekstartson', 'startofweek', 'weekstartday'],
    fields: [['weekStartsOn']],
    elsewhere: 'Say it by "weekStartsOn" of the calendar.',
  },
  {
    names: ['weekend', 'weekends', 'weekenddays'],
    fields: [['weekend']],
    elsewhere: 'Say it by "weekend" of the calendar.',
    within: ['the schedule', 'the calendar'],
  },
  { names: ['payperiod', 'payperiods'], fields: [['periods'], ['period']], elsewhere: 'Say it by "periods" of the calendar.' },
  { names: ['periods'], fields: [], elsewhere: 'Say it by "periods" of the calendar.', within: ['the schedule'] },
  {
    names: ['externalid', 'externalref', 'externalreference', 'ref', 'reference'],
    fields: [['reference'], ['id', 'It may be a text.']],
  },
  { names: ['labels'], fields: [], elsewhere: 'Only the whole schedule has "labels".' },
  {
    names: ['tags'],
    fields: [],
    elsewhere: 'Say it by "labels" of the request; tags of shifts are listed in "shiftTags".',
    within: ['the schedule'],
  },
  {
    names: ['level', 'minlevel', 'minimumlevel', 'requiredlevel', 'skilllevel', 'grade', 'proficiency'],
    fields: [['minLevel'], ['level']],
    within: ['a skill', 'a skill that is asked for'],
  },
  {
    names: ['requiredskills', 'skillsrequired', 'neededskills', 'qualifications'],
    fields: [['skills']],
    within: ['a shift', 'a spot', 'an employee'],
  },
  { names: ['optionalskills', 'desiredskills', 'niceskills'], fields: [['preferredSkills']], within: ['a shift'] },
  { names: ['anyofskills', 'oneofskills', 'alternativeskills'], fields: [['anySkills']], within: ['a shift'] },
  { names: ['tags'], fields: [], elsewhere: 'Shifts have "tags"; an employee has "skills" and "teams".', within: ['an employee'] },
  {
    names: [
      'requiredemployees',
      'requiredemployeecount',
      'employeesrequired',
      'numberofemployees',
      'numemployees',
      'employeecount',
      'minemployees',
      'minimumemployees',
      'requiredstaff',
      'staffrequired',
      'staffcount',
      'requiredworkers',
      'requiredpeople',
      'requiredcount',
      'peopleneeded',
      'headcount',
      'demand',
      'count',
      'quantity',
      'capacity',
      'seat',
      'slots',
      'positions',
      'openings',
    ],
    fields: [['seats', 'It takes {"min": 2}, and is answered with employees.']],
    within: ['a shift'],
  },
  {
    names: ['employeeids', 'assignedemployees', 'assignees', 'assignedto'],
    fields: [['employees', 'It goes with "seats"; a shift of one seat has "employee".']],
    within: ['a shift'],
  },
  {
    names: ['paidhours', 'paidminutes'],
    fields: [
      ['paidMinutes', IN_MINUTES],
      ['creditMinutesPerDay', IN_MINUTES],
    ],
    elsewhere: 'Say it by "paidMinutes" of a shift.',
  },
  {
    names: ['credit', 'credithours', 'creditminutes', 'credithoursperday', 'creditminutesperday', 'creditedhours', 'creditedminutes'],
    fields: [
      ['creditMinutesPerDay', IN_MINUTES],
      ['paidMinutes', IN_MINUTES],
    ],
    elsewhere: 'Say it by "creditMinutesPerDay" of an absence.',
  },
]

const BY_NAME = new Map<string, readonly Foreign[]>(
  [...new Set(FOREIGN.flatMap(({ names }) => names))].map((name) => [name, FOREIGN.filter(({ names }) => names.includes(name))]),
)
const MAX_NAME = 40

/** What to do about a field that other interfaces have; null where the name says nothing in such an object. */
export function hintForForeign(key: string, { name, known }: { readonly name: string; readonly known: ReadonlySet<string> }): string | null {
  if (key.length > MAX_NAME) return null
  const foreign = BY_NAME.get(plainName(key))?.find(({ within }) => within === undefined || within.includes(name))
  if (foreign === undefined) return null
  const [field, remark] = foreign.fields.find(([each]) => known.has(each)) ?? []
  if (field === undefined) return foreign.elsewhere ?? null
  return `Did you mean "${field}"?${remark === undefined ? '' : ` ${remark}`}`
}
