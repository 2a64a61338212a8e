import { put, travel } from './issue-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'

const WAY = { from: 30, to: 31, minutes: 20 }
const AT = '/travel/matrix'

/** What can be wrong with ways between spots. */
export const TRAVEL_ERROR_CASES: Case[] = [
  { code: 'field-missing', pointer: AT, spoil: put('/travel', {}) },
  { code: 'home-unknown', pointer: '/employees/0/home', spoil: put('/employees/0/home', 'farm') },
  { code: 'place-unknown', pointer: `${AT}/0/to`, spoil: travel([{ ...WAY, to: 99 }]) },
  { code: 'travel-same-place', pointer: `${AT}/0/to`, spoil: travel([{ ...WAY, to: 30 }]) },
  { code: 'travel-named-twice', pointer: `${AT}/1`, spoil: travel([WAY, { ...WAY, minutes: 30 }]) },
  { code: 'out-of-range', pointer: `${AT}/0/minutes`, spoil: travel([{ ...WAY, minutes: 1441 }]) },
  { code: 'field-missing', pointer: `${AT}/0/minutes`, spoil: travel([{ from: 30, to: 31 }]) },
]

/** What is doubtful. */
export const TRAVEL_WARNING_CASES: Case[] = [
  {
    code: 'travel-incomplete',
    pointer: AT,
    spoil: (document) => {
      travel([WAY])(document)
      document.spots.push({ id: 32, name: 'Far' })
      document.shifts[0].spot = 32
    },
  },
]
