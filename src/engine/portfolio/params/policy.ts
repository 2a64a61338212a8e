import { number } from './parameter.ts'

/** Who searches how long. Shares are of the whole search, 0 to 1. */
export const POLICY = {
  iterationsPerLook: number(1024, { unit: 'iterations', range: [1, 1e6], about: 'Between two looks at the clock and the stop sign: about 2 ms.' }),
  hearEvery: number(0.01, {
    unit: 'share',
    range: [0, 1],
    about: 'Others that search are heard within cycles after so much of the search at the soonest.',
  }),
  warmedTo: number(0.12, {
    unit: 'share of the range',
    range: [0, 1],
    about:
      'How far local search that trades two priorities is warmed at most. Where all units weigh much the same, the middle of them is next to the heaviest, and a local search that is several times as warm only forgets.',
  }),
  cooledTo: number(0.07, { unit: 'share of the range', range: [0, 1], about: 'How far local search that trades two priorities is cooled at most.' }),
  firstFollowed: number(0.2, {
    unit: 'share',
    range: [0, 1],
    about: 'Where four priorities are traded and large neighbourhoods follow the first cooling, it ends here: they go on from what it comes to.',
    measured: 'docs/decisions/0086-local-search-is-compiled.md',
  }),
  betweenNeighbourhoods: number(0.02, {
    unit: 'share',
    range: [0, 1],
    about: 'Where large neighbourhoods found better rosters, local search comes to it again after so much.',
  }),
  maxRepairCycles: number(1, { unit: 'cycles', range: [0, 100], about: 'What repairing rows may take after a cycle.' }),
  minNeighbourhoodCycles: number(0.5, {
    unit: 'cycles',
    range: [0, 100],
    about: 'What large-neighbourhood search may always take after a cycle: half as much after it found nothing better, down to this.',
  }),
  maxNeighbourhoodCyclesOfTwo: number(12, {
    unit: 'cycles',
    range: [0, 100],
    about:
      'What large-neighbourhood search may take after a cycle where two priorities are traded: twice as much after it found something better, up to this; this at first.',
    measured: 'docs/decisions/0012-large-neighbourhoods.md',
  }),
  minNeighbourhoodsOfTwo: number(0.06, {
    unit: 'share',
    range: [0, 1],
    about: 'Of the search, that large neighbourhoods have at least there: all days at once need ten times as much.',
    measured: 'docs/decisions/0095-dives-keep-to-their-time.md',
  }),
  maxNeighbourhoodCycles: number(4, {
    unit: 'cycles',
    range: [0, 100],
    about: 'The same where other than two are traded: their first cycle is longer.',
  }),
  neighbourhoodsEnd: number(0.98, {
    unit: 'share',
    range: [0, 1],
    about:
      'From here on the search belongs to the priorities that large-neighbourhood search does not look at, where there are any; proofs may take half of it.',
    measured: 'docs/decisions/0090-the-fourth-priority-has-a-fiftieth-of-the-search.md',
  }),
  maxOverrun: number(10, { unit: 'times', range: [1, 100], about: 'A neighbourhood that has begun may take so many times what all of them should.' }),
  manyCells: number(10_000, {
    unit: 'employees × days',
    range: [0, 1e9],
    about: 'In rosters of more, local search comes first.',
    measured: 'docs/decisions/0030-local-search-cools-first.md',
  }),
  movesPerCell: number(400, {
    unit: 'moves',
    range: [0, 1e6],
    about:
      'In rosters of many cells a local search that has evaluated fewer moves for each repairs breaches of the first priority faster than anything else does.',
  }),
  localSearchFirst: number(0.5, {
    unit: 'share',
    range: [0, 1],
    about: 'In rosters of many cells local search comes before proofs, and before large-neighbourhood search where that takes long, until here.',
    measured: 'docs/decisions/0030-local-search-cools-first.md',
  }),
  longSweep: number(0.3, {
    unit: 'share',
    range: [0, 1],
    about: 'Large-neighbourhood search takes long where going over everybody once takes more than this.',
  }),
  whileBroken: number(1, {
    unit: 'cycles',
    range: [0, 100],
    about: 'What large-neighbourhood search may take as long as the first priority is broken: cycles that make what breaks it dearer do as much.',
  }),
  afterRolling: number(0.1, {
    unit: 'share of the search',
    range: [0, 1],
    about: 'What it may take at least once a long horizon was gone along: local search that comes to a breach before it gives up what was won.',
    measured: 'docs/decisions/0084-years-roll-along-prices.md',
  }),
  leadingAway: number(0.2, {
    unit: 'share of the search',
    range: [0, 1],
    about: 'And where dives lead away, soon: windows take so long to come from there to a better roster.',
    measured: 'docs/decisions/0094-who-proves-searches-next.md',
  }),
  regrant: number(2, {
    unit: 'times',
    range: [1, 100],
    about: 'What a strategy may take after a turn that won, against the turn before; after one that did not, the other way round.',
  }),
  minEmptying: number(0.01, {
    unit: 'share',
    range: [0, 1],
    about: 'What emptying employees may always take after a cycle: half as much after it emptied nobody, down to this.',
  }),
  maxEmptying: number(0.1, {
    unit: 'share',
    range: [0, 1],
    about: 'What it may take after a cycle: twice as much after it won, up to this; this at first.',
  }),
  firstProof: number(0.01, {
    unit: 'share',
    range: [0, 1],
    about: 'A bound is tried for the first time here: what a linear relaxation proves at once ends many a search.',
    measured: 'docs/decisions/0039-bounds-come-early.md',
  }),
}

