import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { INRC1 } from './inrc1.ts'
import { INRC2 } from './inrc2.ts'
import { LARGE } from './large.ts'
import { NRP } from './nrp.ts'
import { ROOT } from './program.ts'
import { DEMAND } from './retail.ts'
import { SMPTSP } from './smptsp.ts'
import { WARDS } from './wards.ts'
import type { Clock } from './report.ts'
import type { BenchmarkSet } from './set.ts'

/** Another set is one more line here. */
const SETS: readonly BenchmarkSet[] = [NRP, INRC1, INRC2, DEMAND, SMPTSP, LARGE, WARDS]

const DEFAULT_FOLDER = '../shared/benchmarks'
const MOST_SECONDS = 3600
const MAX_SEEDS = 1000

/** What is measured, and for how long. */
export interface Measuring {
  readonly set: BenchmarkSet
  readonly folder: string
  /** Null = all that there are. */
  readonly instances: readonly string[] | null
  readonly seconds: number
  readonly threads: number
  readonly seeds: number
  readonly clock: Clock
}

/** What the command line asks for. */
export type Request =
  | { readonly what: 'compare'; readonly a: string; readonly b: string }
  | { readonly what: 'page'; readonly page: string; readonly reports: readonly string[] }
  | ({
      readonly what: 'measure'
      /** Files to write; null = none. */
      readonly json: string | null
      readonly page: string | null
    } & Measuring)
  | ({ readonly what: 'params'; readonly params: readonly [string, string] } & Measuring)

/** Reads the command line and `TURNUS_BENCHMARKS`. Throws an `Error` that says what is wrong. */
export function readRequest(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Request {
  const { values: flags, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      set: { type: 'string', default: 'nrp' },
      instances: { type: 'string' },
      seconds: { type: 'string', default: '60' },
      threads: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '1' },
      json: { type: 'string' },
      page: { type: 'string' },
      folder: { type: 'string' },
      compare: { type: 'string' },
      of: { type: 'string' },
      params: { type: 'string' },
      clock: { type: 'string', default: 'wall' },
    },
  })
  if (flags.compare !== undefined) {
    if (positionals.length !== 1) throw new Error('--compare takes two files: --compare A.json B.json')
    return { what: 'compare', a: flags.compare, b: positionals[0]! }
  }
  if (flags.of !== undefined) {
    if (flags.page === undefined) throw new Error('--of takes the file to write as well: --page FILE.md --of A.json B.json')
    return { what: 'page', page: flags.page, reports: [flags.of, ...positionals] }
  }
  if (flags.params !== undefined && positionals.length !== 1) throw new Error('--params takes two files: --params A.json B.json')
  if (flags.params === undefined && positionals.length > 0)
    throw new Error(`What is ${positionals.join(' ')}? Instances go together: --instances 1,2,5`)
  const measuring = {
    set: setNamed(flags.set),
    folder: resolve(ROOT, flags.folder ?? (env['TURNUS_BENCHMARKS'] || DEFAULT_FOLDER)),
    instances: flags.instances?.split(',').filter((name) => name !== '') ?? null,
    seconds: integerOf('--seconds', flags.seconds, MOST_SECONDS),
    threads: integerOf('--threads', flags.threads, availableParallelism()),
    seeds: integerOf('--seeds', flags.seeds, MAX_SEEDS),
    clock: clockOf(flags.clock, flags.threads),
  }
  if (flags.params === undefined) return { what: 'measure', ...measuring, json: flags.json ?? null, page: flags.page ?? null }
  if (flags.clock !== 'wall') throw new Error('--params measures by the clock on the wall.')
  if (flags.json !== undefined || flags.page !== undefined) throw new Error('--params prints ratios; it takes neither --json nor --page.')
  return { what: 'params', ...measuring, params: [flags.params, positionals[0]!] }
}

/** The set of that name. Throws when there is none. */
export function setNamed(wanted: string): BenchmarkSet {
  const set = SETS.find(({ name }) => name === wanted)
  if (set === undefined) throw new Error(`There is no set ${wanted}; there is ${SETS.map(({ name }) => name).join(', ')}.`)
  return set
}

function clockOf(text: string, threads: string): Clock {
  if (text !== 'wall' && text !== 'processor') throw new Error('--clock is wall or processor.')
  if (text === 'processor' && threads !== '1') throw new Error('--clock processor counts the time of one thread: --threads 1.')
  return text
}

function integerOf(flag: string, text: string, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > most) throw new Error(`${flag} is an integer from 1 to ${most}${flag === '--threads' ? ', one for each core' : ''}.`)
  return value
}
