import { Type } from 'typebox'
import { MAX_EVENTS, MAX_KEEP } from '../limits.ts'
import { Demand } from './demand.ts'
import { Absence } from './employee.ts'
import { alternatives, Keep } from './replanning.ts'
import { Shift } from './shift.ts'
import { ScheduleSubmission, Termination } from './submission.ts'
import { edge, id, list } from './values.ts'

const employeeId = id('Of an employee of the schedule.')
const shiftId = id('Of a shift of the schedule, or of one that was found.')
const { id: _id, historic: _historic, repeats: _repeats, takenFrom: _takenFrom, ...changeable } = Shift.properties

export const AbsentEvent = Type.Object(
  { employeeId, ...Absence.properties },
  { description: 'An employee is away. Nobody who is away keeps a shift in that time, be it fixed.' },
)

export const PresentEvent = Type.Object(
  { employeeId, start: edge('From when on.'), end: edge('Until when.') },
  { description: 'An employee is there after all: their absences are taken away in that period.' },
)

/** A shift that is planned: history cannot be added to. */
const { historic: _past, takenFrom: _nobody, ...addable } = Shift.properties
export const AddShiftEvent = Type.Object(addable, { description: 'One more shift, as a schedule has it.' })

export const CancelShiftEvent = Type.Object({ shiftId }, { description: 'A shift is not worked at all, and leaves every list that names it.' })

export const ChangeShiftEvent = Type.Object(
  { shiftId, ...Type.Partial(Type.Object(changeable)).properties },
  { description: 'Fields of a shift change; null takes a field away, and what is not named stays.' },
)

export const AddDemandEvent = Type.Object(Demand.properties, { description: 'More people are wanted: one more demand, as a schedule has it.' })

const demandId = id('Of a demand of the schedule.')
export const CancelDemandEvent = Type.Object({ demandId }, { description: 'Nobody is wanted by this demand any more.' })

const { id: _demand, ...wanted } = Demand.properties
export const ChangeDemandEvent = Type.Object(
  { demandId, ...Type.Partial(Type.Object(wanted)).properties },
  { description: 'Fields of a demand change; null takes a field away, and what is not named stays.' },
)

/** The kinds of events, by the field that says which it is. */
export const EVENT_SCHEMAS = {
  absent: AbsentEvent,
  present: PresentEvent,
  addShift: AddShiftEvent,
  cancelShift: CancelShiftEvent,
  changeShift: ChangeShiftEvent,
  addDemand: AddDemandEvent,
  cancelDemand: CancelDemandEvent,
  changeDemand: ChangeDemandEvent,
} as const

export const ReplanEvent = Type.Partial(Type.Object(EVENT_SCHEMAS), {
  minProperties: 1,
  maxProperties: 1,
  description: 'Something that happened: exactly one of the fields.',
})

/** What a replan may say beside its events. */
const given = {
  freezeUntil: Type.Optional(edge('Shifts that start before it stay as they are, but for those of whoever is away by then.')),
  leaveEmpty: Type.Optional(list(shiftId, 'These shifts stay empty, whoever worked them.')),
  keep: Type.Optional(
    list(
      Keep,
      'What a change costs, by how soon the shift starts. Absent, and where the schedule says nothing of it: each costs 1 on the second priority.',
      {
        maxItems: MAX_KEEP,
      },
    ),
  ),
  alternatives,
  noticeFrom: Type.Optional(edge('When people are told of changes, as the schedule has it. Absent: `freezeUntil`.')),
  callbackUrl: Type.Optional(ScheduleSubmission.properties.callbackUrl),
  callbackAuthenticationHeaderName: ScheduleSubmission.properties.callbackAuthenticationHeaderName,
  callbackAuthenticationHeaderValue: ScheduleSubmission.properties.callbackAuthenticationHeaderValue,
  termination: Type.Optional(Termination),
}

/** What is posted to plan a solved request again. */
export const ReplanRequest = Type.Object(
  {
    events: list(ReplanEvent, `What happened, in this order; at most ${MAX_EVENTS.toLocaleString('en-US')}.`, { maxItems: MAX_EVENTS }),
    ...given,
  },
  { $id: 'ReplanRequest', title: 'ReplanRequest', description: 'What happened since a schedule was solved. An unknown field is an error.' },
)
