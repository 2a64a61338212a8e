import { addDays, addPeople, addWeekShifts, emptyPlan, type PlanDocument, type WeekShift } from './plan-document.ts'
import { t } from '../texts/texts.ts'

/** Houses that a plan may begin as. */
export const SAMPLES = ['ward', 'shop', 'volunteers'] as const
export type Sample = (typeof SAMPLES)[number]

const DAY_MS = 86_400_000
const DAYS = 14
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6] as const
/** Monday to Saturday. */
const WORKDAYS = [0, 1, 2, 3, 4, 5] as const

/** The plan of an invented house over two weeks, from the Monday after `today` on: complete, so that it can be improved at once. */
export function samplePlan(sample: Sample, timeZone: string, today: Date): PlanDocument {
  const weekday = (today.getDay() + 6) % 7
  const monday = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate()) + (7 - weekday) * DAY_MS
  return BUILDERS[sample](emptyPlan(timeZone), (day) => new Date(monday + day * DAY_MS).toISOString().slice(0, 10))
}

/** Makes the plan; `dayOf(0)` is its first day. */
type Builder = (empty: PlanDocument, dayOf: (day: number) => string) => PlanDocument

/** Twelve people, eight of them nurses, around the clock. */
const makeWard: Builder = (empty, dayOf) => {
  const [nurse, ward, charge] = [t('sample.nurse'), t('sample.wardSpot'), t('sample.charge')]
  const staffed = withPeople(empty, 12, (at) => ({
    contract: at % 4 === 3 ? t('contract.partTime') : t('contract.fullTime'),
    skills: at < 8 ? [nurse] : [],
  }))
  const shifts = [
    { spot: charge, start: '07:00', end: '15:00' },
    { spot: charge, start: '15:00', end: '23:00' },
    { spot: charge, start: '23:00', end: '07:00' },
    { spot: ward, start: '07:00', end: '15:00' },
    { spot: ward, start: '15:00', end: '23:00' },
  ].map((shift) => ({ ...shift, weekdays: EVERY_DAY, people: 1 }))
  const plan = asking(withShifts(staffed, shifts, dayOf), charge, nurse)
  return withDays(plan, dayOf)
}

/** Eight people of a shop: how many are needed when, and shifts that come to it. */
const makeShop: Builder = (empty, dayOf) => {
  const [floor, till] = [t('sample.floor'), t('sample.till')]
  const staffed = withPeople(empty, 8, (at) => ({ contract: at < 4 ? t('contract.fullTime') : t('contract.partTime'), skills: [] }))
  const shifts = [
    { spot: till, start: '08:00', end: '14:00' },
    { spot: till, start: '14:00', end: '20:00' },
    { spot: floor, start: '08:00', end: '14:00' },
    { spot: floor, start: '11:00', end: '16:00' },
    { spot: floor, start: '14:00', end: '20:00' },
  ].map((shift) => ({ ...shift, weekdays: WORKDAYS, people: 1 }))
  const plan = withShifts(staffed, shifts, dayOf)
  const wanted = (id: string, spot: string, hours: { readonly from: string; readonly to: string }, min: number) => ({
    id,
    spot: plan.spots!.find(({ name }) => name === spot)!.id,
    start: dayOf(0),
    end: dayOf(DAYS - 1),
    repeats: { weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'], ...hours },
    min,
  })
  const demands = [
    wanted('till', till, { from: '08:00', to: '20:00' }, 1),
    wanted('morning', floor, { from: '08:00', to: '11:00' }, 1),
    wanted('noon', floor, { from: '11:00', to: '14:00' }, 2),
    wanted('evening', floor, { from: '14:00', to: '20:00' }, 1),
  ]
  return withDays({ ...plan, demands }, dayOf)
}

/** Ten people who give two times a week at most; two of them drive. */
const makeVolunteers: Builder = (empty, dayOf) => {
  const [driver, hall, van] = [t('sample.driver'), t('sample.hall'), t('sample.van')]
  const free = { id: 'volunteer', name: t('sample.volunteer'), rules: [{ kind: 'count', of: 'shifts', per: 'week', max: 2 }] }
  const staffed = withPeople({ ...empty, contracts: [free] }, 10, (at) => ({ contract: free.name, skills: at < 3 ? [driver] : [] }))
  const shifts = [
    { spot: hall, start: '16:00', end: '19:00', weekdays: [1, 3], people: 3 },
    { spot: hall, start: '09:00', end: '13:00', weekdays: [5], people: 4 },
    { spot: van, start: '09:00', end: '12:00', weekdays: [5], people: 1 },
  ]
  return withDays(asking(withShifts(staffed, shifts, dayOf), van, driver), dayOf)
}

const BUILDERS: Readonly<Record<Sample, Builder>> = { ward: makeWard, shop: makeShop, volunteers: makeVolunteers }

/** The first people of the list of names. */
function withPeople(
  plan: PlanDocument,
  count: number,
  of: (at: number) => { readonly contract: string; readonly skills: readonly string[] },
): PlanDocument {
  const names = t('sample.people').split(', ').slice(0, count)
  return addPeople(
    plan,
    names.map((name, at) => ({ name, ...of(at) })),
  )
}

function withShifts(plan: PlanDocument, shifts: readonly WeekShift[], dayOf: (day: number) => string): PlanDocument {
  return shifts.reduce((last, shift) => addWeekShifts(last, shift, dayOf(0), dayOf(DAYS - 1)), plan)
}

/** Whoever works at the spot has to have the skill. */
function asking(plan: PlanDocument, spot: string, skill: string): PlanDocument {
  const id = plan.skills?.find(({ name }) => name === skill)?.id
  return { ...plan, spots: (plan.spots ?? []).map((each) => (each.name === spot ? { ...each, skills: [id] } : each)) }
}

/** One absence and two wishes. */
function withDays(plan: PlanDocument, dayOf: (day: number) => string): PlanDocument {
  const [, second, third, fourth] = plan.employees ?? []
  const on = (day: number) => ({ start: dayOf(day), end: dayOf(day) })
  const absent = addDays(plan, second!.id, 'ABSENT', { start: dayOf(3), end: dayOf(4) })
  return addDays(addDays(absent, third!.id, 'UNDESIRED', on(5)), fourth!.id, 'DESIRED', on(1))
}
