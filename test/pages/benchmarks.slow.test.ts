// Slow: the commands of its page run, as they stand there.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { benchmarkFolder } from '../benchmarks/folder.ts'
import { isThere } from '../clients/run-program.ts'
import { ROOT, readText } from '../source-files.ts'
import { commandsOf, openPage } from './page.ts'
import { createWorkbench, type Workbench } from './workbench.ts'

const REMEDY = 'Name the one of the benchmarks with --folder or TURNUS_BENCHMARKS.'
const { scripts } = JSON.parse(readText('package.json')) as { scripts: { bench: string; 'bench:peers': string } }
/** `npm run bench -- …` and `npm run bench:peers -- …` as the scripts of package.json. It leaves out what npm does before: installing, and building the console. */
const NPM = `#!/bin/sh
script=$2
[ "$1 $3" = 'run --' ] || exit 64
shift 3
cd '${ROOT}'
case $script in
  bench) exec ${scripts.bench} "$@" ;;
  bench:peers) exec ${scripts['bench:peers']} "$@" ;;
  *) exit 64 ;;
esac
`
const COMMAND =
  /^npm run (?<script>\S+) -- --set \S+ --instances (?<instances>\S+) --seconds (?<seconds>\d+)(?: --threads (?<threads>\d+))? --seeds (?<seeds>\d+)(?: --clock processor)? --folder FOLDER$/

describe.skipIf(process.platform === 'win32')('docs/benchmarks.md, command by command', () => {
  const page = openPage('docs/benchmarks.md')
  const commands = commandsOf(page.take('Measure it yourself', 'sh')).map((command) => {
    const { script, instances, seconds, threads, seeds } = COMMAND.exec(command)!.groups!
    return { command, told: { script: script!, seconds: seconds!, threads, seeds: seeds!, instances: instances!.split(',') } }
  })
  const nrp = benchmarkFolder('nrp')
  const benches: Workbench[] = []
  afterAll(() => Promise.all(benches.map((bench) => bench.close())), 60_000)

  function benchWith(moved: Readonly<Record<string, string>>): Workbench {
    const bench = createWorkbench({ moved, programs: { npm: NPM } })
    benches.push(bench)
    return bench
  }

  test('there is a command for every table of the page, with its instances, seconds and seeds', () => {
    const tables = readText('docs/benchmarks.md')
      .split(/^## /m)
      .filter((part) => part.includes('| instance |'))
      .map((part) => ({
        script: part.includes('for each solver, one core') ? 'bench:peers' : 'bench',
        seconds: /(\d+) seconds (?:of processor time )?(?:of search for each run|for each solver)/.exec(part)![1],
        threads: /, (\d+) threads?,/.exec(part)?.[1],
        seeds: /, (\d+) seeds? an instance/.exec(part)![1],
        instances: [...part.matchAll(/^\| (\w[\w-]*) \| \d/gm)].map(([, name]) => name),
      }))
    expect(commands.map(({ told }) => told)).toEqual(tables)
  })

  test('each says what is missing where the public instances are not', async () => {
    const nowhere = join(tmpdir(), 'turnus-no-such-folder')
    const bench = benchWith({ FOLDER: nowhere })
    for (const { command } of commands) expect(await bench.run(command)).toBe(`Nothing was measured. There is no folder ${nowhere}. ${REMEDY}\n`)
  })

  test.skipIf(nrp === null || !isThere('python3'))('the first measures an instance where they are, and ends well', async () => {
    const [{ command, told }] = commands as [(typeof commands)[number]]
    const { instances, seconds, threads } = told
    const bench = benchWith({
      FOLDER: join(nrp!, '..'),
      [instances.join(',')]: instances[0]!,
      [`--seconds ${seconds}`]: '--seconds 2',
      [`--threads ${threads}`]: '--threads 1 --clock processor',
    })
    const output = await bench.run(command)
    expect(output).toMatch(new RegExp(`^${instances[0]}, seed 1: \\d+ pass$`, 'm'))
    expect(output).toMatch(/^ *instance +best +median/m)
  })

  test('every block is among them', () => page.expectAllTaken('sh'))
})
