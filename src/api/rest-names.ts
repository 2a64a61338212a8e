import type { Foreign } from './foreign-names.ts'

const IN_MINUTES = 'It is in minutes.'
const AS_REST = 'Say it as a rule of the contract, such as {"kind": "rest", "after": ["night"], "minMinutes": 660}.'
const AS_RUN = 'Say it as a rule of the contract, such as {"kind": "rest", "afterRun": {"tags": ["night"], "min": 2}, "minMinutes": 2520}.'
const AS_SPAN = 'Say it as a rule of the contract, such as {"kind": "span", "maxMinutes": 720, "maxGapMinutes": 240}.'

/** What other interfaces call rest between shifts, and how far the shifts of a day are spread. */
export const NAMES_OF_RESTS: readonly Foreign[] = [
  {
    names: [
      'minrest',
      'minimumrest',
      'minresttime',
      'minimumresttime',
      'minresthours',
      'minrestminutes',
      'resttime',
      'resthours',
      'minhours',
      'duration',
    ],
    fields: [['minMinutes', IN_MINUTES]],
    within: ['a rest rule'],
  },
  {
    names: ['restafter', 'resttimeafter', 'minrestafter', 'restaftershift', 'afternight', 'restafternight'],
    fields: [],
    elsewhere: AS_REST,
    within: ['a contract'],
  },
  {
    names: ['restafterrun', 'restafterseries', 'restafternights', 'daysoffafternights', 'restafterblock'],
    fields: [],
    elsewhere: AS_RUN,
    within: ['a contract'],
  },
  { names: ['afterseries', 'afterblock', 'afterstretch'], fields: [['afterRun']], within: ['a rest rule'] },
  {
    names: ['window', 'windowminutes', 'inhours', 'indays', 'within', 'withinminutes', 'withinhours'],
    fields: [['inMinutes', IN_MINUTES]],
    within: ['a rest rule'],
  },
  {
    names: ['maxspread', 'maxspan', 'maxspreadminutes', 'spread', 'spreadtime', 'spreadover', 'maxspreadtime', 'maxhours', 'maxminutesperday', 'max'],
    fields: [['maxMinutes', IN_MINUTES]],
    within: ['a span rule'],
  },
  { names: ['maxgap', 'gap', 'maxbreak', 'maxpause', 'maxgaphours', 'maxsplit'], fields: [['maxGapMinutes', IN_MINUTES]], within: ['a span rule'] },
  {
    names: [
      'maxspread',
      'maxspan',
      'spread',
      'spreadtime',
      'spreadover',
      'maxspreadtime',
      'maxgap',
      'maxsplit',
      'splitshift',
      'splitshifts',
      'maxsplitgap',
    ],
    fields: [],
    elsewhere: AS_SPAN,
    within: ['a contract', 'an employee'],
  },
]
