import { number, numbers } from './parameter.ts'

const FILLED = 'docs/decisions/0077-empty-shifts-come-before-wishes.md'

/** Beginning at the roster that a schedule came with. */
export const REPLANNING = {
  keptShare: number(0.8, {
    unit: 'share',
    range: [0, 1],
    about: 'Where so many of the shifts that may be planned came with an employee, a search begins at that roster and mends it.',
  }),
  turn: number(0.25, { unit: 'share', range: [0, 1], about: 'What mending it may take of the search.' }),
  chain: number(3, { unit: 'changes', range: [1, 20], about: 'In a chain of changes that fills one shift, where not all can be filled together.' }),
  places: number(40_000, {
    unit: 'places',
    range: [1, 1e9],
    about: 'Beginnings of sets of changes that mending looks at; half of them to mend all together.',
  }),
  stepsPerPlace: number(20, { unit: 'iterations', range: [1, 1e6], about: 'What looking at one of them counts as.' }),
  fillTurn: number(0.5, { unit: 'share', range: [0, 1], about: 'What filling the rest may take of what is left of the search then.' }),
  fillPeople: numbers([12, 25, 16, 25], {
    unit: 'employees',
    range: [1, 5000],
    about: 'Around an empty shift, whose rows are found anew together to fill it: at first, and each time that nothing was found.',
    measured: FILLED,
  }),
  fillDays: numbers([7, 7, 14, 28], {
    unit: 'days',
    range: [1, 800],
    about: 'On which these rows are found anew: as many numbers.',
    measured: FILLED,
  }),
  fillRounds: number(3, { unit: 'times', range: [1, 1e6], about: 'That all of this is tried in vain, each time with others around the shifts.' }),
  fillAtOnce: number(0.5, { unit: 'share', range: [0, 1], about: 'Of that turn, that finding such rows once may take.', measured: FILLED }),
} as const
