import { Type } from 'typebox'
import { MEASURES, WISH_TYPES } from '../../model/schedule.ts'
import { RANGES } from '../limits.ts'
import { Contract } from './contract.ts'
import { Pay } from './pay.ts'
import { Repeats } from './repeats.ts'
import { choice, edge, fraction, id, list, localDate, text, weekdays, wholeNumber } from './values.ts'

const period = {
  start: Type.Optional(edge('From when on; absent = always.')),
  end: Type.Optional(edge('Until when; absent = for good.')),
}

export const HeldSkill = Type.Object(
  {
    id: id('Of the skill.'),
    level: Type.Optional(wholeNumber(RANGES.level, 'How well it is mastered; 9 is the best.', { default: 1 })),
    ...period,
  },
  { description: 'A skill, with the period in which the employee has it at this level.' },
)

export const Membership = Type.Object(
  { id: id('Of the team.'), ...period },
  { description: 'A team, with the period in which the employee belongs to it.' },
)

export { MEASURES }

/** What can be wished. */
export const WISHED = [...WISH_TYPES, 'AVAILABLE'] as const

export const Wish = Type.Object(
  {
    type: choice(
      WISHED,
      'UNAVAILABLE: cannot work; UNDESIRED: would rather not; DESIRED: would like to; AVAILABLE: can work then, and not at other times on the days from the first such wish to the last.',
    ),
    start: edge('From when on.'),
    end: edge('Until when.'),
    tag: Type.Optional(text('Only shifts with this tag.')),
    weight: Type.Optional(wholeNumber(RANGES.weight, 'Multiplies the weight of the setting.', { default: 1 })),
    repeats: Type.Optional(Repeats),
    measure: Type.Optional(choice(MEASURES, 'What a shift against it costs: once, or for each started hour of the overlap.', { default: 'SHIFTS' })),
  },
  { description: 'When an employee cannot, would rather not, or would like to work.' },
)

export const Absence = Type.Object(
  {
    start: edge('From when on.'),
    end: edge('Until when.'),
    kind: Type.Optional(text('For people: vacation, illness, course.')),
    creditMinutesPerDay: Type.Optional(
      wholeNumber(RANGES.dayMinutes, 'Counts towards hours owed and limits on hours for each local day that it touches, once a day; never as work.', {
        default: 0,
      }),
    ),
    weekdays: weekdays('On which weekdays there is a credit; absent = on all.'),
  },
  { description: 'When an employee is away. Nothing is owed for it beyond what the days that are left can hold.' },
)

export const ContractPeriod = Type.Object(
  {
    contractId: id('Of an entry in `contracts` of the schedule.'),
    start: Type.Optional(localDate('First day; absent = since ever.')),
    end: Type.Optional(localDate('Last day, included; absent = for good.')),
  },
  { description: 'Which contract an employee has on which days.' },
)

const worked = {
  shiftsWorked: Type.Optional(wholeNumber(RANGES.count, 'Shifts worked.', { default: 0 })),
  minutesWorked: Type.Optional(wholeNumber(RANGES.minutes, 'Minutes worked.', { default: 0 })),
  weekendsWorked: Type.Optional(wholeNumber(RANGES.count, 'Weekends worked.', { default: 0 })),
}

export const WorkedBefore = Type.Object(worked, { description: 'Work before the first shift, of shifts with one tag.' })

export const Carry = Type.Object(
  {
    id: id('Of an entry in `fairness`.'),
    carry: fraction(RANGES.carry, 'How much more than the share was had before, in shifts, minutes or weekends; less is below 0.'),
  },
  { description: 'What an employee has had of some shared work before.' },
)

export const History = Type.Object(
  {
    ...worked,
    fairness: Type.Optional(list(Carry, 'What the schedule before said of fairness, as `fairness` of its answer has it.')),
    byTag: Type.Optional(Type.Record(Type.String(), WorkedBefore, { description: 'The same three numbers of the shifts with one tag, by tag.' })),
  },
  { description: 'What happened before the first shift and still counts.' },
)

export const Turn = Type.Object(
  {
    id: id('Of an entry in `rotations`.'),
    offset: Type.Optional(wholeNumber(RANGES.offset, 'So many weeks ahead of the rotation; below 0 behind.', { default: 0 })),
    weight: Type.Optional(wholeNumber(RANGES.weight, 'Factor within its priority.', { default: 1 })),
    priority: Type.Optional(wholeNumber(RANGES.priority, '1 to 4; absent = the weights of the setting `rotations`.')),
  },
  { description: 'The rotation that an employee works.' },
)

export const Employee = Type.Object(
  {
    id: id('Unique among the employees.'),
    name: Type.Optional(text('For people.')),
    skills: Type.Optional(list(HeldSkill, 'What the employee can do.')),
    teams: Type.Optional(list(Membership, 'Where the employee belongs.')),
    contract: Type.Optional(Contract),
    contractId: Type.Optional(id('Of an entry in `contracts`, in the place of `contract`: many employees can have one contract.')),
    contracts: Type.Optional(
      list(
        ContractPeriod,
        'Contracts of some days each, in the place of `contract` and `contractId`: no two share a day, and on a day in none of them the employee is absent without credit.',
      ),
    ),
    pay: Type.Optional(Pay),
    home: Type.Optional(id('A place that `travel.matrix` names: a spot, or any other. Each day of work begins and ends there.')),
    absences: Type.Optional(list(Absence, 'When they are away, in any order.')),
    wishes: Type.Optional(list(Wish, 'In any order; they may overlap.')),
    rotation: Type.Optional(Turn),
    history: Type.Optional(History),
  },
  { description: 'Somebody who can work shifts.' },
)
