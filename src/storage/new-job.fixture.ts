import type { TestCaller } from '../../test/database.ts'
import type { NewJob } from './jobs.ts'

/** A job of the caller's department as it is inserted: a document of one byte, and no callback, unless the test says otherwise. */
export function newJob({ organizationId, departmentId, tokenId }: TestCaller, over: Partial<NewJob> = {}): NewJob {
  return {
    organizationId,
    departmentId,
    tokenId,
    document: Buffer.of(1),
    documentBytes: 1,
    employees: 0,
    shifts: 0,
    maxSeconds: 1,
    priority: 0,
    warnings: [],
    callbackUrl: null,
    callbackHeaderName: null,
    callbackHeaderValue: null,
    idempotencyKey: null,
    requestHash: Buffer.alloc(32),
    ...over,
  }
}
