// Slow: lists of the contract are grown to their limits and read.
import { describe, expect, test } from 'vitest'
import { grownTo } from '../../test/heavy/heavy-schedules.ts'
import { readSubmission } from './read-schedule.ts'

describe('a schedule that is too heavy is refused with what weighs most', () => {
  for (const { lists, share = 1, memoryMib, pointer, words } of [
    {
      lists: ['shifts of a coverage requirement'],
      share: 0.1,
      memoryMib: 64,
      pointer: '/coverageCompetencyRequirements',
      words: 'shifts that run in them',
    },
    { lists: ['dependency rules on one tag'], pointer: '/shiftDependencyRules', words: '49,951,000 shifts that they could need' },
    { lists: ['free periods of a year'], pointer: '/freePeriodRequirements', words: 'windows of 20,000 free periods, with 7,200,000 days' },
    { lists: ['rules of a contract', 'employees'], share: 0.5, pointer: '/employees', words: '10,000 different rules' },
    { lists: ['rules that each count another tag', 'shifts that are fixed'], share: 0.3, pointer: '/employees', words: 'different sets of tags' },
    { lists: ['shifts that are fixed', 'rests that each day breaks'], pointer: '/employees', words: '1,008,000,000 pairs of a rule about rests' },
    { lists: ['fixed shifts of one employee that follow on one another'], pointer: '/employees', words: 'successions and a fixed shift of whoever' },
    {
      lists: ['shifts that are fixed', 'rules that reach over the edge of a horizon that repeats itself'],
      pointer: '/employees',
      words: 'in rounds that follow on one another',
    },
    { lists: ['employees that all differ', 'wishes of everybody', 'shifts on one day'], pointer: '/employees', words: 'a wish for a day' },
  ]) {
    test(`${lists.join(' and ')}`, () => {
      const { submission, errors } = readSubmission(grownTo(lists, share), {
        callback: 'optional',
        ...(memoryMib === undefined ? {} : { limits: { memoryMib } }),
      })
      expect(submission).toBeNull()
      expect(errors).toMatchObject([{ code: 'schedule-too-heavy', pointer }])
      expect(errors[0]!.detail).toContain(words)
    })
  }
})
