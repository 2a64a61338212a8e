import { GatewayError } from '../model/errors.ts'
import type { Log } from './log.ts'

/**
 * Classes of SQLSTATE, or whole ones, that say that the server cannot be worked with now: connection, too many of them, shutting down, starting;
 * and that it ended a connection on which a transaction lay idle.
 */
const STATES = /^(?:08...|25P03|53300|57P0[1-5])$/
/** That it answers, and cannot do what it should, whoever asks: no disk or memory left, an error of the system below it, a page that is damaged, nothing but reading allowed. */
const UNFIT_STATES = /^(?:25006|53...|58...|XX00[12])$/

/** That a page or an index of it is damaged. */
const DAMAGED_STATES = /^XX00[12]$/

/** What the system says of a connection that cannot be made or broke. */
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** What the driver says without a code, of connections that broke, did not come in time, or cannot be had any more. */
const DRIVER_TEXTS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

const QUIET_MS = 10_000

/** True when `error` says that the database cannot be worked with: refused, broken off, not in time, shutting down, starting; or full, or broken below. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof GatewayError) return error.code === 'database-unavailable'
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return STATES.test(code) || UNFIT_STATES.test(code) || SYSTEM_CODES.has(code)
  return DRIVER_TEXTS.test(error.message)
}

/** The error as callers meet it: `database-unavailable` for an outage, any other as it is. Only for what the driver throws. */
export function explainOutage(error: unknown): unknown {
  if (!isOutage(error) || error instanceof GatewayError) return error
  const isDamaged = isState(error, DAMAGED_STATES)
  const isUnfit = isState(error, UNFIT_STATES) && !isState(error, STATES)
  return new GatewayError(
    'database-unavailable',
    isDamaged
      ? 'The database cannot read what it has stored.'
      : isUnfit
        ? 'The database cannot store anything at the moment.'
        : 'The database cannot be reached at the moment.',
    isDamaged
      ? 'Operators: turnus doctor says which table is damaged, and what to do.'
      : isUnfit
        ? 'Try again in a few minutes. Operators: look whether the disk or the memory of the database is full, and into its log.'
        : 'Try again in a few seconds. Operators: look whether the database runs, at the address of DATABASE_URL if that is set.',
    { cause: error },
  )
}

function isState(error: unknown, states: RegExp): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && states.test(code)
}

function causeOf(error: unknown): unknown {
  return error instanceof GatewayError && error.cause instanceof Error ? error.cause : error
}

/** A server that ends and starts again is told in many ways, each time anew: what matters is whether it is away or stores nothing. */
function kindOfOutage(error: unknown): 'away' | 'unfit' {
  return isState(causeOf(error), UNFIT_STATES) ? 'unfit' : 'away'
}

/** What an outage came from, in one line without a stack. */
export function reasonOfOutage(error: unknown): string {
  const cause = causeOf(error)
  if (!(cause instanceof Error)) return String(cause)
  const { code } = cause as { code?: unknown }
  return [code, cause.message].filter((part) => typeof part === 'string' && part !== '').join(': ')
}

/**
 * Tells of failures of a part that goes on all the same. An outage is one short line, however long it lasts: a database that is away fails
 * everything that asks it, every few seconds. It is told anew when it comes from something else, or after ten seconds without a failure. Any
 * other failure is told whole, as `message`.
 */
export function createFailureLog(log: Log, level: 'warn' | 'error', message: string): (error: unknown, context?: object) => void {
  let quietUntil = -Infinity
  let told: 'away' | 'unfit' | null = null
  return (error, context = {}) => {
    if (!isOutage(error)) log[level]({ ...context, err: error }, message)
    else {
      const isTold = performance.now() < quietUntil && told === kindOfOutage(error)
      quietUntil = performance.now() + QUIET_MS
      told = kindOfOutage(error)
      if (isTold) return
      log.warn({ ...context, reason: reasonOfOutage(error) }, `${message}: the database cannot be worked with`)
    }
  }
}
