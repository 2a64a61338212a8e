import type { Foreign } from './foreign-names.ts'

const SCHEDULE = 'the schedule'
const DEMAND = 'a demand'
const TEMPLATE = 'a shift template'

/** What others call the people who are wanted by the hour, and the shifts that may be made for them. */
export const NAMES_OF_DEMAND: readonly Foreign[] = [
  {
    names: [
      'demand',
      'demandcurve',
      'demandcurves',
      'demandprofile',
      'hourlydemand',
      'hourlydemands',
      'intervaldemand',
      'intervaldemands',
      'staffingcurve',
      'staffingdemand',
      'staffingneeds',
      'workload',
      'workloads',
      'forecast',
      'forecasts',
      'callvolume',
      'callvolumes',
    ],
    fields: [['demands', 'It says how many are wanted from "start" to "end", and "shiftTemplates" what shifts may be made for them.']],
    within: [SCHEDULE],
  },
  {
    names: ['template', 'templates', 'shifttemplate', 'dutytemplates', 'dutytypes', 'shiftpatternsallowed', 'shiftenvelopes'],
    fields: [['shiftTemplates', 'It says when shifts may start, and how long they are.']],
    within: [SCHEDULE],
  },
  {
    names: ['headcount', 'count', 'people', 'staff', 'required', 'requiredstaff', 'minstaff', 'minimum', 'minheadcount', 'agents', 'atleast'],
    fields: [['min', 'What is better is "ideal", and what is too many is above "max".']],
    within: [DEMAND],
  },
  { names: ['target', 'optimal', 'preferred', 'desired'], fields: [['ideal']], within: [DEMAND] },
  { names: ['maxstaff', 'maximum', 'maxheadcount', 'atmost', 'capacity'], fields: [['max']], within: [DEMAND] },
  { names: ['from', 'starttime', 'startsat', 'begin'], fields: [['start']], within: [DEMAND] },
  { names: ['to', 'endtime', 'endsat', 'until'], fields: [['end']], within: [DEMAND] },
  { names: ['location', 'spotid', 'station', 'skill', 'queue'], fields: [['spot']], within: [DEMAND] },
  { names: ['earlieststart', 'startfrom', 'startearliest', 'from'], fields: [['startsFrom']], within: [TEMPLATE] },
  { names: ['lateststart', 'startto', 'startlatest', 'to'], fields: [['startsTo']], within: [TEMPLATE] },
  { names: ['step', 'granularity', 'interval', 'startinterval', 'slotminutes'], fields: [['stepMinutes', 'It is in minutes.']], within: [TEMPLATE] },
  { names: ['minlength', 'minduration', 'shortest', 'minhours'], fields: [['minMinutes', 'It is in minutes.']], within: [TEMPLATE] },
  { names: ['maxlength', 'maxduration', 'longest', 'maxhours'], fields: [['maxMinutes', 'It is in minutes.']], within: [TEMPLATE] },
  { names: ['spot', 'spotid', 'location', 'locations', 'spotids'], fields: [['spots']], within: [TEMPLATE] },
]
