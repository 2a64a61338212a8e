import { type Command, InvalidArgumentError } from 'commander'
import { parseLocalDate } from '../api/times.ts'
import type { ConfigFlags } from '../config.ts'
import type { Identifier } from '../model/units.ts'

/** Adds the flags that say which database is meant. */
export function withDatabaseFlags(command: Command): Command {
  return command
    .option('--data <folder>', 'folder of the embedded database and its keys (TURNUS_DATA; default ./.turnus)')
    .option('--database-url <url>', 'PostgreSQL to use instead of the embedded one (DATABASE_URL)')
}

/** Adds `--json`, for a command that prints a table, or what `description` says. */
export function withJsonFlag(command: Command, description = 'print JSON instead of a table'): Command {
  return command.option('--json', description)
}

/** The flags of `withDatabaseFlags` as commander hands them over. */
export type DatabaseFlags = Pick<ConfigFlags, 'data' | 'databaseUrl'>

/** Makes a parser for commander: an integer from `min` to `max`. */
export function integerBetween(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`Give an integer from ${min} to ${max}.`)
  }
}

/** For commander: a local date. */
export function localDate(text: string): string {
  if (!Number.isNaN(parseLocalDate(text))) return text
  throw new InvalidArgumentError('Give a date such as 2026-03-02.')
}

/** Where the entry with the id that a flag names stands; −1 for none. No schedule has both `7` and `"7"`, so the flag needs no quotes. */
export function positionOfId(entries: readonly { readonly id: Identifier }[], text: string): number {
  return entries.findIndex(({ id }) => String(id) === text)
}

/** For commander: a flag that may be given several times. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value]
}
