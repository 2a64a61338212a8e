import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
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

/** What came of one run of vitest. */
export interface RunReport {
  readonly counts: Counts
  readonly times: readonly FileTime[]
}

/** A reporter for vitest that writes a `RunReport` as JSON when the run has ended. */
export function reportTo(file: string): Reporter {
  return {
    onTestRunEnd(modules) {
      const report: RunReport = { counts: countTests(modules), times: modules.map(timeOf) }
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
  return { file: relative(ROOT, module.moduleId).replaceAll('\\', '/'), seconds: (collectDuration + duration) / 1000 }
}
