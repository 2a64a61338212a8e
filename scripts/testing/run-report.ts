import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { NO_COUNTS, type Counts } from './counts.ts'
import { ROOT } from './programs.ts'

/** Names the file that a run of vitest writes its report to. */
export const REPORT_VARIABLE = 'TEST_REPORT'

/** Of one test file. */
export interface FileTime {
  /** Relative to the root, with forward slashes. */
  readonly file: string
  /** Its tests with all hooks, and reading what it imports. */
  readonly seconds: number
}

/** A test that failed, a file that could not be loaded, or an error that no test has caught. */
export interface Failure {
  /** Relative to the root, with forward slashes; null for an error that belongs to no file. */
  readonly file: string | null
  /** With the names of its groups; null where it is no test. */
  readonly test: string | null
  /** The first error, without colours. */
  readonly says: string
}

/** What came of one run of vitest. */
export interface RunReport {
  readonly counts: Counts
  readonly times: readonly FileTime[]
  readonly failures: readonly Failure[]
}

/** Before anything ran. */
export const NO_REPORT: RunReport = { counts: NO_COUNTS, times: [], failures: [] }

/** A reporter for vitest that writes a `RunReport` as JSON when the run has ended. */
export function reportTo(file: string): Reporter {
  return {
    onTestRunEnd(modules, unhandled) {
      const failures = [...modules.flatMap(failuresOf), ...unhandled.map((error) => ({ file: null, test: null, says: says([error]) }))]
      const report: RunReport = { counts: countTests(modules), times: modules.map(timeOf), failures }
      writeFileSync(file, JSON.stringify(report))
    },
  }
}

function countTests(modules: readonly TestModule[]): Counts {
  const counts = { ...NO_COUNTS }
  for (const module of modules) {
    for (const test of module.children.allTests()) counts[test.result().state === 'pending' ? 'skipped' : (test.result().state as keyof Counts)] += 1
  }
  return counts
}

function timeOf(module: TestModule): FileTime {
  const { collectDuration, duration } = module.diagnostic()
  return { file: fileOf(module), seconds: (collectDuration + duration) / 1000 }
}

function failuresOf(module: TestModule): readonly Failure[] {
  const file = fileOf(module)
  const ofSuites = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
  return [
    ...(ofSuites.length === 0 ? [] : [{ file, test: null, says: says(ofSuites) }]),
    ...[...module.children.allTests('failed')].map((test: TestCase) => ({ file, test: test.fullName, says: says(test.result().errors ?? []) })),
  ]
}

function fileOf(module: TestModule): string {
  return relative(ROOT, module.moduleId).replaceAll('\\', '/')
}

function says(errors: readonly { readonly message: string }[]): string {
  return stripVTControlCharacters(errors[0]?.message ?? 'no error was told')
}
