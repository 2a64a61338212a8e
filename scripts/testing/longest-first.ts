import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations } from './durations.ts'
import { ROOT } from './programs.ts'

/** It may be long, so it begins early. */
const NEVER_MEASURED_SECONDS = 3600

/** Test files in the order of their committed durations, longest first, so that no long one is left when the others are through. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = readDurations()
    const secondsOf = ({ moduleId }: TestSpecification): number => durations[relative(ROOT, moduleId).replaceAll('\\', '/')] ?? NEVER_MEASURED_SECONDS
    return files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}
