import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { compile, instanceOf } from './compile.ts'

const clinic: unknown = JSON.parse(readFileSync(new URL('../../../examples/clinic-week.json', import.meta.url), 'utf8'))

test('a schedule is compiled anew for each search, and what follows takes up the instance of the last one', () => {
  const [{ submission }, { submission: equal }] = [readSubmission(clinic, { callback: 'optional' }), readSubmission(clinic, { callback: 'optional' })]
  const [first, second] = [compile(submission!.schedule), compile(submission!.schedule)]
  expect(second).not.toBe(first)
  expect(instanceOf(submission!.schedule)).toBe(second)
  expect(instanceOf(equal!.schedule)).not.toBe(second)
})
