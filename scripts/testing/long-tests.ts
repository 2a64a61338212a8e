/** What needs minutes, and is asked for by `npm run test:long`. */
export interface LongTest {
  readonly name: string
  /** What it would find, in one line. */
  readonly finds: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** About how many on two quiet cores; what is recorded in test/long.json counts more. */
  readonly minutes: number
}

/** Shares of the properties: together about 45 minutes on two cores, reckoned from 127 s of processor time that 18 of their 51 files take at one time as many cases. */
const PROPERTY_SHARES = 6

const PROPERTIES = Array.from({ length: PROPERTY_SHARES }, (_, i): LongTest => {
  const share = `${i + 1}/${PROPERTY_SHARES}`
  return {
    name: `properties-${i + 1}`,
    finds: `laws of search, rows, bounds and answers that break on one of many more schedules than npm test tries, share ${share} of their files`,
    command: 'vitest',
    args: ['run', 'test/property', 'src/engine/explain', 'src/answers', '--exclude', 'test/property/walks.test.ts', `--shard=${share}`],
    env: { TURNUS_TIMES_CASES: '16' },
    minutes: 8,
  }
})

/** All of them. A release wants each green; docs/releasing.md. */
export const LONG_TESTS: readonly LongTest[] = [
  {
    name: 'slow-files',
    finds:
      'what the test files named *.slow.test.ts say: the console as a planner uses it, every command of the pages, nodes and databases that stop and start, hostile sockets, the package',
    command: 'vitest',
    args: ['run', '.slow.test.ts'],
    minutes: 7,
  },
  {
    name: 'long-files',
    finds:
      'what the test files named *.long.test.ts say: the package as npm installs it, demonstrations as pages have them, frames of the console, a full disk',
    command: 'vitest',
    // The simulation has an entry of its own.
    args: ['run', '.long.test.ts', '--exclude', 'test/simulation/**'],
    minutes: 12,
  },
  {
    name: 'chaos',
    finds: 'jobs lost, doubled or mixed up while processes and PostgreSQL are killed',
    command: 'node',
    args: ['bench/chaos/run.ts'],
    minutes: 2,
  },
  {
    name: 'chaos-embedded',
    finds: 'the same of one process with its embedded database',
    command: 'node',
    args: ['bench/chaos/run.ts', '--embedded', '50'],
    minutes: 4,
  },
  {
    name: 'simulation',
    finds: 'laws that break in one of 2,000 simulated runs of many nodes',
    command: 'vitest',
    args: ['run', 'test/simulation/simulation.long.test.ts'],
    env: { TURNUS_SIMULATIONS: '2000' },
    minutes: 5,
  },
  {
    name: 'walks',
    finds: 'fast, slow and independent score apart on one of 100,000 random walks',
    command: 'vitest',
    args: ['run', 'test/property/walks.test.ts'],
    env: { TURNUS_TIMES_CASES: '167' },
    minutes: 5,
  },
  ...PROPERTIES,
  {
    name: 'hostile',
    finds: 'a failure of the gateway among 100,000 hostile requests',
    command: 'vitest',
    args: ['run', 'test/hostile'],
    env: { TURNUS_HOSTILE_REQUESTS: '100000' },
    minutes: 5,
  },
  {
    name: 'fuzz',
    finds: 'answers that openapi.json does not describe',
    command: 'node',
    args: ['test/fuzz/run.ts'],
    minutes: 6,
  },
  {
    name: 'heavy',
    finds:
      'a schedule within all limits that holds a thread, takes too much memory or keeps another department waiting, among 200 with lists at their limits',
    command: 'node',
    args: ['test/heavy/run.ts'],
    minutes: 40,
  },
  {
    name: 'mutants-of-rules',
    finds: 'lines of rules in engine and checker that no test holds',
    command: 'node',
    args: ['test/mutants/run.ts', 'rules'],
    minutes: 10,
  },
  {
    name: 'mutants-of-search',
    finds: 'lines of search, rows and pricing that no test holds',
    command: 'node',
    args: ['test/mutants/run.ts', 'search', 'rows', 'scoring', 'pricing', 'proofs'],
    minutes: 12,
  },
  {
    name: 'answers',
    finds: 'answers about schedules that cannot be filled which brute force contradicts, on all 200',
    command: 'node',
    args: ['bench/answers/run.ts'],
    minutes: 3,
  },
  {
    name: 'versions',
    finds: 'SQL that another PostgreSQL does not take',
    command: 'node',
    args: ['scripts/test-versions.ts'],
    minutes: 4,
  },
]
