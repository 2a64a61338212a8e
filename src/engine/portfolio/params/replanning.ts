import { number } from './parameter.ts'

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
} as const
