/**
 * How fast the gateway is beside bare servers on the same machine, in one run: the same PostgreSQL (embedded, in a temporary folder,
 * fsync on), the same client, in turns. Usage: run.ts [--json] [--only submit,read,p99,callback,nodes,queue] [--jobs N] [--seconds N]
 *
 * Without --only everything but `nodes` is measured, which takes ten minutes: N jobs of N seconds, by one node and then by two. The client,
 * the servers and PostgreSQL are processes of their own that share the cores of this machine.
 */
import { parseArgs } from 'node:util'
import { measureCallbacks } from './callback.ts'
import { type Figure, formatFigures, judgeFigure } from './figures.ts'
import { measureNodes } from './nodes.ts'
import { measureQueue } from './queue.ts'
import { measureReaders, measureReads } from './read.ts'
import { openStage, type Stage } from './stage.ts'
import { measureSubmissions } from './submit.ts'

const { values: flags } = parseArgs({
  options: {
    json: { type: 'boolean' },
    only: { type: 'string' },
    jobs: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '10' },
  },
})

const PARTS: Readonly<Record<string, (stage: Stage) => Promise<readonly Figure[]>>> = {
  submit: measureSubmissions,
  read: measureReads,
  p99: measureReaders,
  callback: measureCallbacks,
  nodes: (stage) => measureNodes(stage, { jobs: Number(flags.jobs), seconds: Number(flags.seconds) }),
  queue: measureQueue,
}

const wanted = flags.only?.split(',') ?? Object.keys(PARTS).filter((part) => part !== 'nodes')
const unknown = wanted.filter((part) => PARTS[part] === undefined)
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}.`)

const figures = []
const stage = await openStage()
try {
  for (const part of wanted) {
    process.stderr.write(`${part} …\n`)
    await stage.clear()
    figures.push(...(await PARTS[part]!(stage)).map(judgeFigure))
    await stage.programs.stopAll()
  }
} finally {
  await stage.programs.stopAll()
  await stage.close()
}
console.log(flags.json ? JSON.stringify(figures, null, 2) : formatFigures(figures).join('\n'))
process.exitCode = figures.some(({ pass }) => pass === false) ? 1 : 0
