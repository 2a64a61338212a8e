import { availableParallelism, cpus } from 'node:os'
import { runToEnd } from './program.ts'
import type { Machine } from './report.ts'

const GIT_MS = 10_000

/** What a figure depends on besides the code. No name and no path of the machine is in it. */
export async function describeMachine(): Promise<Machine> {
  return { cores: availableParallelism(), cpu: cpus()[0]?.model.trim() || 'processor unknown', node: process.versions.node, commit: await commitOf() }
}

async function commitOf(): Promise<string | null> {
  try {
    const [head, changed] = [await runToEnd('git', ['rev-parse', 'HEAD'], GIT_MS), await runToEnd('git', ['status', '--porcelain'], GIT_MS)]
    return head.code === 0 ? `${head.stdout.trim()}${changed.stdout === '' ? '' : '+'}` : null
  } catch {
    return null // no git here: a figure all the same
  }
}
