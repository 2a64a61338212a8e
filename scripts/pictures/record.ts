/** Runs the search and notes what docs/solver.md draws: real runs, repeatable by their iterations, on examples/clinic-week.json. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { close, createCosts } from '../../src/engine/column-generation/costs.ts'
import { RowFinder } from '../../src/engine/column-generation/pricers/row-finder.ts'
import { rowOptions } from '../../src/engine/column-generation/pricers/row-options.ts'
import { rowOf, wholeSpan } from '../../src/engine/scoring/one-row.ts'
import { createState } from '../../src/engine/scoring/state.ts'
import { createPenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { rosterOfDecided } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { Score } from '../../src/model/score.ts'
import { DEFAULT_WEIGHTS, SETTING_NAMES } from '../../src/model/settings.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'

const EXAMPLE = fileURLToPath(new URL('../../examples/clinic-week.json', import.meta.url))
const ITERATIONS = [1, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000]
const WEEKDAYS = ['02', '03', '04', '05', '06']

/** A search that was ended after so many iterations. */
export interface Run {
  readonly iterations: number
  readonly score: Score
  readonly bound: Score | null
  /** By shift of the schedule, as posted: the position of its employee; -1 = nobody. */
  readonly roster: readonly number[]
}

/** The graph of the rows of one employee over five days. */
export interface Graph {
  /** Before each day, and after the last: how many different pasts there are. */
  readonly nodes: readonly number[]
  /** Nodes are numbered within their layer; `duties` are those that no rule tells apart there. */
  readonly edges: readonly { readonly day: number; readonly from: number; readonly to: number; readonly duties: readonly string[] }[]
}

/** Everything that is drawn. */
export interface Recorded {
  readonly example: 'examples/clinic-week.json'
  readonly runs: readonly Run[]
  readonly graph: Graph
}

/** The example as the search reads it. */
export function readExample(): Schedule {
  return readScheduleOf(JSON.parse(readFileSync(EXAMPLE, 'utf8')))
}

/** Runs everything; about ten seconds. */
export async function record(): Promise<Recorded> {
  const schedule = readExample()
  const solver = await loadHighs()
  const runs = ITERATIONS.map((maxIterations) => {
    const { score, bound, roster } = solve(schedule, {
      seed: 1,
      maxMs: Number.MAX_SAFE_INTEGER,
      stallMs: null,
      maxIterations,
      targetGap: 0,
      start: null,
      clock: () => performance.now(),
      shouldStop: () => false,
      onIncumbent: () => {},
      onBound: () => {},
      meet: null,
      solver,
      proves: true,
    })
    return { iterations: maxIterations, score, bound, roster: [...roster] }
  })
  return { example: 'examples/clinic-week.json', runs, graph: recordGraph() }
}

/** One employee, five days with an early, a late and a night shift each, a rest of 11 hours and three days in a row at most. */
function recordGraph(): Graph {
  const instance = compile(smallWeek())
  const penaltyWeights = createPenaltyWeights(instance, DEFAULT_PARAMS)
  const state = createState(instance, rosterOfDecided(smallWeek()))
  const plain = createCosts(instance, penaltyWeights)
  const costs = close(plain, instance, [penaltyWeights.active[0]!])
  const row = rowOf(state, 0)
  const { graph } = new RowFinder(state, costs, 0, { options: rowOptions(state, costs, 0, wholeSpan(state), row), row, limits: [] }, () => false)
  const { nodeOffset, edgeOffset, from, to, classOf, classOfEdge, options } = graph!
  const { shiftOffset, shiftIndexes } = instance.demands
  // Duty 0 is a day off, duty d + 1 one seat of demand d; here every demand is one shift.
  const nameOf = (duty: number): string => (duty === 0 ? 'off' : KINDS[shiftIndexes[shiftOffset[duty - 1]!]! % KINDS.length]!.name)
  const edges = options.duties.flatMap((duties, day) =>
    Array.from({ length: edgeOffset[day + 1]! - edgeOffset[day]! }, (_, i) => {
      const edge = edgeOffset[day]! + i
      const alike = duties.filter((_duty, option) => classOf[day]![option] === classOfEdge[edge])
      return { day, from: from[edge]! - nodeOffset[day]!, to: to[edge]! - nodeOffset[day + 1]!, duties: alike.map(nameOf) }
    }),
  )
  return { nodes: Array.from({ length: WEEKDAYS.length + 1 }, (_, i) => nodeOffset[i + 1]! - nodeOffset[i]!), edges }
}

const KINDS = [
  { name: 'early', from: '07:00', to: '15:00', daysLater: 0 },
  { name: 'late', from: '14:00', to: '22:00', daysLater: 0 },
  { name: 'night', from: '23:00', to: '07:00', daysLater: 1 },
] as const

function smallWeek(): Schedule {
  // Only what is on the first priority, so that the picture shows two rules and not ten.
  const off = SETTING_NAMES.filter((name) => DEFAULT_WEIGHTS[name][0] === 0)
  return readScheduleOf({
    spots: [{ id: 1 }],
    employees: [{ id: 1, contract: { hoursBetweenShift: 660, maxConsecutiveDays: 3 } }],
    shifts: WEEKDAYS.flatMap((day, d) =>
      KINDS.map(({ from, to, daysLater }, k) => ({
        id: d * KINDS.length + k + 1,
        spot: 1,
        start: `2026-03-${day}T${from}:00Z`,
        end: `2026-03-${String(Number(day) + daysLater).padStart(2, '0')}T${to}:00Z`,
      })),
    ),
    settings: Object.fromEntries(off.map((name) => [name, { firstPriorityWeight: 0 }])),
  })
}

function readScheduleOf(document: unknown): Schedule {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('\n'))
  return submission.schedule
}
