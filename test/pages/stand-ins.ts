import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { filesMatching, ROOT, readText } from '../source-files.ts'

/**
 * `npm` for `npm start` and `npm run NAME [-- ARGUMENTS]` of a clone: runs what package.json says, in the clone, with the store in the folder
 * that it is called in. Leaves out the script's `pre` script, which installs packages, and all else that npm can do.
 */
export function npmOfClone(): string {
  const { scripts } = JSON.parse(readText('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
  return `#!/bin/sh
PATH='${dirname(process.execPath)}':"$PATH"
export TURNUS_DATA="\${TURNUS_DATA:-$PWD/.turnus}"
cd '${ROOT}'
[ "$1" = run ] && shift
name="$1"
shift
[ "$1" = -- ] && shift
case "$name" in
  demo) exec ${scripts.demo} "$@" ;;
  start) exec ${scripts.start} "$@" ;;
esac
echo "This npm has no $name" >&2
exit 1
`
}

/** Puts the schedules of the examples below `folder` as a clone has them, but calling back to `port` and searched for no longer than `maxSeconds`. */
export function copyExamples(folder: string, { port, maxSeconds }: { readonly port: string; readonly maxSeconds: number }): void {
  mkdirSync(join(folder, 'examples'))
  for (const file of filesMatching('examples/*.json')) {
    const text = readText(file).replaceAll('127.0.0.1:8099', `127.0.0.1:${port}`)
    // A search that stands still on a busy machine is not to end before it was seen.
    const timed = text.replace(/"maxSeconds": \d+/, `"maxSeconds": ${maxSeconds}`).replace(/"stallSeconds": \d+, /, '')
    writeFileSync(join(folder, 'examples', basename(file)), timed)
  }
}

/** An example that was copied ends as soon as its first priorities are proved, however long a busy machine takes, and not by its time. */
export function letConverge(folder: string, name: string): void {
  const file = join(folder, 'examples', name)
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"maxSeconds": \d+/, '"maxSeconds": 600, "targetGap": 0.99'))
}

/** `systemd-run` as far as a command gets its variables of `--setenv` from it. Leaves out the user, the file of variables, and the unit. */
export const SYSTEMD_RUN = `#!/bin/sh
while :; do
  case "$1" in
    --setenv=*) export "\${1#--setenv=}" ;;
    --*) ;;
    *) exec "$@" ;;
  esac
  shift
done
`
