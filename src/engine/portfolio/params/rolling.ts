import { number } from './parameter.ts'

const ROLLING = 'docs/decisions/0084-years-roll-along-prices.md'
const WEEKS = 'docs/decisions/0087-eight-weeks-begin-with-even-sums.md'

/** How a long horizon is gone along, window by window, with prices for what comes after each. */
export const ROLLING_HORIZON = {
  minDays: number(85, { unit: 'days', range: [1, 800], about: 'Of a horizon that is gone along. In shorter ones all days can be taken at once.' }),
  minDaysOfMany: number(50, {
    unit: 'days',
    range: [1, 800],
    about: 'Of a horizon that is gone along although all days can be taken at once, where these are too much for one dive.',
    measured: WEEKS,
  }),
  windowDaysOfMany: number(14, { unit: 'days', range: [2, 800], about: 'That are solved together then.', measured: WEEKS }),
  stepDaysOfMany: number(7, { unit: 'days', range: [1, 800], about: 'Of them, that are kept.', measured: WEEKS }),
  effortOfMany: number(2.5, {
    unit: 'times',
    range: [0.01, 100],
    about: 'With which windows are solved then, at first and at most.',
    measured: WEEKS,
  }),
  maxOptions: number(500_000, {
    unit: 'employees × demands',
    range: [1, 1e12],
    about: 'With more, windows of everybody take too long.',
    measured: ROLLING,
  }),
  climbShare: number(0.15, {
    unit: 'share',
    range: [0, 1],
    about: 'Of the search, that the ascent before may take, and as much of it as of its rounds is over.',
  }),
  climbPatience: number(0.2, { unit: 'share', range: [0, 1], about: 'Of that, that it may take however few rounds are over.' }),
  cycles: number(2, { unit: 'cycles', range: [1, 10], about: 'Of the ascent that finds prices before.', measured: ROLLING }),
  windowDays: number(28, { unit: 'days', range: [2, 800], about: 'That are solved together.', measured: ROLLING }),
  stepDays: number(14, { unit: 'days', range: [1, 800], about: 'Of them, that are kept.', measured: ROLLING }),
  rounds: number(40, { unit: 'rounds', range: [1, 1e6], about: 'Of pricing, for one window.' }),
  perRound: number(2, { unit: 'columns', range: [1, 1000], about: 'Of one employee, in a round.' }),
  close: number(3, { unit: 'cost', range: [0, 1e6], about: 'A window is solved when its value stands so far above its bound.' }),
  atOnce: number(0.05, { unit: 'share', range: [0, 1], about: 'Of the days of a window, that a dive fixes at a time.' }),
  roundsPerFixing: number(6, { unit: 'rounds', range: [0, 1e6], about: 'Of pricing after each fixing.' }),
  dives: number(3, {
    unit: 'dives',
    range: [1, 100],
    about: 'Into one window, where one left somebody nothing to do; all but the first as fine as they can be.',
  }),
  followRounds: number(20, { unit: 'rounds', range: [0, 1e6], about: 'Of the ascent, in which prices follow what was fixed.' }),
  followRate: number(0.05, { unit: 'share', range: [0, 100], about: 'Of the first rate of the ascent, with which they do.' }),
  slack: number(3, {
    unit: 'shifts',
    range: [0, 1000],
    about: 'More or less than their part of a sum that an employee may have after the first window.',
    measured: ROLLING,
  }),
  lastSlack: number(0.15, { unit: 'share', range: [0, 1], about: 'Of that, that is left at the end.' }),
  offCorridor: number(2, { unit: 'heaviest units', range: [0, 1e6], about: 'What a shift beyond that costs, in units of the next priority.' }),
  offLimit: number(20, { unit: 'times', range: [1, 1e6], about: 'As much it costs where nothing comes after that could make up for it.' }),
  firstEffort: number(0.5, {
    unit: 'share',
    range: [0.01, 1],
    about: 'With which windows are solved at first: of their rounds, and of how finely their dives fix.',
  }),
  leastEffort: number(0.25, { unit: 'share', range: [0.01, 1], about: 'With which they are solved at least.' }),
  lastEffort: number(3, { unit: 'times', range: [1, 100], about: 'As much the last window gets.' }),
  changeOfEffort: number(1.5, { unit: 'times', range: [1, 100], about: 'How much more or less of it the next window gets, at most.' }),
  windowsShare: number(0.2, { unit: 'share', range: [0, 1], about: 'Of the search, that all windows should take.', measured: ROLLING }),
  maxTurn: number(0.5, { unit: 'share', range: [0, 1], about: 'Of the search, that going along the horizon may take, with the ascent before.' }),
  projected: number(1.6, {
    unit: 'times',
    range: [1, 100],
    about: 'So much more than there is time for the last window may say that all of them take, before they are given up.',
  }),
}
