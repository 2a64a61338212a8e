import { number, numbers } from './parameter.ts'

const LARGE_NEIGHBOURHOODS = 'docs/decisions/0012-large-neighbourhoods.md'
const RELAX_AND_FIX = 'docs/decisions/0025-eight-weeks-by-relax-and-fix.md'
const WHOLE_FIRST = 'docs/decisions/0088-long-horizons-begin-with-all-days.md'
const AWAY = 'docs/decisions/0092-dives-lead-away.md'
const PRICES = 'docs/decisions/0093-dives-follow-prices.md'
const IN_TIME = 'docs/decisions/0095-dives-keep-to-their-time.md'
const KEPT = 'docs/decisions/0029-masters-keep-their-columns.md'

/** Which neighbourhoods are solved, and in what windows. */
export const NEIGHBOURHOODS = {
  maxDemandsPerDay: number(150, {
    unit: 'demands',
    range: [1, 5000],
    about: 'Of one day, that graphs of rows are still built over: what a day may follow is a table of their square.',
  }),
  maxCandidatesPerDay: number(20_000, {
    unit: 'shifts',
    range: [1, 1e6],
    about: 'That may be found on one day, at most, where a bound is proved.',
  }),
  maxCellsAtOnce: number(2500, {
    unit: 'employees × days',
    range: [1, 1e9],
    about: 'With no more, linear programs over everybody’s whole rows come to an end soon.',
    measured: LARGE_NEIGHBOURHOODS,
  }),
  maxChoicesAtOnce: number(20_000, {
    unit: 'employees × demands',
    range: [1, 1e9],
    about: 'The same, by the demands.',
    measured: LARGE_NEIGHBOURHOODS,
  }),
  maxDaysOfDive: number(28, {
    unit: 'days',
    range: [1, 800],
    about: 'With more, and more choices, a dive over all of them takes too long.',
    measured: RELAX_AND_FIX,
  }),
  maxChoicesOfDive: number(25_000, {
    unit: 'employees × demands',
    range: [1, 1e9],
    about: 'With more, and more days, a dive over all of them takes too long.',
    measured: RELAX_AND_FIX,
  }),
  maxShareAtOnce: number(0.4, { unit: 'share', range: [0, 1], about: 'Of the search, that one neighbourhood may take.' }),
  maxShareOfAll: number(0.6, {
    unit: 'share',
    range: [0, 1],
    about: 'The same, where everybody can be taken on all days at once. All days come after a first window that says they will take no more.',
    measured: IN_TIME,
  }),
  windowDays: numbers([7, 14, 28, 56], {
    unit: 'days',
    range: [1, 800],
    about: 'Lengths of windows. The greatest is next to all days, where those can be taken at once.',
  }),
  longestWhole: number(84, { unit: 'days', range: [1, 800], about: 'Longer horizons are never taken at once.' }),
  firstCells: number(1400, { unit: 'employees × days', range: [1, 1e9], about: 'Of the windows that come first.' }),
  minDaysOfSums: number(50, {
    unit: 'days',
    range: [1, 800],
    about: 'Of a horizon whose sums short windows spread badly: all days at once come after the first of them, where there is time.',
    measured: WHOLE_FIRST,
  }),
  maxShareOfSums: number(0.3, {
    unit: 'share',
    range: [0, 1],
    about: 'Of the search, that all days at once may take then, by the first window.',
    measured: WHOLE_FIRST,
  }),
  minSweepGain: number(0.01, {
    unit: 'share',
    range: [0, 1],
    about: 'Windows become longer when a sweep of them over all days makes the roster less than this cheaper.',
  }),
  nearDays: number(3, {
    unit: 'days',
    range: [0, 800],
    about: 'Windows that are proved to be at their best come again when something changed within so many days of them.',
  }),
  longestBesideDive: number(14, {
    unit: 'days',
    range: [1, 800],
    about: 'Of windows, where all days come after them by a dive that leads away.',
    measured: AWAY,
  }),
  awayClimb: number(0.1, {
    unit: 'share',
    range: [0, 1],
    about: 'Of the search, that prices may take to climb before the first such dive. Where that would take more there is none.',
    measured: PRICES,
  }),
  awayFirstRounds: number(100, { unit: 'rounds', range: [1, 1e6], about: 'Of pricing before such a dive fixes anything.', measured: PRICES }),
  awayRounds: number(30, { unit: 'rounds', range: [1, 1e6], about: 'Of pricing after each fixing of such a dive.', measured: PRICES }),
  awayRate: number(0.05, {
    unit: 'share',
    range: [0, 100],
    about: 'Of the first rate of the ascent, with which prices go to and fro then.',
    measured: PRICES,
  }),
  awayNoise: number(0.1, {
    unit: 'share',
    range: [0, 100],
    about: 'Of the rounds, that chance adds to how often something was so.',
    measured: PRICES,
  }),
  firstPart: number(4, {
    unit: 'parts of the horizon',
    range: [1, 100],
    about: 'Where all days are solved by relax-and-fix, one of so many parts comes first.',
  }),
  growth: number(3, {
    unit: 'power',
    range: [1, 10],
    about: 'Windows that are n times as long take n to this power times as long.',
    measured: '40 nurses over four weeks 10 s, over eight weeks 60 to 150 s.',
  }),
  retreat: number(0.6, { unit: 'share', range: [0, 1], about: 'What took too long is tried with this share of its employees × days at most.' }),
  fewerEmployees: number(0.5, { unit: 'share', range: [0, 1], about: 'Of the employees, that are left where windows cannot become shorter.' }),
  breachDays: numbers([56, 84], {
    unit: 'days',
    range: [1, 800],
    about: 'Windows around a breach of the first priority: what repairs it may lie far away.',
  }),
  firstEmployees: number(50, { unit: 'employees', range: [1, 5000], about: 'Of the first neighbourhood where all of it is too much for one.' }),
  minEmployees: number(4, { unit: 'employees', range: [1, 5000], about: 'Of a neighbourhood.' }),
  larger: number(1.25, { unit: 'times', range: [1, 10], about: 'How the number of employees changes when nothing better was possible.' }),
  slightlyLarger: number(1.1, { unit: 'times', range: [1, 10], about: 'How the number of employees changes when something was found.' }),
  smaller: number(0.85, { unit: 'times', range: [0, 1], about: 'How the number of employees changes when nothing better was found, or not soon.' }),
  maxPriorities: number(3, {
    unit: 'priorities',
    range: [1, 4],
    about: 'That rows are traded for; further ones are left to local search.',
    measured: 'docs/decisions/0027-wards-by-large-neighbourhoods.md',
  }),
  maxKeptEdges: number(6e6, { unit: 'edges', range: [0, 1e9], about: 'Of the graphs that are kept from one neighbourhood to the next.' }),
  minPatience: number(3e6, { unit: 'steps', range: [0, 1e12], about: 'Large-neighbourhood search ends when nothing better was found for so many.' }),
  patience: number(0.5, { unit: 'share', range: [0, 100], about: 'And for this share of the steps until the last better roster.' }),
  seatTries: number(32, { unit: 'tries', range: [1, 10_000], about: 'To find a seat that is wanted and empty.' }),
  rowTries: number(16, { unit: 'tries', range: [1, 10_000], about: 'To find an employee whose row breaks the first priority.' }),
  breachAllBut: number(4, {
    unit: 'neighbourhoods',
    range: [1, 1000],
    about: 'As long as the first priority is broken, all but one of so many lie around a breach.',
  }),
  breachEmployees: number(6, { unit: 'employees', range: [1, 5000], about: 'Of a neighbourhood around a breach.' }),
}

