/**
 * One heavy schedule in a process of its own: `node probe.ts NAME…` grows these lists to their limits and takes the schedule through all phases. Prints one line of JSON:
 * what each phase took in milliseconds of processor time, the error of a schedule that is refused, and the most memory in MiB.
 */
import { loadHighs } from '../../src/threads/load-highs.ts'
import { GROWTHS, grown } from './heavy-schedules.ts'
import { runPhases, type Phase } from './phases.ts'

const SEARCH_MS = 1000
/** From the start: the time after which a job of a second explains no more. */
const EXPLAIN_MS = 6000
const growths = process.argv.slice(2).map((name) => GROWTHS.find((growth) => growth.name === name)!)
const text = JSON.stringify(grown(growths))
const ms: Partial<Record<Phase, number>> = {}
const solver = await loadHighs()
const startedMs = performance.now()
const refusal = runPhases(
  text,
  { searchMs: SEARCH_MS, solver, isExplained: () => performance.now() - startedMs > EXPLAIN_MS },
  (phase, took) => (ms[phase] = Math.round(took)),
)
process.stdout.write(`${JSON.stringify({ ms, refusal, peakMib: Math.round(process.resourceUsage().maxRSS / 1024), bytes: text.length })}\n`)
