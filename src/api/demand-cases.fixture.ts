import { MAX_DEMAND_TIMES, MAX_TEMPLATES } from './limits.ts'
import type { AnyJson } from './ward.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'

const DEMAND: AnyJson = { id: 1, spot: 30, start: '2026-03-02', end: '2026-03-02', min: 1 }
const TEMPLATE: AnyJson = { id: 'T', spots: [30], startsFrom: '06:00', startsTo: '10:00', stepMinutes: 60, minMinutes: 240, maxMinutes: 480 }

/** A demand of the first day, and a template of its spot. */
const demand =
  (more: AnyJson, template: AnyJson = {}) =>
  (document: AnyJson) => {
    document.demands = [{ ...DEMAND, ...more }]
    document.shiftTemplates = [{ ...TEMPLATE, ...template }]
  }
const template = (more: AnyJson) => demand({}, more)

/** What can be wrong with demands and templates. */
export const DEMAND_ERROR_CASES: Case[] = [
  { code: 'field-missing', pointer: '/demands/0/spot', spoil: demand({ spot: null }) },
  { code: 'field-missing', pointer: '/demands/0/min', spoil: demand({ min: null }) },
  { code: 'field-missing', pointer: '/demands/0/end', spoil: demand({ end: null }) },
  { code: 'spot-unknown', pointer: '/demands/0/spot', spoil: demand({ spot: 99 }) },
  { code: 'end-not-after-start', pointer: '/demands/0/end', spoil: demand({ end: '2026-03-01' }) },
  { code: 'min-above-max', pointer: '/demands/0/min', spoil: demand({ min: 3, ideal: 2 }) },
  { code: 'min-above-max', pointer: '/demands/0/ideal', spoil: demand({ ideal: 3, max: 2 }) },
  { code: 'min-above-max', pointer: '/demands/0/min', spoil: demand({ min: 3, max: 2 }) },
  { code: 'out-of-range', pointer: '/demands/0/weight', spoil: demand({ weight: 0 }) },
  { code: 'date-out-of-range', pointer: '/demands/0/end', spoil: demand({ end: '2999-01-01' }) },
  { code: 'horizon-too-long', pointer: '/demands/0/end', spoil: demand({ end: '2027-04-06' }) },
  { code: 'time-of-day-invalid', pointer: '/demands/0/repeats/from', spoil: demand({ repeats: { from: '7' } }) },
  {
    code: 'id-duplicate',
    pointer: '/demands/1/id',
    spoil: (document) => {
      document.demands = [DEMAND, DEMAND]
    },
  },
  {
    code: 'list-too-long',
    pointer: '/demands',
    spoil: (document) => {
      const times = Math.ceil((MAX_DEMAND_TIMES + 1) / 300)
      document.demands = Array.from({ length: times }, (_, id) => ({ ...DEMAND, id, end: '2026-12-26', repeats: {} }))
    },
  },
  { code: 'field-missing', pointer: '/shiftTemplates/0/spots', spoil: template({ spots: null }) },
  { code: 'field-missing', pointer: '/shiftTemplates/0/spots', spoil: template({ spots: [] }) },
  { code: 'spot-unknown', pointer: '/shiftTemplates/0/spots/0', spoil: template({ spots: [99] }) },
  { code: 'choice-unknown', pointer: '/shiftTemplates/0/weekdays/0', spoil: template({ weekdays: ['Someday'] }) },
  { code: 'field-missing', pointer: '/shiftTemplates/0/startsFrom', spoil: template({ startsFrom: null }) },
  { code: 'time-of-day-invalid', pointer: '/shiftTemplates/0/startsTo', spoil: template({ startsTo: '24:00' }) },
  { code: 'out-of-range', pointer: '/shiftTemplates/0/stepMinutes', spoil: template({ stepMinutes: 0 }) },
  { code: 'out-of-range', pointer: '/shiftTemplates/0/lengthStepMinutes', spoil: template({ lengthStepMinutes: 0 }) },
  { code: 'out-of-range', pointer: '/shiftTemplates/0/maxMinutes', spoil: template({ maxMinutes: 2_881 }) },
  { code: 'min-above-max', pointer: '/shiftTemplates/0/minMinutes', spoil: template({ minMinutes: 540 }) },
  { code: 'template-steps-unfit', pointer: '/shiftTemplates/0/startsTo', spoil: template({ startsTo: '10:30' }) },
  { code: 'template-steps-unfit', pointer: '/shiftTemplates/0/maxMinutes', spoil: template({ maxMinutes: 490 }) },
  { code: 'text-too-long', pointer: '/shiftTemplates/0/id', spoil: template({ id: 'a'.repeat(41) }) },
  {
    code: 'id-duplicate',
    pointer: '/shiftTemplates/1/id',
    spoil: (document) => {
      demand({})(document)
      document.shiftTemplates.push(TEMPLATE)
    },
  },
  {
    code: 'id-number-and-text',
    pointer: '/shiftTemplates/1/id',
    spoil: (document) => {
      template({ id: 7 })(document)
      document.shiftTemplates.push({ ...TEMPLATE, id: '7' })
    },
  },
  {
    code: 'list-too-long',
    pointer: '/shiftTemplates',
    spoil: (document) => {
      document.shiftTemplates = Array.from({ length: MAX_TEMPLATES + 1 }, (_, id) => ({ ...TEMPLATE, id }))
    },
  },
  {
    code: 'candidates-too-many',
    pointer: '/shiftTemplates',
    spoil: demand({ end: '2026-06-30' }, { startsFrom: '00:00', startsTo: '23:59', stepMinutes: 1, lengthStepMinutes: 1 }),
  },
  {
    code: 'candidates-too-many',
    pointer: '/shiftTemplates',
    spoil: demand({ end: '2026-03-31' }, { startsFrom: '00:00', startsTo: '23:45', stepMinutes: 15, lengthStepMinutes: 2 }),
  },
  {
    code: 'shift-id-reserved',
    pointer: '/shifts/1/id',
    spoil: (document) => {
      demand({})(document)
      document.shifts[1].id = 'T/2026-03-02T07:00/1'
    },
  },
]

