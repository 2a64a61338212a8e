/**
 * What a search comes to in so many seconds of *processor* time of its one thread, so that figures of a busy machine mean what those of a quiet one do. Prints a line for each schedule,
 * length and seed: score, bound, and the longest time without a better roster. `--against FOLDER` does the same with the engine of another checkout, in turn.
 * Usage: run.ts SCHEDULE.json|month … [--seconds 20,60] [--seeds 1,2,3] [--against FOLDER].
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const ONE_RUN = fileURLToPath(new URL('one-run.ts', import.meta.url))
const HERE = fileURLToPath(new URL('../..', import.meta.url))

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20,60' },
    seeds: { type: 'string', default: '1,2,3' },
    against: { type: 'string' },
  },
  allowPositionals: true,
})
process.exitCode = main()

function main(): number {
  if (positionals.length === 0) {
    process.stderr.write('usage-wrong: Say which schedules to search: files, or month for the hospital month.\n')
    return 2
  }
  const folders = values.against === undefined ? [HERE] : [values.against, HERE]
  for (const schedule of positionals) {
    for (const seconds of values.seconds.split(',')) {
      for (const seed of values.seeds.split(',')) {
        for (const folder of folders) {
          // A process of its own, so that no search finds code that another one has warmed up.
          const { status, stdout, stderr } = spawnSync(process.execPath, [ONE_RUN, folder, schedule, seed, seconds], { encoding: 'utf8' })
          if (status !== 0) {
            process.stderr.write(stderr)
            return 1
          }
          process.stdout.write(`${folder === HERE ? 'here   ' : 'against'} ${schedule} ${seconds} s, seed ${seed}: ${stdout}`)
        }
      }
    }
  }
  return 0
}
