import { shiftGroup } from './issue-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

const GROUP = '/shiftGroups/0'
const BOTH = { shiftIds: [101, 102] }
const MONDAY = { spots: [30], date: '2026-03-02' }

/** What can be wrong with a shift group. */
export const GROUP_ERROR_CASES: Case[] = [
  ...[{}, { ...BOTH, ...MONDAY }, { ...BOTH, tags: [] }, { spots: [30] }, { date: '2026-03-02' }].map(
    (more): Case => ({ code: 'group-shifts-unclear', pointer: GROUP, spoil: shiftGroup(more) }),
  ),
  { code: 'group-too-small', pointer: `${GROUP}/shiftIds`, spoil: shiftGroup({ shiftIds: [101] }) },
  { code: 'group-too-small', pointer: `${GROUP}/shiftIds`, spoil: shiftGroup({ shiftIds: [] }) },
  { code: 'group-too-small', pointer: `${GROUP}/shiftIds`, spoil: shiftGroup({ shiftIds: [101, 101] }) },
  { code: 'group-limits-missing', pointer: GROUP, spoil: shiftGroup({ ...BOTH, mode: 'COUNT' }) },
  { code: 'groups-too-large', pointer: '/shiftGroups/22', spoil: spoilGroupsTooLarge },
  { code: 'shift-unknown', pointer: `${GROUP}/shiftIds/1`, spoil: shiftGroup({ shiftIds: [101, 999] }) },
  { code: 'spot-unknown', pointer: `${GROUP}/spots/0`, spoil: shiftGroup({ ...MONDAY, spots: [99] }) },
  { code: 'date-invalid', pointer: `${GROUP}/date`, spoil: shiftGroup({ ...MONDAY, date: '2026-02-30' }) },
  { code: 'date-invalid', pointer: `${GROUP}/dates/1`, spoil: shiftGroup({ spots: [30], dates: ['2026-03-02', 'tomorrow'] }) },
  { code: 'min-above-max', pointer: `${GROUP}/min`, spoil: shiftGroup({ ...BOTH, mode: 'COUNT', min: 2, max: 1 }) },
  { code: 'id-duplicate', pointer: '/shiftGroups/1/id', spoil: twice(1) },
  { code: 'id-number-and-text', pointer: '/shiftGroups/1/id', spoil: twice('1') },
]

/** What is doubtful about one. */
export const GROUP_WARNING_CASES: Case[] = [
  { code: 'field-ignored', pointer: `${GROUP}/min`, spoil: shiftGroup({ ...BOTH, min: 1 }) },
  { code: 'field-ignored', pointer: `${GROUP}/max`, spoil: shiftGroup({ ...BOTH, mode: 'ALL_OR_NONE', max: 1 }) },
  { code: 'group-without-effect', pointer: GROUP, spoil: shiftGroup(MONDAY) },
  { code: 'group-without-effect', pointer: GROUP, spoil: shiftGroup({ ...MONDAY, date: '2026-03-09', mode: 'COUNT', max: 1 }) },
  { code: 'group-least-unreachable', pointer: `${GROUP}/min`, spoil: shiftGroup({ ...BOTH, mode: 'COUNT', min: 3 }) },
  {
    code: 'tag-unused',
    pointer: `${GROUP}/tags/1`,
    spoil: shiftGroup({ tags: ['a', 'night'], dates: ['2026-03-02', '2026-03-03'], mode: 'COUNT', max: 0 }),
  },
]

function twice(id: string | number) {
  return (document: AnyJson): void => {
    shiftGroup(BOTH)(document)
    document.shiftGroups.push({ ...document.shiftGroups[0], id })
  }
}

function spoilGroupsTooLarge(document: AnyJson): void {
  document.shifts = Array.from({ length: 90_000 }, (_, i) => ({ ...document.shifts[0], id: i }))
  document.shiftGroups = Array.from({ length: 25 }, (_, id) => ({ id, ...MONDAY, mode: 'ALL_OR_NONE' }))
}