/** How columns are found and chosen. */
export const COLUMNS = {
  firstPriorityStep: number(1000, {
    unit: 'times',
    range: [1, 1e6],
    about: 'How far the lightest unit of the first priority stands above the heaviest of the next: no row trades it for others.',
  }),
  priorityStep: number(15, {
    unit: 'times',
    range: [1, 1e6],
    about: 'The same of the others: few rows trade them.',
    measured: 'With 50 for 15 the master of a hospital month took half as long again.',
  }),
  maxPrice: number(3, {
    unit: 'heaviest units',
    range: [0, 1e6],
    about: 'Of the first open priority after the first: prices of seats begin at so many at most.',
  }),
  missing: number(0.5, {
    unit: 'heaviest units',
    range: [0, 1e6],
    about: 'What an employee costs at first who is missing where they must be: prices have room up to there.',
  }),
  missingAfterAscent: number(2, {
    unit: 'heaviest units',
    range: [0, 1e6],
    about: 'The same where a master begins with the rows of an ascent.',
    measured: 'docs/decisions/0094-who-proves-searches-next.md',
  }),
  artificialCost: number(1e7, {
    unit: 'cost',
    range: [1, 1e12],
    about: 'What it costs to leave an employee without a row: more than all their seats are worth.',
  }),
  dearer: number(2, { unit: 'times', range: [1, 100], about: 'As dear as before it becomes to be missing.' }),
  maxRaises: number(8, { unit: 'times', range: [0, 1000], about: 'How often it becomes dearer to be missing.' }),
  maxRounds: number(150, { unit: 'rounds', range: [1, 1e6], about: 'Of pricing, for one master.' }),
  harder: number(8, {
    unit: 'times',
    range: [2, 1e6],
    about: 'As far as before pricing looks where a bound is to follow and no column came of what it saw.',
    measured: 'docs/decisions/0089-pricing-looks-further-where-a-bound-stands-still.md',
  }),
  maxEffort: number(512, { unit: 'times', range: [1, 1e6], about: 'As far as at first, at most.' }),
  roundsToProve: number(600, { unit: 'rounds', range: [1, 1e6], about: 'The same where a bound is to follow.' }),
  perRound: number(2, { unit: 'columns', range: [1, 1000], about: 'Of one employee, in a round.' }),
  maxColumns: numbers([3200, 30], {
    unit: 'columns',
    range: [1, 1e7],
    about: 'Altogether, or for each employee where that is more; with more, some are dropped.',
    measured: KEPT,
  }),
  keptColumns: numbers([1600, 12], { unit: 'columns', range: [1, 1e7], about: 'That are kept then.', measured: KEPT }),
  smoothing: number(0.5, { unit: 'share', range: [0, 1], about: 'Of the best prices so far, that is kept from round to round.' }),
  fewRounds: number(10, {
    unit: 'rounds',
    range: [1, 1e6],
    about: 'A master is solved well enough, where that will do, when so many brought little.',
  }),
  minGainedShare: number(0.1, { unit: 'share', range: [0, 1], about: 'Of what was gained so far: less is little.' }),
  close: number(0.3, { unit: 'cost', range: [0, 1e6], about: 'A master is solved when its value stands so far above its bound.' }),
  maxLimitedGraphs: number(40, { unit: 'graphs', range: [1, 1e6], about: 'Of employees with limits that were decided, that are kept.' }),
  maxPooledRows: number(40, { unit: 'rows', range: [0, 1e6], about: 'Of one employee, that are pooled from one master to the next.' }),
  coarsest: number(0.02, { unit: 'share', range: [0, 1], about: 'Of its days, that a dive fixes at a time: at first.' }),
  finest: number(0.01, { unit: 'share', range: [0, 1], about: 'Of its days, that a dive fixes at a time: at least.' }),
  finer: number(0.6, { unit: 'times', range: [0, 1], about: 'How that changes when a dive ended above the roster that there was.' }),
  coarser: number(1.2, { unit: 'times', range: [1, 10], about: 'How that changes when a dive found a better roster.' }),
  roundsPerFixing: number(12, { unit: 'rounds', range: [0, 1e6], about: 'Of pricing after each fixing of a dive.' }),
  minAtOnce: number(0.5, {
    unit: 'share',
    range: [0, 1],
    about: 'Of the days that a dive is to fix at a time, that it fixes at least; chance adds up to as many.',
  }),
  sure: number(0.9, { unit: 'share', range: [0, 1], about: 'Days that are as sure as this are fixed together.' }),
  noise: number(0.1, { unit: 'share', range: [0, 1], about: 'How far chance reorders days by their sureness.' }),
  moreRounds: number(2, { unit: 'times', range: [0, 100], about: 'So many times as many rounds where the value rose too far.' }),
  roundsWhileMissing: number(5, {
    unit: 'times',
    range: [0, 100],
    about: 'And as long as somebody is missing where they must be: rows that fit are found late.',
  }),
  tooMuch: number(1 / 3, {
    unit: 'share',
    range: [0, 1],
    about: 'Of what is left up to the ceiling: days that were fixed together and take more are freed again, but for the surer half.',
  }),
  laterSteps: number(0.8, {
    unit: 'share',
    range: [0, 1],
    about: 'Of what the days fixed so far took for each, that those to come will take: what a dive needs to its end follows.',
    measured: IN_TIME,
  }),
  reserved: number(0.05, { unit: 'share', range: [0, 0.5], about: 'Of the time of a dive, that is kept for its end.' }),
  hurried: number(4, {
    unit: 'times',
    range: [1, 1000],
    about: 'As many days a dive fixes at a time at most, and as few of the rounds after it, so that its time is enough.',
  }),
  maxTakenBack: number(12, { unit: 'times', range: [0, 1e6], about: 'How often that may be.' }),
}