/** What is doubtful about them. */
export const DEMAND_WARNING_CASES: Case[] = [
  {
    code: 'shift-never',
    pointer: '/shifts/2/repeats',
    spoil: (document) => {
      const repeats = { weekdays: ['SUNDAY'], from: '07:00', to: '15:00' }
      document.shifts[2] = { id: 'never', spot: 30, start: '2026-03-02', end: '2026-03-03', repeats }
    },
  },
  { code: 'demand-never', pointer: '/demands/0/repeats', spoil: demand({ repeats: { weekdays: ['SUNDAY'] } }) },
  { code: 'demand-unreachable', pointer: '/demands/0/min', spoil: demand({ min: 1_000 }) },
  { code: 'demand-unreachable', pointer: '/demands/0/ideal', spoil: demand({ ideal: 1_000 }) },
  { code: 'demand-unserved', pointer: '/demands/0', spoil: demand({ repeats: { from: '05:00', to: '18:00' } }) },
  { code: 'demand-unserved', pointer: '/demands/0', spoil: demand({ min: 2 }, { weekdays: ['SUNDAY'] }) },
  { code: 'template-unused', pointer: '/shiftTemplates/0', spoil: template({ weekdays: ['SUNDAY'] }) },
  { code: 'template-unused', pointer: '/shiftTemplates/0', spoil: demand({ min: 0 }) },
  { code: 'field-unknown', pointer: '/shiftTemplates/0/breaks', spoil: template({ breaks: [] }) },
  {
    code: 'demand-unserved',
    pointer: '/demands/0/spot',
    spoil: (document) => {
      document.spots.push({ id: 88 })
      demand({ spot: 88 })(document)
    },
  },
]
