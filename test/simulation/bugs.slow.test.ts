// Slow: each bug is put into the simulation and played until it is found.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Habits } from './client.ts'
import { explore, openTheatre, seedsBetween } from './stage.ts'
import type { Theatre } from './stage.ts'
import { CALM } from './weather.ts'
import type { Bug, Troubles } from './world.ts'

const MAX_SEEDS = 1000

let theatre: Theatre
beforeAll(async () => {
  theatre = await openTheatre()
})
afterAll(() => theatre.close())

interface KnownBug {
  /** What the program does that has it. */
  readonly name: string
  readonly bug: Bug
  /** What is said of it. */
  readonly found: RegExp
}

/** Another text in the place of one that some statement has to contain. */
function instead(find: string, replace: string): Bug {
  return { sql: (text) => text.replaceAll(find, replace) }
}

/** Many clients at once, so that their submissions are stored together. */
const BURSTS: Partial<Habits> = { isBursty: true, keyChance: 0, isAtOneNode: true, regretChance: 0 }
const CROWD: Partial<Habits> = { ...BURSTS, clients: 8, isOneDepartment: true }
const THREE: Bug['nodes'] = [
  ['gateway', 'solver'],
  ['gateway', 'solver'],
  ['solver', 'dispatcher'],
]
const NO_TROUBLE: Troubles = { death: 0, sleep: 0, 'cut off': 0, stop: 0, start: 0, outage: 0 }

const BUGS: readonly KnownBug[] = [
  {
    name: 'writes results without asking whose attempt it is',
    bug: {
      ...instead('and attempt = $2', 'and $2::integer is not null'),
      weather: CALM,
      troubles: { ...NO_TROUBLE, 'cut off': 1 },
      nodes: THREE,
      stormMs: 30_000,
      habits: { clients: 6, regretChance: 0 },
    },
    found: /^invariant 2: .* writes to job/,
  },
  {
    name: 'takes up jobs that are leased',
    bug: instead(`leased_until is null and state in ('QUEUED', 'SOLVING')`, `state in ('QUEUED', 'SOLVING')`),
    found: /^invariant 2: .* takes up job/,
  },
  {
    name: 'forgets the ticket of a job that it gives back or takes away',
    bug: {
      ticket: (lastSql) => (lastSql.includes(`state = 'FAILED'`) ? 'forgotten' : 'written'),
      weather: { ...CALM, dying: 1 },
      troubles: { ...NO_TROUBLE, sleep: 1 },
    },
    found: /left no ticket/,
  },
  { name: 'writes tickets outside of the transaction', bug: { ticket: () => 'written outside of the transaction' }, found: /left no ticket/ },
  {
    name: 'renews a lease that was taken away',
    bug: {
      ...instead('and leased_until is not null\n  returning stop', `and state = 'SOLVING'\n  returning stop`),
      weather: CALM,
      troubles: { ...NO_TROUBLE, sleep: 1 },
      // Nobody takes up what was taken away before its node wakes up.
      nodes: [['gateway'], ['solver']],
      stormMs: 40_000,
      habits: { regretChance: 0 },
    },
    found: /who takes it back/,
  },
  {
    name: 'counts an attempt that is given back twice',
    bug: {
      ...instead('and node is not null', ''),
      weather: { ...CALM, unanswered: 0.4, unheard: 1 },
      troubles: { ...NO_TROUBLE, stop: 1 },
      nodes: [['gateway'], ['solver'], ['solver']],
      habits: { isBursty: true, regretChance: 0 },
    },
    found: /handed back a second time/,
  },
  {
    name: 'stores rosters that are not better',
    bug: { ...instead('and (score is null or $4 < score)', ''), weather: { ...CALM, overtaken: 0.3 } },
    found: /^invariant 4/,
  },
  {
    name: 'lets two copies of a submission in at once',
    bug: instead('pg_try_advisory_xact_lock(hashtextextended($1, 7265))', 'length($1) > 0'),
    found: /jobs_idempotency/,
  },
  {
    name: 'lets a transaction lie idle for as long as the network allows',
    bug: {
      idleTransactionMs: 2 * 3_600_000,
      weather: { ...CALM, crash: 0.1 },
      // Whatever breaks a connection ends what lies idle on it.
      troubles: { ...NO_TROUBLE, start: 1 },
      nodes: THREE,
      habits: { clients: 3 },
    },
    found: /have not ended after/,
  },
  {
    name: 'answers before what it stored is committed',
    bug: { commit: 'not waited for', weather: { ...CALM, unsent: 0.2 }, habits: { regretChance: 0 } },
    found: /^invariant 1: job \d+ was answered 201 and is not there/,
  },
  {
    name: 'leaves one ticket for all submissions that are stored together',
    bug: { tickets: () => 1, weather: CALM, habits: BURSTS },
    found: /left no ticket/,
  },
  {
    name: 'stores submissions one by one once their common commit was not answered',
    bug: { groupError: () => new Error('refused'), weather: { ...CALM, unanswered: 0.2, overtaken: 0.2 }, habits: BURSTS },
    found: /^2 jobs were stored for client\d, try \d/,
  },
  {
    name: 'stores submissions of several departments with the rights of the first',
    bug: { groupReach: 'of the first', weather: CALM, habits: BURSTS },
    found: /violates row-level security policy for table "jobs"/,
  },
  {
    name: 'lets submissions that are stored together pass the limit of a queue',
    bug: {
      ...instead(`state = 'QUEUED') <`, `state = 'QUEUED' and created_at < now()) <`),
      weather: CALM,
      habits: CROWD,
      nodes: [['gateway']],
    },
    found: /jobs of a department wait, of which at most/,
  },
]

for (const { name, bug, found } of BUGS) {
  test(`a program that ${name} is found out`, async () => {
    const { failed } = await explore(theatre, seedsBetween(1, MAX_SEEDS), { bug })
    expect(failed?.failure).toMatch(found)
  })
}