/** How rows of one employee are found at prices. */
export const ROWS = {
  maxEdges: number(400_000, { unit: 'edges', range: [1, 1e9], about: 'Of the graph of one employee.' }),
  maxEdgesOfExtras: number(200_000, {
    unit: 'edges',
    range: [1, 1e9],
    about: 'Of a graph that a rule is taken into which only limits from above, once it is often broken.',
  }),
  often: number(3, { unit: 'times', range: [1, 1000], about: 'Such a rule is often broken.' }),
  maxEdgesWithSums: number(100_000, {
    unit: 'edges',
    range: [0, 1e9],
    about: 'Of a graph with sums that ask for something, where nothing is to be proved: with more, prices beside it are faster.',
    measured: 'docs/decisions/0013-sums-have-prices.md',
  }),
  maxStates: number(3000, { unit: 'states', range: [1, 1e6], about: 'Of one resource on a day.' }),
  maxLabels: number(4000, { unit: 'labels', range: [1, 1e8], about: 'Followed in one search through a graph with rules beside it.' }),
  labelsToProve: number(1000, {
    unit: 'labels',
    range: [1, 1e8],
    about: 'With so many, rows that were found will do, even if others may be cheaper.',
  }),
  paths: number(50, { unit: 'paths', range: [1, 1e6], about: 'Followed each day where those labels led to no row.' }),
  near: number(1, { unit: 'cost', range: [0, 1e6], about: 'A row is good enough so near above the least that is possible.' }),
  sumRounds: number(8, { unit: 'rounds', range: [1, 1e6], about: 'In which prices of sums beside the graph go on from where they were.' }),
  faster: number(1.5, { unit: 'times', range: [1, 10], about: 'How the step of a price of a sum grows while it goes one way.' }),
  slower: number(0.5, { unit: 'times', range: [0, 1], about: 'How it shrinks when the price turns.' }),
  firstStep: number(0.05, { unit: 'share', range: [0, 1], about: 'The first step, of what the dearest option and the cheapest of a day differ by.' }),
  minStep: number(0.0001, {
    unit: 'share',
    range: [0, 1],
    about: 'Of the first step, that a step never goes below: costs change, and prices with them.',
  }),
  guidedRounds: number(40, { unit: 'rounds', range: [1, 1e6], about: 'Of finding prices for the sums of a row that is repaired.' }),
  guidedFurtherRounds: number(20, { unit: 'rounds', range: [1, 1e6], about: 'When these did not do.' }),
  guidedTries: number(4, { unit: 'tries', range: [1, 1000], about: 'That the search of such a row begins anew when what was found breaks a limit.' }),
  farOff: number(0.5, {
    unit: 'share',
    range: [0, 1],
    about: 'Of its worth, that counts when a sum will lie outside its limits as far as can be seen.',
  }),
  repairPaths: numbers([250, 1000], {
    unit: 'paths',
    range: [1, 1e6],
    about: 'Followed each day to repair a row: at first, and when that was not enough.',
  }),
}

