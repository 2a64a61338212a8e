import type { STATUS } from './problem-details.ts'

/** What openapi.json shows of one operation. */
export interface OperationExamples {
  /** Bodies that can be sent, by a name of their own. */
  readonly requests?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
  /** The body of each answer that is no failure, by status. */
  readonly answers?: Readonly<Record<string, unknown>>
  /** Codes of failures that say more of this operation than the usual one of their status. */
  readonly failures?: readonly (keyof typeof STATUS)[]
}
