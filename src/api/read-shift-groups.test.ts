import { expect, test } from 'vitest'
import { shiftGroup } from './issue-cases.fixture.ts'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument, type AnyJson } from './ward.fixture.ts'

/** Five shifts: two at spot 30 on Monday, one at 31, one on Tuesday, and a historic one on the Sunday before. */
function read(more: AnyJson) {
  const document = cleanDocument()
  shiftGroup(more)(document)
  document.spots.push({ id: 31 })
  const [monday, tuesday] = document.shifts
  document.shifts = [
    { ...monday, tags: ['a'] },
    { ...monday, id: 103, tags: ['b'] },
    { ...monday, id: 104, spot: 31, tags: ['a'] },
    { ...tuesday, tags: ['a', 'b'] },
    { ...monday, id: 105, start: '2026-03-01T23:30:00+01:00', end: '2026-03-02T06:00:00+01:00', historic: true, employee: 1, tags: ['a'] },
  ]
  const { submission, errors, warnings } = readSubmission(document, { callback: 'required' })
  expect(errors).toEqual([])
  return { group: submission!.schedule.shiftGroups[0]!, warnings }
}

for (const { more, indexes } of [
  { more: { shiftIds: [104, 101, 104] }, indexes: [2, 0] },
  { more: { tags: ['a'], date: '2026-03-02' }, indexes: [0, 2] },
  { more: { tags: ['a', 'b'], spots: [30], date: '2026-03-02' }, indexes: [0, 1] },
  { more: { spots: [30, 31], dates: ['2026-03-03', '2026-03-02', '2026-03-03'] }, indexes: [0, 1, 2, 3] },
  { more: { tags: ['b'], date: '2026-03-02', dates: ['2026-03-03'] }, indexes: [1, 3] },
  { more: { tags: ['a'], dates: ['2026-03-01', '2026-03-03'] }, indexes: [3, 4] },
]) {
  test(`the group of ${JSON.stringify(more)} is the shifts ${indexes.join()}`, () => {
    expect(read(more).group.shiftIndexes).toEqual(indexes)
  })
}

test('what a group leaves out is hard, of weight 1, without a name or limits', () => {
  expect(read({ shiftIds: [101, 102] }).group).toMatchObject({ name: null, min: null, max: null, constraintLevel: 'hard', weight: 1 })
})

test('limits of a group that does not count are left out, with a warning each', () => {
  const { group, warnings } = read({ shiftIds: [101, 102], min: 1, max: 1 })
  expect(group).toMatchObject({ min: null, max: null })
  expect(warnings.map(({ pointer }) => pointer)).toEqual(['/shiftGroups/0/min', '/shiftGroups/0/max'])
})

test('so many of a single shift may be asked for, where a selection meets no other', () => {
  expect(read({ tags: ['a'], date: '2026-03-03', mode: 'COUNT', min: 1 })).toMatchObject({
    group: { min: 1, max: null, shiftIndexes: [3] },
    warnings: [],
  })
})
