/** Draws a trace of `turnus solve --trace FILE.jsonl`: trace.ts FILE.jsonl [--out FILE.svg] [--thread 0]. Writes to FILE.svg beside it where nothing else is said. */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { TraceLine } from '../../src/engine/portfolio/trace.ts'
import { drawTrace } from './draw-trace.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, thread: { type: 'string', default: '0' } },
})
const [file] = positionals
if (file === undefined) {
  console.error('Which trace? trace.ts FILE.jsonl [--out FILE.svg] [--thread 0]')
  process.exitCode = 2
} else {
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  const ofThread = lines.map((line) => JSON.parse(line) as TraceLine & { thread: number }).filter(({ thread }) => thread === Number(flags.thread))
  const out = flags.out ?? file.replace(/(\.jsonl)?$/, '.svg')
  await writeFile(out, drawTrace(ofThread))
  console.log(`${out}: ${ofThread.length - 1} turns.`)
}
