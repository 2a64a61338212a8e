/**
 * What `import … from 'turnus/engine'` offers: reading a schedule, the search in the calling thread, and the judge. No database, no HTTP, no
 * threads. docs/package.md has an example.
 */
export { type ReadOptions, type ReadResult, readSubmission, type Submission } from '../api/read-schedule.ts'
export { readSolution } from '../api/read-solution.ts'
export { findChangedDecidedShifts, judge } from '../checker/check.ts'
export { type Better, type CycleEnd, solve, type SolveOptions, type SolveResult } from '../engine/index.ts'
export { GatewayError } from '../model/errors.ts'
export type { Issue } from '../model/issue.ts'
export { NOBODY, type Roster, rosterAsPosted } from '../model/roster.ts'
export type { Employee, Schedule, Shift, Spot } from '../model/schedule.ts'
export { compareScores, formatScore, gapBetween, type Score } from '../model/score.ts'
export { type Judgement, type Match, type Violation } from '../model/violation.ts'
export { loadHighs } from '../threads/load-highs.ts'
export { loadLocalSearch } from '../threads/load-local-search.ts'
