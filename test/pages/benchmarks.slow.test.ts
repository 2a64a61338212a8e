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
const { scripts } = JSON.parse(readText('package.json')) as { scripts: { bench: string } }
/** `npm run bench -- …` as the script of package.json. It leaves out what npm does before: installing, and building the console. */
const NPM = `#!/bin/sh
[ "$1 $2 $3" = 'run bench --' ] || exit 64
shift 3
cd '${ROOT}'
exec ${scripts.bench} "$@"
`

describe.skipIf(process.platform === 'win32')('docs/benchmarks.md, command by command', () => {
  const page = openPage('docs/benchmarks.md')
  const commands = commandsOf(page.take('Measure it yourself', 'sh')).map((command) => {
    const [, instances, seconds, threads, seeds] =
      /^npm run bench -- --set \S+ --instances (\S+) --seconds (\d+) --threads (\d+) --seeds (\d+)(?: --clock processor)? --folder FOLDER$/.exec(
        command,
      )!
    return { command, instances: instances!.split(','), seconds: seconds!, threads: threads!, seeds: seeds! }
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
        seconds: /(\d+) seconds (?:of processor time )?of search for each run/.exec(part)![1],
        threads: /, (\d+) threads?,/.exec(part)![1],
        seeds: /, (\d+) seeds? an instance/.exec(part)![1],
        instances: [...part.matchAll(/^\| (\w[\w-]*) \| \d/gm)].map(([, name]) => name),
      }))
    expect(commands.map(({ seconds, threads, seeds, instances }) => ({ seconds, threads, seeds, instances }))).toEqual(tables)
  })

  test('each says what is missing where the public instances are not', async () => {
    const nowhere = join(tmpdir(), 'turnus-no-such-folder')
    const bench = benchWith({ FOLDER: nowhere })
    for (const { command } of commands) expect(await bench.run(command)).toBe(`Nothing was measured. There is no folder ${nowhere}. ${REMEDY}\n`)
  })

  test.skipIf(nrp === null || !isThere('python3'))('the first measures an instance where they are, and ends well', async () => {
    const [{ command, instances, seconds, threads }] = commands as [(typeof commands)[number]]
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