/** How long a bound is proved. Shares are of the whole search, 0 to 1. */
export const PROVING = {
  firstTurn: number(0.02, {
    unit: 'share',
    range: [0, 1],
    about: 'What the first try may take, within the first cooling.',
    measured: 'docs/decisions/0039-bounds-come-early.md',
  }),
  perTurn: number(0.08, { unit: 'share', range: [0, 1], about: 'What proving may take after a cycle.' }),
  toTell: number(0.003, {
    unit: 'share',
    range: [0, 1],
    about: 'What a turn of proving takes where prices have climbed before: what they prove is told.',
  }),
  turnsToTell: number(10, { unit: 'turns', range: [0, 1000], about: 'Such turns, at most.' }),
  altogether: number(0.16, { unit: 'share', range: [0, 1], about: 'What proving may take altogether.' }),
  altogetherAtFirst: number(0.3, {
    unit: 'share',
    range: [0, 1],
    about: 'Altogether, as long as nothing is proved of a horizon that is too long for linear programs: what prices alone say begins far below zero.',
  }),
  demandedShare: number(0.25, {
    unit: 'of the search',
    range: [0, 1],
    about: 'That proving by what is demanded may take, at most: a part of its linear programs proves nothing.',
  }),
  hopeless: number(1.25, {
    unit: 'times',
    range: [0, 100],
    about:
      'A proof by prices alone is given up, for the first time after half of a turn, when the projected time to a first bound exceeds so many times its budget.',
  }),
  latest: number(0.5, { unit: 'share', range: [0, 1], about: 'A proof that has not begun here begins, whatever else there is to do.' }),
  latestBesideOthers: number(0.4, { unit: 'share', range: [0, 1], about: 'The same where others search beside this one.' }),
  perTurnBesideOthers: number(0.25, {
    unit: 'share',
    range: [0, 1],
    about:
      'Where others search, from then on or as soon as large-neighbourhood search does not win any more, what proving may take after a cycle while the gap is small.',
  }),
  altogetherBesideOthers: number(0.6, {
    unit: 'share',
    range: [0, 1],
    about:
      'The same altogether. With three and four priorities in one turn, and from the first on, where linear programs over everybody’s whole rows prove.',
    measured: 'docs/decisions/0082-wards-prove-while-they-search.md',
  }),
  maxStalled: number(0.5, {
    unit: 'share',
    range: [0, 1],
    about:
      'Of the time that a search may go on without a better roster, that a thread alone may prove before large neighbourhoods have had a turn in vain.',
    measured: 'docs/decisions/0091-a-search-has-converged-when-all-have-searched.md',
  }),
  smallGap: number(0.1, { unit: 'share', range: [0, 1], about: 'A gap is small up to this.' }),
  muchClosed: number(0.1, {
    unit: 'share',
    range: [0, 1],
    about: 'A proof goes on at once, and its turn does not count, when it closed so much of the gap.',
  }),
}
