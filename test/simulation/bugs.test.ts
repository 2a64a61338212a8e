import { afterAll, beforeAll, expect, test } from 'vitest'
import { explore, openTheatre, seedsBetween } from './stage.ts'
import type { Theatre } from './stage.ts'
import { CALM } from './weather.ts'
import type { Bug } from './world.ts'

const MOST_SEEDS = 1000

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

const BUGS: readonly KnownBug[] = [
  {
    name: 'writes results without asking whose attempt it is',
    bug: instead('and attempt = $2', 'and $2::integer is not null'),
    found: /^invariant 2: .* writes to job/,
  },
  {
    name: 'takes up jobs that are leased',
    bug: instead(`leased_until is null and state in ('QUEUED', 'SOLVING')`, `state in ('QUEUED', 'SOLVING')`),
    found: /^invariant 2: .* takes up job/,
  },
  {
    name: 'forgets the ticket of a job that it gives back or takes away',
    bug: { ticket: (lastSql) => (lastSql.includes(`state = 'FAILED'`) ? 'forgotten' : 'written') },
    found: /left no ticket/,
  },
  { name: 'writes tickets outside of the transaction', bug: { ticket: () => 'written outside of the transaction' }, found: /left no ticket/ },
  {
    name: 'renews a lease that was taken away',
    bug: {
      ...instead('and leased_until is not null\n  returning stop', `and state = 'SOLVING'\n  returning stop`),
      weather: { ...CALM, slow: 0.3, unheard: 1 },
    },
    found: /who takes it back/,
  },
  {
    name: 'counts an attempt that is given back twice',
    bug: { ...instead('and node is not null', ''), weather: { ...CALM, unanswered: 0.25, unheard: 1 } },
    found: /handed back a second time/,
  },
  {
    name: 'stores rosters that are not better',
    bug: { ...instead('and (score is null or $4 < score)', ''), weather: { overtaken: 0.2 } },
    found: /^invariant 4/,
  },
  {
    name: 'lets two copies of a submission in at once',
    bug: instead('pg_try_advisory_xact_lock(hashtextextended($1, 7265))', 'length($1) > 0'),
    found: /jobs_idempotency/,
  },
  {
    name: 'lets a transaction lie idle for as long as the network allows',
    bug: { idleTransactionMs: 2 * 3_600_000, weather: { crash: 0.05 } },
    found: /have not ended after/,
  },
]

for (const { name, bug, found } of BUGS) {
  test(`a program that ${name} is found out`, { timeout: 600_000 }, async () => {
    const { failed } = await explore(theatre, seedsBetween(1, MOST_SEEDS), { bug })
    expect(failed?.failure).toMatch(found)
  })
}
