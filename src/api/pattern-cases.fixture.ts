import { pattern } from './issue-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'

const PATTERN = '/employees/1/contract/rules/0/pattern'

/** What can be wrong with a pattern. */
export const PATTERN_ERROR_CASES: Case[] = [
  { code: 'pattern-invalid', pointer: PATTERN, spoil: pattern('N (') },
  { code: 'pattern-name-unknown', pointer: PATTERN, spoil: pattern('NN') },
  { code: 'pattern-too-large', pointer: PATTERN, spoil: pattern('N .{6} N') },
]
