import { number, numbers } from './parameter.ts'

const KINDS_OF_MOVES = 'docs/experiments/kinds-of-moves.md'

/** How the priorities are weighed as one number while local search trades them for one another; never part of a score. */
export const WEIGHTING = {
  steps: numbers([1, 4, 8, 2], {
    unit: 'times',
    range: [1, 1e6],
    about:
      'What a point on a priority costs, in points of the next active one: of the last, and by how many active ones follow. Where more than two are active.',
  }),
  stepOfTwo: number(4, {
    unit: 'times',
    range: [0.01, 1e6],
    about:
      'Between two priorities alone, how far the heaviest rule of the first stands above the heaviest unit of the second: local search passes through breaches.',
  }),
  dearestShift: number(20, {
    unit: 'points',
    range: [0.1, 1e6],
    about:
      'Where more than two priorities are active, what is paid for a shift counts at most so much in points of its priority: as much as a heavy rule.',
  }),
  minutesPerUnit: number(30, {
    unit: 'minutes',
    range: [1, 1440],
    about: 'A breach of so many minutes on the first priority counts as much as one of a counted unit.',
  }),
  frozenStep: number(100_000, {
    unit: 'times',
    range: [10, 1e6],
    about: 'How far a frozen priority stands above the next one: more than any sum of penalties that local search trades.',
  }),
  aloneUnit: number(20, {
    unit: 'lightest units',
    range: [0.1, 1e6],
    about: 'What one unit of the heaviest rule costs while its priority is looked at alone: as much as local search is warm, so that it can pass.',
  }),
  aloneStep: number(0.001, { unit: 'share', range: [0, 1], about: 'What is left of each further priority while one is looked at alone.' }),
  multiplier: number(2, { unit: 'times', range: [1, 100], about: 'A unit becomes so many times dearer when a cycle ends with it broken.' }),
  lower: number(1.4, { unit: 'times', range: [1, 100], about: 'A unit becomes so many times cheaper again when a cycle ends with it kept.' }),
  maxMultiplier: number(1024, {
    unit: 'times',
    range: [1, 1e9],
    about: 'No unit becomes dearer than so many times: what cannot be repaired should not hide everything else.',
  }),
}

/** What moves try. */
export const MOVES = {
  shares: numbers([45, 20, 15, 15, 3, 5, 5, 10, 4, 6, 8, 40, 25, 25, 20, 30], {
    unit: 'shares of all moves',
    range: [0, 1000],
    about:
      'How often each neighbourhood is tried: exchange days, change day, change stretch, hand over, pass shift, trade shifts, fill seat, move work, exchange weekends, pass group, move together; where shifts are found, change time, change times, pass time, cover shortage; where shifts have breaks, move break.',
    measured: KINDS_OF_MOVES,
  }),
  maxDays: number(7, { unit: 'days', range: [1, 366], about: 'Longest stretch that one move rewrites.' }),
  maxWeekends: number(2, { unit: 'weekends', range: [1, 100], about: 'That one move exchanges, where it does not exchange all from one on.' }),
  companyTries: number(8, {
    unit: 'tries',
    range: [1, 1000],
    about: 'To find a seat beside another, for somebody who works together with whom takes that.',
  }),
  candidateTries: number(4, { unit: 'tries', range: [1, 1000], about: 'To find a day on which somebody works a shift that is found.' }),
  maxTimeSteps: number(8, { unit: 'steps', range: [1, 1000], about: 'By which a shift that is found starts or ends earlier or later, at most.' }),
  breakRounds: number(20, {
    unit: 'rounds',
    range: [0, 1000],
    about: 'Over all breaks at the end, each placed once more where it costs least, until none gets better.',
  }),
  dayBeforeOneIn: number(4, {
    unit: 'tries',
    range: [1, 1000],
    about: 'A time in which too few are at work is covered from the day before once in so many times.',
  }),
  openSeatTries: number(6, { unit: 'tries', range: [1, 1000], about: 'To find a demand with a free seat.' }),
  wantedSeatTries: number(32, { unit: 'tries', range: [1, 10_000], about: 'To find an empty seat that is wanted.' }),
  anybodyOneIn: number(2, {
    unit: 'draws',
    range: [1, 1000],
    about: 'Once in so many times a colleague is drawn from everybody, not from those who can do the work: rules may ask for others.',
    measured: 'Together with an index of empty seats, 8 found the best roster of tiny schedules in 151 of 180 searches and 2 in 163.',
  }),
  doubtfulOneIn: number(16, {
    unit: 'tries',
    range: [1, 1e6],
    about: 'Work that costs more than the empty seat is tried once in so many times: other rules may ask for it all the same.',
  }),
  partOneIn: number(2, {
    unit: 'tries',
    range: [1, 1000],
    about: 'Of a duty of several shifts that is given up, one shift alone goes once in so many times.',
  }),
  freeDayOneIn: number(4, { unit: 'tries', range: [1, 1000], about: 'A day that changes becomes free once in so many times.' }),
  besideOneIn: number(16, {
    unit: 'tries',
    range: [1, 1000],
    about: 'A day that changes keeps what is there, beside the new shift, once in so many times.',
  }),
  freeStretchOneIn: number(3, { unit: 'tries', range: [1, 1000], about: 'A stretch that changes becomes free once in so many times.' }),
  passBesideOneIn: number(2, {
    unit: 'tries',
    range: [1, 1000],
    about: 'A shift that is passed on comes beside what the taker has once in so many times.',
  }),
  fillBesideOneIn: number(8, { unit: 'tries', range: [1, 1000], about: 'A wanted seat is filled beside what somebody has once in so many times.' }),
}

