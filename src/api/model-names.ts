import { CONTRACT_FIELDS } from './contract-fields.ts'
import type { Foreign } from './foreign-names.ts'
import { plainName } from './suggest.ts'

const IN_MINUTES = 'It is in minutes.'
const SEATS_OR_TIMES = 'Say it by "seats" of a shift, or by "coverageRequirements" where it is about times of day.'
const WISHES = 'Say it by "wishes" of an employee'
const [SCHEDULE, EMPLOYEE, SHIFT, SPOT, WISH, ABSENCE] = ['the schedule', 'an employee', 'a shift', 'a spot', 'a wish', 'an absence']
const DATED = 'a contract of some days'
const CONTRACTUAL = [EMPLOYEE, SCHEDULE, 'a contract']

/** Something that contracts hold, for who says it of a contract, of an employee or of all. */
function ofContract(names: readonly string[], field: string, remark?: string): Foreign {
  const elsewhere = `Say it by "${field}" of a contract${remark === IN_MINUTES ? ', in minutes.' : '.'}`
  return { names, fields: [remark === undefined ? [field] : [field, remark]], elsewhere, within: CONTRACTUAL }
}

/** The same of a rule of a contract. */
function ofRule(names: readonly string[], kind: 'count' | 'run' | 'succession'): Foreign {
  return {
    names,
    fields: [['rules', `They have the kind "${kind}".`]],
    elsewhere: `Say it by "rules" of a contract, of the kind "${kind}".`,
    within: CONTRACTUAL,
  }
}

