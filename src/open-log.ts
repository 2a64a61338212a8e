import { type Logger, destination, pino, stdSerializers } from 'pino'
import type { Config } from './config.ts'
import { isOutage, reasonOfOutage } from './storage/outage.ts'

const MOST_UNWRITTEN_BYTES = 1024 * 1024

/** Opens the log on stderr. Where that cannot be written (a full disk), nothing else fails: lines are kept up to a limit, and dropped beyond. */
export function openLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  const stderr = destination({ fd: process.stderr.fd, sync: true, maxLength: MOST_UNWRITTEN_BYTES })
  stderr.on('error', () => undefined)
  return pino({ level: logLevel, serializers: { err: writeFailure } }, stderr)
}

/** A failure as the log has it. Of a database that is away the reason says all; the stack of every query that asked it says nothing more. */
function writeFailure(error: Error): unknown {
  return isOutage(error) ? reasonOfOutage(error) : withoutContents(stdSerializers.err(error))
}

/** Fields in which PostgreSQL repeats the row that it refuses. */
const CONTENTS: ReadonlySet<string> = new Set(['detail', 'where', 'internalQuery'])

function withoutContents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutContents)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !CONTENTS.has(name))
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutContents(part)]))
}
