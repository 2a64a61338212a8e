import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { ROOT } from './programs.ts'

/** Tests that use it need a PostgreSQL, which takes seconds to start. */
const DATABASE = 'test/database.ts'
/** Set, it tells that module to start none. */
const WITHOUT_DATABASE = 'TEST_WITHOUT_DATABASE'

/** A vitest that runs nothing by itself, and what it knows of who imports what. */
export interface RelatedTests {
  /** Test files that depend on `files`, by vitest's own graph; relative to the root, as are `files`. */
  find(files: readonly string[]): Promise<readonly string[]>
  /** Runs test files in the terminal. True when all pass. */
  run(files: readonly string[]): Promise<boolean>
  close(): Promise<void>
}

/** Reads the configuration of the tests. Close it. */
export async function openRelatedTests(): Promise<RelatedTests> {
  const vitest = await createVitest('test', {
    watch: false,
    run: true,
    root: ROOT,
    reporters: ['default'],
    fsModuleCache: true,
    maxWorkers: availableParallelism(),
  })
  return {
    find: async (files) => (await findSpecifications(vitest, files)).map(pathOf),
    async run(files) {
      const needingDatabase = new Set((await findSpecifications(vitest, [DATABASE])).map(pathOf))
      if (!files.some((file) => needingDatabase.has(file))) process.env[WITHOUT_DATABASE] = '1'
      delete vitest.config.related
      const wanted = new Set(files)
      const specifications = (await vitest.globTestSpecifications()).filter((one) => wanted.has(pathOf(one)))
      await vitest.standalone()
      const { unhandledErrors } = await vitest.runTestSpecifications(specifications)
      return vitest.state.getCountOfFailedTests() === 0 && unhandledErrors.length === 0 && vitest.state.getFailedFilepaths().length === 0
    },
    close: () => vitest.close(),
  }
}

async function findSpecifications(vitest: Vitest, files: readonly string[]): Promise<readonly TestSpecification[]> {
  vitest.config.related = files.map((file) => join(ROOT, file))
  return vitest.getRelevantTestSpecifications()
}

function pathOf({ moduleId }: TestSpecification): string {
  return relative(ROOT, moduleId).replaceAll('\\', '/')
}
