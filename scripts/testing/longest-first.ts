import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations } from './durations.ts'
import { ROOT } from './programs.ts'
import { shareOut } from './share-out.ts'

/** It may be long, so it begins early. */
const NEVER_MEASURED_SECONDS = 3600

/**
 * Test files in the order of their committed durations, longest first, so that no long one is left when the others are through. Shares of them
 * (`--shard`) take about as long as one another.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = readSeconds()
    return files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a.moduleId < b.moduleId ? -1 : 1))
  }

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard!
    return [...shareOut(await this.sort(files), count, readSeconds())[index - 1]!]
  }
}

/** How long a file takes, in seconds. */
function readSeconds(): (file: TestSpecification) => number {
  const durations = readDurations()
  return ({ moduleId }) => durations[relative(ROOT, moduleId).replaceAll('\\', '/')] ?? NEVER_MEASURED_SECONDS
}
