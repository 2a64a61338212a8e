/**
 * `npm run test:mutants`: makes every line of the tables wrong, one at a time in a copy of the repository, and asks the tests that must notice.
 * Ends with 1 when a mutant survives or cannot be made. Arguments are settings, areas, `rules` or files: `npm run test:mutants -- freePeriod pricing cycles.ts`.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from '../source-files.ts'
import { AREAS, type Mutant, type TestSet } from './mutant.ts'
import { MUTANTS, countOccurrences } from './mutants.ts'

/** Of what properties are tried on: as many as `npm test` takes, whatever the surroundings say. */
const CASES = '0.5'
const MAX_JOBS = 4
/** Processor time of one set of tests, in seconds: many times what the longest takes, and a mutant that never ends uses it up however busy the machine is. */
const PROCESSOR_SECONDS = 240
/** Ends a mutant that waits for ever, in milliseconds. It proves nothing on a busy machine, so a mutant that needs it counts as alive. */
const WAIT_MS = 1_800_000

// The first starts a PostgreSQL that no rule needs; the rest is not read by any of the tests.
const LEFT_OUT = new Set(['test/database-server.ts', 'node_modules', '.git', '.turnus', 'coverage'])

type Verdict = 'killed' | 'survived' | 'undecided' | 'text not found'

interface Outcome {
  readonly mutant: Mutant
  readonly verdict: Verdict
  /** The set that noticed. */
  readonly by: string
  readonly seconds: number
}

process.exitCode = await main(process.argv.slice(2))

async function main(wanted: readonly string[]): Promise<number> {
  const mutants = MUTANTS.filter((mutant) => wanted.length === 0 || wanted.some((name) => isOf(mutant, name)))
  const jobs = Math.min(MAX_JOBS, availableParallelism(), Math.max(1, mutants.length))
  const folders = Array.from({ length: jobs }, copyRepository)
  try {
    const { verdict, by } = await verdictOn(folders[0]!, setsOf(mutants))
    if (verdict !== 'survived') return complain(`The tests fail without any mutant: ${by}.`)
    const outcomes = await tryAll(mutants, folders)
    const alive = outcomes.filter(({ verdict }) => verdict !== 'killed')
    process.stdout.write(`\n${outcomes.length - alive.length} of ${outcomes.length} mutants killed\n`)
    for (const { mutant, verdict } of alive) process.stdout.write(`${verdict}: ${mutant.of}, ${mutant.file}: ${mutant.find} → ${mutant.replace}\n`)
    return alive.length === 0 && outcomes.length > 0 ? 0 : 1
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** `name` as an argument has it: a setting, an area, `rules` for all settings, or the end of a file's path. */
function isOf({ of, file }: Mutant, name: string): boolean {
  const isRule = !(AREAS as readonly string[]).includes(of)
  return of === name || file.endsWith(`/${name}`) || (name === 'rules' && isRule)
}

/** All that are asked of any of them, each once. */
function setsOf(mutants: readonly Mutant[]): readonly TestSet[] {
  return [...new Map(mutants.flatMap(({ asked }) => asked).map((set) => [set.paths.join(), set])).values()]
}

function complain(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}

function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnus-mutants-'))
  cpSync(ROOT, folder, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(ROOT, path).replaceAll('\\', '/')) })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

/** Every folder takes the next mutant as soon as it is done with its last. */
async function tryAll(mutants: readonly Mutant[], folders: readonly string[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const left = mutants.values()
  const work = async (folder: string): Promise<void> => {
    for (const mutant of left) {
      const outcome = await tryMutant(mutant, folder)
      outcomes.push(outcome)
      process.stdout.write(`${lineOf(outcome)}\n`)
    }
  }
  await Promise.all(folders.map(work))
  return outcomes
}

function lineOf({ mutant, verdict, by, seconds }: Outcome): string {
  return [mutant.of.padEnd(40), mutant.file.padEnd(46), verdict.padEnd(15), by.padEnd(20), `${seconds.toFixed(1)} s`].join(' ')
}

async function tryMutant(mutant: Mutant, folder: string): Promise<Outcome> {
  const startedAt = performance.now()
  const path = join(folder, mutant.file)
  const source = readFileSync(path, 'utf8')
  if (countOccurrences(mutant, source) !== 1) return { mutant, verdict: 'text not found', by: '', seconds: 0 }
  writeFileSync(
    path,
    source.replace(mutant.find, () => mutant.replace),
  )
  const { verdict, by } = await verdictOn(folder, mutant.asked)
  writeFileSync(path, source)
  return { mutant, verdict, by, seconds: (performance.now() - startedAt) / 1000 }
}

/** By the first set of tests that does not pass, if there is one. */
async function verdictOn(folder: string, sets: readonly TestSet[]): Promise<Pick<Outcome, 'verdict' | 'by'>> {
  for (const { name, paths } of sets) {
    const ended = await runTests(folder, paths)
    if (ended !== 'passed') return { verdict: ended === 'failed' ? 'killed' : 'undecided', by: name }
  }
  return { verdict: 'survived', by: '' }
}

/** `failed` with a test, or with the processor time of a set used up. */
function runTests(folder: string, paths: readonly string[]): Promise<'passed' | 'failed' | 'out of time'> {
  return new Promise((resolve, reject) => {
    const args = [
      join('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--bail',
      '1',
      '--reporter',
      'dot',
      '--maxWorkers',
      '1',
      '--no-cache',
      ...paths,
    ]
    const env = { ...process.env, TURNUS_TIMES_CASES: CASES, TEST_LONG: '1' }
    const child = spawn('sh', ['-c', `ulimit -t ${PROCESSOR_SECONDS}; exec "$@"`, 'sh', process.execPath, ...args], {
      cwd: folder,
      env,
      stdio: 'ignore',
    })
    let isOut = false
    const waiting = setTimeout(() => {
      isOut = true
      child.kill('SIGKILL')
    }, WAIT_MS)
    child.on('error', reject)
    child.on('exit', (code) => {
      clearTimeout(waiting)
      resolve(code === 0 ? 'passed' : isOut ? 'out of time' : 'failed')
    })
  })
}
