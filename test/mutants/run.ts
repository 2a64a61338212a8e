/**
 * `npm run test:mutants`: makes every line of the tables wrong, one at a time in a copy of the repository, and asks the tests that must notice.
 * Ends with 1 when a mutant survives or cannot be made. Arguments are settings, areas, `rules` or files: `npm run test:mutants -- freePeriod pricing cycles.ts`.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { HANG_MS } from '../patience.ts'
import { ROOT } from '../source-files.ts'
import { AREAS, type Mutant, type TestSet } from './mutant.ts'
import { MUTANTS, countOccurrences } from './mutants.ts'

/** Of what properties are tried on: as many as `npm test` takes, whatever the surroundings say. */
const CASES = '1'
const MAX_JOBS = 4

// The first starts a PostgreSQL that no rule needs; the rest is not read by any of the tests.
const LEFT_OUT = new Set(['test/database.ts', 'node_modules', '.git', '.turnus', 'coverage'])

type Verdict = 'killed' | 'survived' | 'text not found'

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
    const noticed = await firstToNotice(folders[0]!, setsOf(mutants))
    if (noticed !== null) return complain(`The tests fail without any mutant: ${noticed}.`)
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
  const noticed = await firstToNotice(folder, mutant.asked)
  writeFileSync(path, source)
  return { mutant, verdict: noticed === null ? 'survived' : 'killed', by: noticed ?? '', seconds: (performance.now() - startedAt) / 1000 }
}

/** The name of the first set of tests that fails; null when all pass. */
async function firstToNotice(folder: string, sets: readonly TestSet[]): Promise<string | null> {
  for (const { name, paths } of sets) if (!(await passes(folder, paths))) return name
  return null
}

function passes(folder: string, paths: readonly string[]): Promise<boolean> {
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
    const env = { ...process.env, TURNUS_TIMES_CASES: CASES }
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore', timeout: HANG_MS, killSignal: 'SIGKILL' })
    child.on('error', reject)
    child.on('exit', (code) => {
      resolve(code === 0)
    })
  })
}
