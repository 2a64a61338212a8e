import { MAX_ROTATION_WEEKS, MAX_ROTATIONS } from './limits.ts'
import { rotation } from './issue-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'

const OFF = 'off'
const WEEK = [OFF, OFF, OFF, OFF, OFF, OFF, OFF]
const ANCHOR = '2026-03-02'

/** What is wrong with rotations, and with what employees say of theirs. */
export const ROTATION_ERROR_CASES: Case[] = [
  { code: 'rotation-unknown', pointer: '/employees/0/rotation/id', spoil: rotation({}, { id: 2 }) },
  { code: 'rotation-unknown', pointer: '/employees/0/rotation/id', spoil: rotation({}, { id: '1' }) },
  { code: 'field-missing', pointer: '/employees/0/rotation/id', spoil: rotation({}, { id: null }) },
  { code: 'not-an-integer', pointer: '/employees/0/rotation/offset', spoil: rotation({}, { offset: 0.5 }) },
  { code: 'out-of-range', pointer: '/employees/0/rotation/offset', spoil: rotation({}, { offset: 10_001 }) },
  { code: 'out-of-range', pointer: '/employees/0/rotation/weight', spoil: rotation({}, { weight: 0 }) },
  { code: 'out-of-range', pointer: '/employees/0/rotation/priority', spoil: rotation({}, { priority: 5 }) },
  { code: 'rotation-empty', pointer: '/rotations/0/weeks', spoil: rotation({ weeks: [] }) },
  { code: 'field-missing', pointer: '/rotations/0/weeks', spoil: rotation({ weeks: null }) },
  { code: 'wrong-type', pointer: '/rotations/0/weeks', spoil: rotation({ weeks: 'a' }) },
  { code: 'list-too-long', pointer: '/rotations/0/weeks', spoil: rotation({ weeks: Array.from({ length: MAX_ROTATION_WEEKS + 1 }, () => WEEK) }) },
  { code: 'wrong-type', pointer: '/rotations/0/weeks/1', spoil: rotation({ weeks: [WEEK, 'off'] }) },
  { code: 'rotation-week-unclear', pointer: '/rotations/0/weeks/1', spoil: rotation({ weeks: [WEEK, WEEK.slice(1)] }) },
  { code: 'rotation-week-unclear', pointer: '/rotations/0/weeks/0', spoil: rotation({ weeks: [[...WEEK, OFF]] }) },
  { code: 'rotation-week-unclear', pointer: '/rotations/0/weeks/0', spoil: rotation({ weeks: [[]] }) },
  { code: 'text-empty', pointer: '/rotations/0/weeks/0/6', spoil: rotation({ weeks: [[...WEEK.slice(1), '']] }) },
  { code: 'wrong-type', pointer: '/rotations/0/weeks/0/6', spoil: rotation({ weeks: [[...WEEK.slice(1), null]] }) },
  { code: 'date-invalid', pointer: '/rotations/0/anchor', spoil: rotation({ anchor: '2026-02-30' }) },
  { code: 'field-missing', pointer: '/rotations/0/anchor', spoil: rotation({ anchor: null }) },
  {
    code: 'list-too-long',
    pointer: '/rotations',
    spoil: (document) => {
      document.rotations = Array.from({ length: MAX_ROTATIONS + 1 }, (_, id) => ({ id, weeks: [WEEK], anchor: ANCHOR }))
    },
  },
]