/** What models and spreadsheets that plan shifts call something of ours: docs/coming-from. */
export const NAMES_OF_MODELS: readonly Foreign[] = [
  { names: ['nurses', 'staff', 'workers', 'people', 'personnel', 'associates'], fields: [['employees']], within: [SCHEDULE] },
  { names: ['numnurses', 'numemployees', 'numworkers'], fields: [], elsewhere: 'List them in "employees".', within: [SCHEDULE] },
  { names: ['numshifts', 'shifttypes'], fields: [], elsewhere: 'List each shift in "shifts", with its start and end.', within: [SCHEDULE] },
  {
    names: ['numdays', 'numweeks', 'planningwindow', 'planninghorizon', 'scheduleperiod'],
    fields: [],
    elsewhere: 'Leave it out: the days are those of the shifts.',
    within: [SCHEDULE],
  },
  {
    names: ['undesireddates', 'undesireddays', 'unpreferredtimespans', 'unpreferreddates'],
    fields: [],
    elsewhere: `${WISHES}, with the type "UNDESIRED".`,
  },
  { names: ['shiftoffrequests', 'offrequests'], fields: [], elsewhere: `${WISHES}, with the type "UNDESIRED".` },
  {
    names: ['dayoffrequests', 'daysoff', 'dayoff'],
    fields: [],
    elsewhere: `${WISHES}, with the type "UNDESIRED", or "UNAVAILABLE" where it must be.`,
    within: [EMPLOYEE, SCHEDULE],
  },
  {
    names: ['desireddates', 'desireddays', 'preferredtimespans', 'preferreddates', 'shiftonrequests', 'onrequests'],
    fields: [],
    elsewhere: `${WISHES}, with the type "DESIRED".`,
  },
  { names: ['shiftrequests', 'requests', 'preferences'], fields: [['wishes']], elsewhere: `${WISHES}.`, within: [EMPLOYEE, SCHEDULE] },
  { names: ['wishes'], fields: [], elsewhere: `${WISHES}.` },
  {
    names: ['skillset', 'skillproficiencies', 'qualification', 'qualifications', 'certifications', 'competences', 'competencies'],
    fields: [['skills']],
    elsewhere: 'Say it by "skills" of the spot.',
    within: [EMPLOYEE, SCHEDULE, SPOT, SHIFT],
  },
  {
    names: ['requiredskill', 'requiredskills', 'requiredskillset', 'skill', 'skills'],
    fields: [['skills']],
    elsewhere: 'Say it by "skills" of the spot.',
    within: [SPOT, SHIFT],
  },
  { names: ['location', 'position', 'role', 'ward', 'workplace', 'station'], fields: [['spot']], within: [SHIFT] },
  { names: ['locations', 'positions', 'roles', 'wards', 'workplaces', 'stations'], fields: [['spots']], within: [SCHEDULE] },
  { names: ['role', 'roles', 'position', 'positions'], fields: [['skills', 'A spot asks for them.']], within: [EMPLOYEE] },
  { names: ['location', 'ward', 'department', 'unit'], fields: [['teams', 'A spot asks for them.']], within: [EMPLOYEE] },
  { names: ['pinned', 'pinnedbyuser', 'locked'], fields: [['fixed']], elsewhere: 'Say it by "fixed" of a shift.' },
  { names: ['fixedassignments'], fields: [], elsewhere: 'Say it by "employee" and "fixed" of a shift.', within: [SCHEDULE] },
  { names: ['nurse', 'worker', 'assignee', 'assignedto'], fields: [['employee']], within: [SHIFT] },
  { names: ['break', 'breaks', 'breaktime', 'breakduration', 'pause'], fields: [['breakMinutes', IN_MINUTES]], within: [SHIFT] },
  { names: ['type', 'kind', 'shifttype', 'shiftkind'], fields: [['tags', 'It takes a list.']], within: [SHIFT] },
  { names: ['startdate', 'starttime', 'startdatetime', 'begin', 'from'], fields: [['start']], within: [SHIFT, WISH, ABSENCE, DATED] },
  { names: ['enddate', 'endtime', 'enddatetime', 'finish', 'until', 'to'], fields: [['end']], within: [SHIFT, WISH, ABSENCE, DATED] },
  { names: ['id', 'contract'], fields: [['contractId']], within: [DATED] },
  { names: ['type', 'reason'], fields: [['kind']], within: [ABSENCE] },
  { names: ['date', 'day'], fields: [['start', 'A whole day has its date as "start" and as "end".']], within: [WISH, ABSENCE] },
  { names: ['availabilitytype', 'wishtype'], fields: [['type']], within: [WISH] },
  { names: ['priority', 'penalty', 'importance'], fields: [['weight']], within: [WISH] },
  { names: ['shift', 'shiftid'], fields: [], elsewhere: 'A wish is about a time: send the "start" and the "end" of the shift.', within: [WISH] },
  ofContract(['minshiftspernurse', 'minshiftsperemployee', 'minshifts', 'minassignments', 'minnumassignments'], 'minShiftsTotal'),
  ofContract(['maxshiftspernurse', 'maxshiftsperemployee', 'maxshifts', 'maxassignments', 'maxnumassignments'], 'maxShiftsTotal'),
  ofContract(['mintotalminutes'], 'minMinutesTotal'),
  ofContract(['maxtotalminutes'], 'maxMinutesTotal'),
  ofContract(['maximumminutesperday', 'maxminutesperday', 'maxhoursperday'], 'maxHoursDay', IN_MINUTES),
  ofContract(['maximumminutesperweek', 'maxminutesperweek', 'maxhoursperweek', 'maxweeklyhours'], 'maxHoursWeek', IN_MINUTES),
  ofContract(['maximumminutespermonth', 'maxminutespermonth', 'maxhourspermonth'], 'maxHoursMonth', IN_MINUTES),
  ofContract(['minimumminutesperweek', 'minminutesperweek', 'minhoursperweek', 'minweeklyhours'], 'minHoursWeek', IN_MINUTES),
  ofContract(['minimumminutespermonth', 'minminutespermonth', 'minhourspermonth'], 'minHoursMonth', IN_MINUTES),
  {
    names: ['hoursperweek', 'weeklyhours', 'contracthours', 'fte'],
    fields: [],
    elsewhere: 'Say it by "maxHoursWeek" and "minHoursWeek" of a contract, in minutes.',
    within: CONTRACTUAL,
  },
  ofContract(
    [
      'minutesbetweenshiftsrules',
      'minimumminutesbetweenshifts',
      'minrest',
      'minresthours',
      'minrestminutes',
      'resthours',
      'restminutes',
      'restbetweenshifts',
    ],
    'hoursBetweenShift',
    IN_MINUTES,
  ),
  ofContract(['consecutivedaysworkedrules', 'maxconsecutiveshifts', 'maxconsecutiveworkingdays', 'maxconsecutiveworkdays'], 'maxConsecutiveDays'),
  ofContract(['minconsecutiveshifts', 'minconsecutiveworkingdays', 'minconsecutiveworkdays'], 'minConsecutiveDays'),
  ofContract(['maxconsecutivefreedays'], 'maxConsecutiveDaysOff'),
  ofContract(['minconsecutivefreedays'], 'minConsecutiveDaysOff'),
  ofContract(['maxconsecutivenights'], 'maxConsecutiveNightShifts'),
  ofContract(['maxworkingweekends', 'maxtotalweekends'], 'maxWeekends'),
  // Our own names, where somebody sends them beside the contract.
  ...CONTRACT_FIELDS.map(
    ({ wire }): Foreign => ({ names: [plainName(wire)], fields: [], elsewhere: `Say it by "${wire}" of a contract.`, within: [EMPLOYEE, SCHEDULE] }),
  ),
  ofContract(['maxnights', 'maxnightshifts'], 'quotas', 'A quota counts shifts of a tag.'),
  ofRule(['periodrules', 'weeklysumconstraints'], 'count'),
  ofRule(['shiftconstraints', 'sequenceconstraints'], 'run'),
  ofRule(['penalizedtransitions', 'forbiddentransitions', 'forbiddensuccessions', 'unwantedpatterns'], 'succession'),
  {
    names: ['constraints', 'constraintweights', 'constraintconfiguration', 'constraintoverrides', 'globalrules', 'objective', 'objectives', 'rules'],
    fields: [],
    elsewhere: 'Rules are weighed in "settings"; what binds one person is in "rules" of a contract.',
    within: [SCHEDULE],
  },
  {
    names: ['coverdemands', 'weeklycoverdemands', 'staffing'],
    fields: [],
    elsewhere: SEATS_OR_TIMES,
    within: [SCHEDULE],
  },
  { names: ['minstaff', 'minstaffing', 'staffing'], fields: [['seats', 'It takes {"min": 2}.']], within: [SHIFT] },
  { names: ['maxstaff', 'maxstaffing'], fields: [['seats', 'It takes {"max": 2}.']], within: [SHIFT] },
]
