/**
 * One heavy schedule: `node probe.ts SHARE NAME…` grows these lists to a share of their limits and takes the schedule through all phases, those of a job in this process and those of a plan in another one, as a gateway has threads for each
 * whose memory it limits. Prints one line of JSON: what each phase took in milliseconds of processor time, the error of a schedule that is refused, and the most memory that one of the two processes took, in MiB.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { grownTo } from './heavy-schedules.ts'
import { type Phase, runJob, runPlan } from './phases.ts'

const SEARCH_MS = 1000
/** From the start: the time after which a job of a second explains no more. */
const EXPLAIN_MS = 6000
/** Before all else: the solution is given, and the plan is what is measured. */
const OF_PLAN = '--plan'
const MAX_PRINTED = 1_000_000

interface Measured {
  readonly ms: Partial<Record<Phase, number>>
  readonly peakMib: number
}

const isOfPlan = process.argv[2] === OF_PLAN
const given = process.argv.slice(isOfPlan ? 3 : 2)
const [share, ...names] = given
const text = JSON.stringify(grownTo(names, Number(share)))
process.stdout.write(`${JSON.stringify(isOfPlan ? measurePlan(readFileSync(0, 'utf8')) : await measureAll())}\n`)

function measurePlan(solution: string): Measured {
  const ms: Partial<Record<Phase, number>> = {}
  runPlan(text, solution, (phase, took) => (ms[phase] = Math.round(took)))
  return { ms, peakMib: peakMib() }
}

async function measureAll() {
  const ms: Partial<Record<Phase, number>> = {}
  const solver = await loadHighs()
  const startedMs = performance.now()
  const means = { searchMs: SEARCH_MS, solver, isExplained: () => performance.now() - startedMs > EXPLAIN_MS }
  const { refusal, solution } = runJob(text, means, (phase, took) => (ms[phase] = Math.round(took)))
  const ofJob = peakMib()
  const plan = solution === null ? { ms: {}, peakMib: 0 } : probePlan(solution)
  return { ms: { ...ms, ...plan.ms }, refusal, peakMib: Math.max(ofJob, plan.peakMib), bytes: text.length }
}

function probePlan(solution: string): Measured {
  const stdio: ['pipe', 'pipe', 'inherit'] = ['pipe', 'pipe', 'inherit']
  const { stdout } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), OF_PLAN, ...given], {
    input: solution,
    encoding: 'utf8',
    maxBuffer: MAX_PRINTED,
    stdio,
  })
  return JSON.parse(stdout) as Measured
}

function peakMib(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024)
}
