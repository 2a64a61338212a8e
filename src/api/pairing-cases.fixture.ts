import { pairing } from './issue-cases.fixture.ts'
import { PEOPLE_ERROR_CASES } from './people-cases.fixture.ts'
import { TRAVEL_ERROR_CASES } from './travel-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'

/** What can be wrong with a pairing, with how many are at work, and with ways between spots. */
export const PAIRING_ERROR_CASES: Case[] = [
  ...PEOPLE_ERROR_CASES,
  ...TRAVEL_ERROR_CASES,
  { code: 'pairing-too-small', pointer: '/pairings/0/employees', spoil: pairing({ employees: [1, 1] }) },
  { code: 'employee-unknown', pointer: '/pairings/0/employees/1', spoil: pairing({ employees: [1, 99] }) },
  { code: 'pairing-employees-unclear', pointer: '/pairings/0/employees', spoil: pairing({ employees: { team: 20, skill: 10 } }) },
  { code: 'choice-unknown', pointer: '/pairings/0/mode', spoil: pairing({ mode: 'NEVER' }) },
  { code: 'field-missing', pointer: '/pairings/0/employees', spoil: pairing({ employees: null }) },
  { code: 'spot-unknown', pointer: '/pairings/0/spots/0', spoil: pairing({ spots: [99] }) },
]
