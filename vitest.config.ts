import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig, type Plugin } from 'vitest/config'
import { LongestFirst } from './scripts/testing/longest-first.ts'
import { makeMemoryFolder } from './scripts/testing/memory-folder.ts'
import { REPORT_VARIABLE, reportTo } from './scripts/testing/run-report.ts'
import { keepCompiledCode } from './src/threads/keep-compiled.ts'

// Programs that tests start find their own code compiled: one start takes 0.28 s of processor time in the place of 0.86.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/turnus/compiled', import.meta.url))
// A folder that somebody named stays.
if (process.env['TMPDIR'] === undefined) {
  const folder = makeMemoryFolder()
  if (folder !== null) process.env['TMPDIR'] = folder
}
// All threads of the tests are in this process.
keepCompiledCode()

/** Ends a hang and measures nothing; test/patience.ts. */
const HANG_MS = 240_000
/** What needs minutes, and what needs seconds of many processes or of a browser: `npm run test:long`. */
const LONG_TESTS = ['**/*.long.test.ts', '**/*.slow.test.ts']
/** Folders whose tests compute, and need no process, no database and no clock. */
const COMPUTING_FOLDERS = ['src/{answers,api,checker,console,engine,formats,model}', 'test/{answers,golden,property}']
const COMPUTING = COMPUTING_FOLDERS.map((folder) => `${folder}/**/*.test.ts`)
const ALL = ['{src,test,examples,bench}/**/*.test.ts']
const CORES = availableParallelism()
const exclude = process.env.TEST_LONG === undefined ? [...configDefaults.exclude, ...LONG_TESTS] : configDefaults.exclude
const databaseSetup = 'test/database-server.ts'
const report = process.env[REPORT_VARIABLE]

/** Projects of vitest 5 do not hear of `--exclude`. */
const hearExclude: Plugin = {
  name: 'hear-exclude',
  configureVitest({ vitest, project }) {
    project.config.exclude.push(...(vitest.config.cliExclude ?? []))
  },
}

export default defineConfig({
  plugins: [hearExclude],
  test: {
    exclude,
    // What computes goes first, with one worker for each core: with two a core the same tests take 188 s of processor time in the place of 147. What waits for
    // a process, a lease or a page has two, since with one a core two fifths of the machine were idle.
    projects: [
      { extends: true, test: { name: 'computing', include: COMPUTING, maxWorkers: CORES, sequence: { groupOrder: 0 } } },
      {
        extends: true,
        test: {
          name: 'waiting',
          include: ALL,
          exclude: [...exclude, ...COMPUTING],
          // One PostgreSQL for all test files; each makes its own database in it.
          globalSetup: existsSync(databaseSetup) ? [databaseSetup] : [],
          maxWorkers: 2 * CORES,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    setupFiles: ['test/chance.ts', 'test/english.ts'],
    // Measured: 600 tests in 2.2 s this way, 18.9 s with a process and a fresh module graph for every file.
    pool: 'threads',
    isolate: false,
    // Node.js reads TypeScript itself: nothing is transformed, and calls between modules are real ones. Measured: 8 to 10 % less processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Limits that end a hang and measure nothing, and no test has one of its own: tests that compute for 20 s on a quiet machine took six minutes beside a load of 25.
    testTimeout: 15 * HANG_MS,
    hookTimeout: 15 * HANG_MS,
    expect: { poll: { timeout: HANG_MS, interval: 20 } },
    sequence: { sequencer: LongestFirst },
    reporters: report === undefined ? ['default'] : ['default', reportTo(report)],
    // Chance in a test comes from a printed seed; a test that needs a second try is a bug.
    retry: 0,
  },
})
