import { Type } from 'typebox'
import { IMPORTANCES } from '../../model/schedule.ts'
import { RANGES } from '../limits.ts'
import { breakRuleIds, ShiftBreak } from './breaks.ts'
import { ShiftRepeats } from './repeats.ts'
import { askedSkills } from './skill.ts'
import { choice, dateTime, id, list, text, wholeNumber } from './values.ts'

const employeeId = id('Of an employee.')

export const Seats = Type.Object(
  {
    min: wholeNumber(RANGES.seats, 'So many seats must be filled; each that is empty costs what an empty mandatory shift costs.'),
    ideal: Type.Optional(
      wholeNumber(
        RANGES.seats,
        'So many are wanted, `min` or more; each beyond `min` that is empty costs what an empty optional shift costs. Absent: as many as `min`.',
      ),
    ),
    max: Type.Optional(
      wholeNumber(
        RANGES.seats,
        'So many there are, `ideal` or more, and at least one; those beyond `ideal` cost nothing when they are empty. Absent: as many as `ideal`.',
      ),
    ),
  },
  { description: 'How many people a shift takes.' },
)

export const Shift = Type.Object(
  {
    id: id('Unique among the shifts.'),
    name: Type.Optional(text('For people.')),
    spot: id('Of the spot.'),
    skills: askedSkills('All of them are needed, beside those of the spot; a skill that both name is asked for once, at the higher level.'),
    anySkills: askedSkills('One of them is needed; empty = none.'),
    preferredSkills: askedSkills('Better with each of them. Setting: preferredSkills.'),
    start: dateTime('Inclusive; the local day on which it lies is the shift’s day. With `repeats`: no shift starts before; a local date too.'),
    end: dateTime(
      'Exclusive; after the start, at most 92 days. With `repeats`: each shift starts before; a local date too, that whole day included.',
    ),
    repeats: Type.Optional(ShiftRepeats),
    breakMinutes: Type.Optional(wholeNumber(RANGES.minutes, 'Unpaid break, in minutes; not longer than the shift.', { default: 0 })),
    breakRules: breakRuleIds('The breaks of the shift, at most 4; absent = as its spot says; `[]` = none.'),
    breaks: Type.Optional(
      list(
        ShiftBreak,
        'Of a shift that comes with its employee: where its breaks lie, one for each rule. With `fixed` they stay; else the search starts from them. Absent = Turnus places them.',
      ),
    ),
    paidMinutes: Type.Optional(
      wholeNumber(RANGES.minutes, 'What counts as work in the place of the length less the break: of a duty in which one may sleep, less.'),
    ),
    importance: Type.Optional(choice(IMPORTANCES, 'Whether it must be filled; of a shift with `seats` these say so.', { default: 'MANDATORY' })),
    seats: Type.Optional(Seats),
    weight: Type.Optional(wholeNumber(RANGES.shiftWeight, 'Multiplies the cost of leaving it, or one of its seats, empty.', { default: 1 })),
    cost: Type.Optional(wholeNumber(RANGES.cost, 'Charged when it is assigned, in units of the setting `shiftCost`.', { default: 0 })),
    points: Type.Optional(
      wholeNumber(RANGES.points, 'What it counts where a rule of a contract counts points, and where `fairness` shares them.', { default: 0 }),
    ),
    suggestedEmployees: Type.Optional(list(employeeId, 'Who should work it.')),
    dislikedEmployees: Type.Optional(list(employeeId, 'Who should not work it.')),
    allowedCollisionSpots: Type.Optional(list(id('Of a spot.'), 'It may overlap with shifts at these spots.')),
    fixed: Type.Optional(
      Type.Boolean({
        description:
          'With `employee` or `employees`: never changed. With `"employee": null`, or `"employees": []` where it has `seats`: it stays empty.',
        default: false,
      }),
    ),
    historic: Type.Optional(
      Type.Boolean({ description: 'Lies before the horizon: never changed, counted by every rule that reaches over the edge.', default: false }),
    ),
    employee: Type.Optional(
      Type.Union([employeeId, Type.Null()], {
        description: 'Who works it; null = nobody. Of a shift that is not fixed: the search starts from it, and may change it.',
      }),
    ),
    employees: Type.Optional(
      list(
        employeeId,
        'Of a shift with `seats`, in the place of `employee`: who works it, everybody once, in any order. With `fixed` they stay, and seats that are left are filled.',
      ),
    ),
    takenFrom: Type.Optional(
      list(
        employeeId,
        'Of a shift that comes empty, or with an empty seat: who was told of it and taken off it, as a replan writes. It weighs nothing; `changes` of the solution name them as those who worked it before.',
      ),
    ),
    foreignInt: Type.Optional(wholeNumber(RANGES.id, 'The client’s own number; given back as it came.')),
    tags: Type.Optional(list(text('A tag.'), 'What kind of shift it is.')),
  },
  { description: 'Work at one place from a start to an end: one seat, for one employee, or several by `seats`.' },
)

export const Spot = Type.Object(
  {
    id: id('Unique among the spots.'),
    name: Type.Optional(text('For people.')),
    teams: Type.Optional(list(id('Of a team.'), 'Any one of them is needed; empty = any team.')),
    skills: askedSkills('All of them are needed.'),
    requiresRestAfterShiftHere: Type.Optional(Type.Boolean({ description: 'The day after a shift here is free.', default: false })),
    requiresRestOfMinutes: Type.Optional(wholeNumber(RANGES.minutes, 'Least rest after a shift here, in minutes.')),
    breakRules: breakRuleIds('The breaks of shifts here that name none themselves, at most 4.'),
    singleEmployeePerWeekPreferred: Type.Optional(Type.Boolean({ description: 'Better one employee for a whole week.', default: false })),
    foreignInt: Type.Optional(wholeNumber(RANGES.id, 'The client’s own number; given back as it came.')),
  },
  { description: 'Where a shift is worked.' },
)

export const ShiftTag = Type.Object(
  {
    id: id('Unique among the tags.'),
    departmentId: Type.Optional(id('The client’s own number.')),
    tag: text('The word that shifts carry.', { minLength: 1 }),
    category: Type.Optional(text('Tags of one category can share a quota.', { default: '' })),
    description: Type.Optional(text('For people.')),
    color: Type.Optional(text('For people.')),
    active: Type.Optional(Type.Boolean({ description: 'Whether the client still uses it.', default: true })),
  },
  { description: 'A word that shifts carry.' },
)

/** What people call a skill or a team. */
export const Named = Type.Object(
  {
    id: id('As employees and spots name it.'),
    name: text('For people: what texts, tables and pages call it.', { minLength: 1 }),
  },
  { description: 'The name of a skill or a team.' },
)
