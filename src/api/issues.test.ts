import { expect, test } from 'vitest'
import { IssueList } from './issues.ts'

test('unknown names beyond those remembered still cost no more than a hundred issues', () => {
  const issues = new IssueList({ strict: false })
  let made = 0
  for (let i = 0; i < 100_000; i += 1) {
    issues.unknown(`field ${i}`, () => {
      made += 1
      return { pointer: `/${i}`, code: 'field-unknown', detail: 'Unknown.', hint: 'Leave it out.' }
    })
  }
  const { errors, warnings } = issues.finish()
  expect([errors.length, warnings.length, made]).toEqual([0, 100, 100])
  expect(warnings[99]!.detail).toContain('99901 more warnings')
})

test('a dear hint is made only for a warning that is listed', () => {
  const issues = new IssueList({ strict: false })
  let made = 0
  const hint = (): string => String((made += 1))
  for (let i = 0; i < 50; i += 1) issues.warn('', 'tag-unused', 'No such tag.', hint, { kind: 'tag', atMost: 3 })
  expect(issues.finish().warnings.map((warning) => warning.hint)).toEqual(['1', '2', '3'])
  expect(made).toBe(3)
})
