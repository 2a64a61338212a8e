import { Type } from 'typebox'
import { WISH_TYPES } from '../../model/schedule.ts'
import { RANGES } from '../limits.ts'
import { Contract } from './contract.ts'
import { choice, edge, id, list, text, wholeNumber } from './values.ts'

export const Held = Type.Object(
  {
    id: id('Of the skill or team.'),
    start: Type.Optional(edge('From when on; absent = always.')),
    end: Type.Optional(edge('Until when; absent = for good.')),
  },
  { description: 'A skill or a team, with the period in which the employee has it.' },
)

export const Wish = Type.Object(
  {
    type: choice(WISH_TYPES, 'UNAVAILABLE: cannot work; UNDESIRED: would rather not; DESIRED: would like to.'),
    start: edge('From when on.'),
    end: edge('Until when.'),
    tag: Type.Optional(text('Only shifts with this tag.')),
    weight: Type.Optional(wholeNumber(RANGES.weight, 'Multiplies the weight of the setting.', { default: 1 })),
  },
  { description: 'When an employee cannot, would rather not, or would like to work.' },
)

const worked = {
  shiftsWorked: Type.Optional(wholeNumber(RANGES.count, 'Shifts worked.', { default: 0 })),
  minutesWorked: Type.Optional(wholeNumber(RANGES.minutes, 'Minutes worked.', { default: 0 })),
  weekendsWorked: Type.Optional(wholeNumber(RANGES.count, 'Weekends worked.', { default: 0 })),
}

export const WorkedBefore = Type.Object(worked, { description: 'Work before the first shift, of shifts with one tag.' })

export const History = Type.Object(
  {
    ...worked,
    byTag: Type.Optional(Type.Record(Type.String(), WorkedBefore, { description: 'The same three numbers of the shifts with one tag, by tag.' })),
  },
  { description: 'What happened before the first shift and still counts.' },
)

export const Employee = Type.Object(
  {
    id: id('Unique among the employees.'),
    name: Type.Optional(text('For people.')),
    skills: Type.Optional(list(Held, 'What the employee can do.')),
    teams: Type.Optional(list(Held, 'Where the employee belongs.')),
    contract: Type.Optional(Contract),
    contractId: Type.Optional(id('Of an entry in `contracts`, in the place of `contract`: many employees can have one contract.')),
    wishes: Type.Optional(list(Wish, 'In any order; they may overlap.')),
    history: Type.Optional(History),
  },
  { description: 'Somebody who can work shifts.' },
)