/** What things count as, in iterations of local search: where iterations end a search, its pace may not depend on the clock. */
export const STEPS = {
  perMaster: number(500, { unit: 'iterations', range: [0, 1e9], about: 'Setting up a linear program.' }),
  perEmployee: number(50, { unit: 'iterations', range: [0, 1e9], about: 'Of each of its employees.' }),
  perColumn: number(20, { unit: 'iterations', range: [0, 1e9], about: 'Evaluating a column.' }),
  sizePerStep: number(25, {
    unit: 'rows and columns',
    range: [1, 1e9],
    about: 'Of the linear program, for which an iteration of the simplex method takes one.',
  }),
  labelsPerStep: number(1, { unit: 'labels', range: [0.001, 1e9], about: 'Followed in the time of one.' }),
  pathsPerStep: number(4, { unit: 'paths', range: [0.001, 1e9], about: 'Tried in the time of one.' }),
  edgesPerStep: number(150, { unit: 'edges', range: [0.001, 1e9], about: 'Gone along in the time of one.' }),
  perNewEdge: number(3, { unit: 'iterations', range: [0, 1e9], about: 'Making an edge.' }),
  simplexPerLook: number(50, { unit: 'iterations of the simplex method', range: [1, 1e6], about: 'Between two looks at the clock: 5 to 20 ms.' }),
  stalled: numbers([10, 20, 100], {
    unit: 'iterations of the simplex method',
    range: [1, 1e6],
    about:
      'For each row of the master, after which the first, the second and the last attempt at solving it are given up: few solutions take more than 5.',
  }),
}
