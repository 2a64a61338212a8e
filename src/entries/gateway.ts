/**
 * What `import … from 'turnus'` offers: the gateway as a part of one's own program, and a search in worker threads without it.
 * docs/package.md shows both.
 */
export { type Config, type ConfigFlags, readConfig, readVersion } from '../config.ts'
export { type ErrorCode, GatewayError } from '../model/errors.ts'
export type { Issue } from '../model/issue.ts'
export { type RunningServer, startServer } from '../server.ts'
export { type Progress, type SolveHandle, type SolveOutcome, type SolveRequest, startSolve } from '../threads/pool.ts'
