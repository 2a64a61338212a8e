import type { Queryable } from './db.ts'

/** How long attempts are remembered, in seconds. */
export const LOGIN_WINDOW_SECONDS = 15 * 60
/** How long an address is known as one that a user logs in from. */
const KNOWN_DAYS = 30

/** How often a subject has tried within its window, this attempt included. */
export interface LoginWindow {
  readonly subject: Buffer
  readonly attempts: number
  /** Until its next window may begin, at least 1. */
  readonly secondsLeft: number
}

/** Counts one more attempt of each subject, in one statement: two nodes at once count two. Begins a window where none is open. */
export async function countLoginAttempt(db: Queryable, subjects: readonly Uint8Array[]): Promise<readonly LoginWindow[]> {
  // In order of the subjects, so that two statements that share two of them do not wait for one another.
  const { rows } = await db.query<LoginWindow>(
    `insert into login_windows as w (subject, started_at, attempts)
     select subject, now(), 1 from unnest($1::bytea[]) subject order by subject
         on conflict (subject) do update
        set attempts = case when w.started_at < now() - $2 * interval '1 second' then 1 else w.attempts + 1 end,
            started_at = case when w.started_at < now() - $2 * interval '1 second' then now() else w.started_at end
  returning subject, attempts, greatest(1, ceil($2 - extract(epoch from now() - started_at)))::integer as "secondsLeft"`,
    [subjects, LOGIN_WINDOW_SECONDS],
  )
  return rows
}

/** Takes back one attempt of each subject, because it succeeded. */
export async function forgiveLoginAttempt(db: Queryable, subjects: readonly Uint8Array[]): Promise<void> {
  await db.query('update login_windows set attempts = greatest(0, attempts - 1) where subject = any ($1::bytea[])', [subjects])
}

/** Remembers a login that succeeded, for `KNOWN_DAYS`: the window begins when it is forgotten, since windows are deleted when they are over. */
export async function rememberLogin(db: Queryable, subjects: readonly Uint8Array[]): Promise<void> {
  await db.query(
    `insert into login_windows (subject, started_at, attempts)
     select subject, now() + $2 * interval '1 day', 0 from unnest($1::bytea[]) subject order by subject
         on conflict (subject) do update set started_at = excluded.started_at`,
    [subjects, KNOWN_DAYS],
  )
}

/** Whether one of the subjects is remembered. */
export async function isKnownLogin(db: Queryable, subjects: readonly Uint8Array[]): Promise<boolean> {
  return ((await db.query('select from login_windows where subject = any ($1::bytea[]) and started_at > now()', [subjects])).rowCount ?? 0) > 0
}

/** Deletes windows that ended a day ago or earlier, and answers how many there were. */
export async function deleteOldLoginWindows(db: Queryable): Promise<number> {
  return (await db.query(`delete from login_windows where started_at < now() - interval '1 day'`)).rowCount ?? 0
}
