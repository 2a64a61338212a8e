import { GatewayError } from '../model/errors.ts'
import { readRefusal } from '../model/system-failure.ts'

/** What one check of `turnus doctor` found. `skipped`: it could not be looked at, or there was nothing to look at. */
export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped'
  /** What is so, in one sentence. No secret is in it. */
  readonly detail: string
  /** What to do about it; null where there is nothing to do. */
  readonly remedy: string | null
}

/** All is well. */
export function ok(check: string, detail: string): Finding {
  return { check, status: 'ok', detail, remedy: null }
}

/** It works, and could be better. */
export function warning(check: string, detail: string, remedy: string): Finding {
  return { check, status: 'warning', detail, remedy }
}

/** It would not work. */
export function failed(check: string, detail: string, remedy: string): Finding {
  return { check, status: 'failed', detail, remedy }
}

/** Nothing was looked at. */
export function skipped(check: string, detail: string): Finding {
  return { check, status: 'skipped', detail, remedy: null }
}

/** What `look` finds, or the failure that it ends with. */
export async function attempt(check: string, look: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof GatewayError) return failed(check, error.message, error.remedy)
    const refusal = readRefusal(error)
    if (refusal !== null) return failed(check, `${refusal.path ?? 'The system'}: ${refusal.reason} (${refusal.code}).`, `${refusal.remedy}.`)
    const { code, message } = error as NodeJS.ErrnoException
    return failed(check, [code, message].filter(Boolean).join(': '), 'Correct what it says, and run turnus doctor again.')
  }
}
