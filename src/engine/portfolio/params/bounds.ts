import { number } from './parameter.ts'

const ASCENT = 'docs/decisions/0015-prices-climb-without-linear-programs.md'
const BRANCHING = 'docs/decisions/0016-bounds-by-branching.md'
const BESIDE_OTHERS = 'docs/decisions/0094-who-proves-searches-next.md'

/** How bounds are proved. */
export const BOUNDS = {
  maxOptions: number(2e6, {
    unit: 'employees × demands',
    range: [1, 1e12],
    about: 'Where there are more, rows of an ascent may follow any shift by any other.',
    measured: ASCENT,
  }),
  maxDemanded: number(100_000, {
    unit: 'times and shifts',
    range: [0, 1e9],
    about: 'Of the linear program of what is demanded, at most.',
  }),
  demandedPerStep: number(800, {
    unit: 'rows and columns',
    range: [1, 1e9],
    about: 'Of that program, for which an iteration of the simplex method takes as long as a move.',
  }),
  maxEdgesWithSums: number(5000, { unit: 'edges', range: [0, 1e9], about: 'Of an employee’s graph in an ascent that follows sums too.' }),
  making: number(0.5, {
    unit: 'share',
    range: [0, 1],
    about: 'Of the time to a first bound, that making everybody’s graph takes, where it is not known better.',
    measured: 'docs/decisions/0039-bounds-come-early.md',
  }),
  rounds: number(100, { unit: 'rounds', range: [1, 1e6], about: 'Of the first cycle of an ascent.' }),
  longer: number(4, { unit: 'times', range: [1, 100], about: 'As many rounds each further cycle has.' }),
  firstRate: number(0.3, { unit: 'share', range: [0, 100], about: 'Of what the middle seat is worth, that prices go at first.', measured: ASCENT }),
  cooled: number(0.002, {
    unit: 'share',
    range: [0, 1],
    about: 'Of that, at the end of a cycle; in between it is the share of the rounds left, squared.',
    measured: 'Where it fell by the same factor each round, 22 came to 28,320 in 25 s instead of 29,555, 24 nowhere.',
  }),
  gentler: number(0.5, { unit: 'share', range: [0, 1], about: 'Of the rate of a cycle, with which the next one begins.' }),
  keptSlope: number(0.95, { unit: 'share', range: [0, 1], about: 'Of the mean slope, that stays from one step to the next.' }),
  keptSquare: number(0.99, { unit: 'share', range: [0, 1], about: 'Of the mean square of the slopes, that stays from one step to the next.' }),
  largeMaster: number(10_000, { unit: 'employees × demands', range: [0, 1e12], about: 'With more, an ascent comes before linear programs.' }),
  firstCycles: number(1, { unit: 'cycles', range: [0, 100], about: 'Of the ascent before linear programs.' }),
  rememberedRounds: number(20, {
    unit: 'rounds',
    range: [0, 1000],
    about: 'Of the ascent, the last ones, with whose rows linear programs begin.',
    measured: BESIDE_OTHERS,
  }),
  allCycles: number(4, { unit: 'cycles', range: [0, 100], about: 'Of the ascent where there are no linear programs.' }),
  maxNodes: number(10_000, { unit: 'nodes', range: [1, 1e9], about: 'When more are open, no further ones are looked at.', measured: BRANCHING }),
  weakerPartWeight: number(10, {
    unit: 'times',
    range: [0, 1e6],
    about: 'Of several ways to divide a node, what its least part costs counts so many times as much as what its dearest does.',
    measured: BRANCHING,
  }),
  enough: number(0.5, { unit: 'cost', range: [0, 1e6], about: 'A way by which even the least part costs so much more is good enough.' }),
  minPart: number(0.01, {
    unit: 'share',
    range: [0, 0.5],
    about: 'How far what an employee counts must be from a whole number to be worth deciding.',
    measured: 'docs/decisions/0028-sums-are-decided.md',
  }),
  maxSums: number(3, {
    unit: 'sums',
    range: [1, 1000],
    about: 'Of those that may gain most, so many are tried.',
    measured: 'docs/decisions/0028-sums-are-decided.md',
  }),
  minGain: number(0.01, { unit: 'cost', range: [0, 1e6], about: 'Nothing gained is still so little: other nodes may gain by it.' }),
}
