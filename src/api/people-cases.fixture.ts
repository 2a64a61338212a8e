import { people } from './issue-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'

const AT = '/coverageRequirements/0'

/** What can be wrong with a coverage requirement. */
export const PEOPLE_ERROR_CASES: Case[] = [
  { code: 'coverage-limits-missing', pointer: AT, spoil: people({ min: null }) },
  { code: 'min-above-max', pointer: `${AT}/min`, spoil: people({ min: 3, ideal: 2 }) },
  { code: 'min-above-max', pointer: `${AT}/ideal`, spoil: people({ ideal: 3, max: 2 }) },
  { code: 'end-not-after-start', pointer: `${AT}/end`, spoil: people({ start: '2026-03-04' }) },
  { code: 'employee-unknown', pointer: `${AT}/who/employees/0`, spoil: people({ who: { employees: [99] } }) },
  { code: 'field-missing', pointer: `${AT}/who/employees`, spoil: people({ who: { employees: [] } }) },
  { code: 'field-missing', pointer: `${AT}/ratioOf/who`, spoil: people({ ratioOf: { ratio: 2 } }) },
  { code: 'field-missing', pointer: `${AT}/ratioOf/ratio`, spoil: people({ ratioOf: { who: {} } }) },
  { code: 'out-of-range', pointer: `${AT}/ratioOf/ratio`, spoil: people({ ratioOf: { who: {}, ratio: 0 } }) },
  { code: 'out-of-range', pointer: `${AT}/priority`, spoil: people({ priority: 5 }) },
  { code: 'spot-unknown', pointer: `${AT}/spots/0`, spoil: people({ spots: [99] }) },
  { code: 'time-of-day-invalid', pointer: `${AT}/repeats/from`, spoil: people({ repeats: { from: '7' } }) },
]

/** What is doubtful about one. */
export const PEOPLE_WARNING_CASES: Case[] = [
  { code: 'skill-unheld', pointer: `${AT}/who/skill`, spoil: people({ who: { skill: 99 } }) },
  { code: 'team-empty', pointer: `${AT}/ratioOf/who/team`, spoil: people({ ratioOf: { who: { team: 99 }, ratio: 1 } }) },
  { code: 'field-ignored', pointer: `${AT}/who/minLevel`, spoil: people({ who: { minLevel: 2 } }) },
  { code: 'outside-schedule', pointer: AT, spoil: people({ start: '2020-01-01', end: '2020-01-02' }) },
  { code: 'coverage-least-unreachable', pointer: `${AT}/min`, spoil: people({ min: 100 }) },
  {
    code: 'coverage-empty',
    pointer: AT,
    spoil: (document) => {
      document.spots.push({ ...document.spots[0], id: 88 })
      people({ spots: [88] })(document)
    },
  },
]