/** How the first roster is built. */
export const CONSTRUCTION = {
  candidates: number(64, {
    unit: 'employees',
    range: [1, 5000],
    about: 'Looked at for one seat; more hardly help a start that the search will change anyway.',
  }),
  uncoveredSteps: number(200, { unit: 'steps', range: [0, 1e6], about: 'That one empty seat is moved at most before it stays where it is.' }),
  exchanges: number(24, { unit: 'exchanges', range: [1, 10_000], about: 'Looked at for one step of an empty seat.' }),
  evaluationsPerSeat: number(100, {
    unit: 'moves',
    range: [0, 1e6],
    about: 'Evaluated for each seat of the schedule at most: where there are too few employees, no moving helps.',
  }),
  daysAround: number(5, { unit: 'days', range: [0, 366], about: 'Before and after an empty seat, on which somebody may give up work for it.' }),
  vainShifts: number(50, {
    unit: 'shifts',
    range: [0, 1e6],
    about: 'That nobody can work as things are and that are found for one day, before the day is left to the search.',
  }),
  groupSeats: number(24, {
    unit: 'seats',
    range: [2, 1000],
    about: 'Of a group of shifts that need one another, at most; larger ones are left to local search.',
  }),
  groupCandidates: number(64, { unit: 'employees', range: [1, 5000], about: 'Looked at for one seat of a group.' }),
  groupReliefs: number(4, {
    unit: 'employees',
    range: [0, 5000],
    about: 'Tried for a seat of a group for which nobody is free: each leaves a shift of the day to others.',
  }),
  stepsPerCandidate: number(1, {
    unit: 'iterations of local search',
    range: [0, 1000],
    about: 'What looking at one employee for one seat of a group counts as.',
  }),
}

/** How single rows are found anew against everybody else's. */
export const POLISHING = {
  maxShare: number(0.5, {
    unit: 'share',
    range: [0, 100],
    about: 'Of a cycle, that polishing may take after it: half as much after it was in vain, twice as much after it was not.',
  }),
  minShare: number(0.03, { unit: 'share', range: [0, 100], about: 'Of a cycle, that polishing may always take.' }),
  maxDays: number(42, { unit: 'days', range: [1, 800], about: 'Of one row, found anew at a time; longer rows are taken in pieces.' }),
  stepsPerRow: number(50_000, {
    unit: 'paths',
    range: [1, 1e9],
    about: 'Tried for one row, about; it decides how many labels are followed on a day.',
  }),
  maxLabels: number(1000, { unit: 'labels', range: [1, 1e6], about: 'Followed on one day, at most.' }),
  minLabels: number(30, { unit: 'labels', range: [1, 1e6], about: 'Followed on one day, however many duties there are.' }),
}

/** How shifts are placed with as few people as can be. */
export const PACKING = {
  maxPushed: number(3, { unit: 'shifts', range: [1, 10], about: 'A shift that finds no room pushes out so many of one employee at most.' }),
  exchanges: number(10, { unit: 'exchanges', range: [0, 1000], about: 'Random exchanges after each shift that pushed others out.' }),
  placesPerTask: number(4, {
    unit: 'times',
    range: [1, 1e6],
    about:
      'An attempt is given up when so many shifts were placed for each that there is. Twice as many, once as many attempts as people are used came to nothing; this again after one that did.',
  }),
  maxPlacesPerTask: number(512, { unit: 'times', range: [1, 1e6], about: 'The most of them.' }),
  twoForOne: number(0.5, { unit: 'share', range: [0, 1], about: 'Attempts in which two people make room for one who was not used, of all.' }),
  stepsPerLook: number(0.06, { unit: 'iterations', range: [0, 100], about: 'What asking one employee whether there is room counts as.' }),
  stepsPerRow: number(4, { unit: 'iterations', range: [0, 1000], about: 'What counting a whole row counts as.' }),
  stepsPerAttempt: number(50, { unit: 'iterations', range: [0, 1e6], about: 'What making tasks of a roster counts as.' }),
}
