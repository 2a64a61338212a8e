import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './programs.ts'

/**
 * Files that differ from `revision` or that git does not know yet, as paths relative to the root; those that are gone are left out. Throws with
 * git's own words when there is no such revision.
 */
export function changedFiles(revision: string, root = ROOT): readonly string[] {
  const differing = git(root, ['diff', '--name-only', '--diff-filter=d', revision, '--'])
  const unknown = git(root, ['ls-files', '--others', '--exclude-standard'])
  return [...new Set([...differing, ...unknown])].filter((file) => existsSync(join(root, file))).toSorted()
}

function git(root: string, args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr.trim())
  return stdout.split('\n').filter((line) => line !== '')
}
