import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { loadHighs } from '../../threads/load-highs.ts'
import { type SolveOptions, solve } from '../index.ts'
import { apply, evaluate } from '../scoring/evaluate.ts'
import { compile } from '../instance/compile.ts'
import { fillWithRow, rowOf, wholeSpan } from '../scoring/one-row.ts'
import { cellsOf } from '../scoring/state.ts'
import { isBetter, keep } from '../local-search/incumbent.ts'
import { weightedCost } from '../local-search/penalty-weights.ts'
import { solveOptions } from '../solve-options.fixture.ts'
import { type Portfolio, PORTFOLIO } from './loop.ts'
import { nextTurn } from './policy.ts'
import type { StrategyKind } from './strategy.ts'
import { createTracer, type TraceLine } from './trace.ts'

const solver = await loadHighs()
const posted: unknown = JSON.parse(readFileSync(new URL('../../../examples/clinic-week.json', import.meta.url), 'utf8'))
const { schedule } = readSubmission(posted, { callback: 'optional' }).submission!
const FEW = 60_000

function search(portfolio: Partial<Portfolio>, over: Partial<SolveOptions> = {}) {
  return solve(schedule, solveOptions({ maxIterations: FEW, solver, proves: true, portfolio, ...over }))
}

function traceOf(portfolio: Partial<Portfolio> = {}): { lines: TraceLine[]; result: ReturnType<typeof search> } {
  const lines: TraceLine[] = []
  const result = search({ ...portfolio, tracer: createTracer((line) => lines.push(line)) })
  return { lines, result }
}

describe('a trace', () => {
  const { lines, result } = traceOf()
  const turns = lines.flatMap((line) => (line.type === 'turn' ? [line] : []))

  test('changes nothing', () => {
    expect(search({}).roster).toEqual(result.roster)
  })

  test('begins with the facts, and its turns follow on one another to the end of the search', () => {
    expect(lines[0]!.type).toBe('start')
    expect(turns[0]!.before.share).toBe(0)
    turns.slice(1).forEach(({ before, turn }, i) => {
      expect(before.share, turn.row).toBe(turns[i]!.after.share)
      expect(before.score, turn.row).toEqual(turns[i]!.after.score)
    })
    expect(turns.at(-1)!.after).toMatchObject({ score: result.score, bound: result.bound })
  })

  test('tells of every strategy that had a turn', () => {
    expect(new Set(turns.map(({ turn }) => turn.strategy))).toEqual(
      new Set(['annealing', 'row-polishing', 'large-neighbourhoods', 'proof-by-branching']),
    )
  })

  test('is replayed without solving: what a turn was decided by is in it, and is plain data', () => {
    const [start, ...rest] = JSON.parse(JSON.stringify(lines)) as TraceLine[]
    if (start?.type !== 'start') throw new Error('a trace begins with the facts')
    expect(rest.length).toBeGreaterThan(5)
    for (const line of rest) {
      if (line.type !== 'turn') throw new Error('turns follow')
      const { facts, params } = start
      expect(nextTurn({ facts, params, ledger: line.ledger, progress: line.progress }).turn).toEqual(line.turn)
    }
  })
})

test('a schedule has employees × days, and places of breaks are none of them', () => {
  const document: unknown = JSON.parse(readFileSync(new URL('../../../examples/call-centre-breaks.json', import.meta.url), 'utf8'))
  const { schedule: breaking } = readSubmission(document, { callback: 'optional' }).submission!
  const instance = compile(breaking)
  const lines: TraceLine[] = []
  const { roster } = solve(breaking, solveOptions({ maxIterations: 1, portfolio: { tracer: createTracer((line) => lines.push(line)) } }))
  const cells = instance.employeeCount * instance.dayCount
  expect(cellsOf(instance, roster).length).toBeGreaterThan(cells)
  expect(lines[0]).toMatchObject({ type: 'start', facts: { cells } })
})

/** Gives somebody somebody else's whole line where that is better: a strategy that only this test has. */
const swapping: StrategyKind = {
  name: 'swapping',
  supports: ({ employeeCount }) => employeeCount > 1,
  start: ({ state, move, random, penaltyWeights, incumbent, changed }) => ({
    run({ maxSteps = 1 }) {
      let hasWon = false
      for (let step = 0; step < maxSteps; step += 1) {
        const [one, other] = [random.below(state.instance.employeeCount), random.below(state.instance.employeeCount)]
        fillWithRow(move, one, rowOf(state, other), wholeSpan(state))
        if (!evaluate(state, move) || weightedCost(penaltyWeights, move) >= 0) continue
        apply(state, move)
        changed.add(move)
        hasWon ||= isBetter(state, incumbent)
        if (isBetter(state, incumbent)) keep(state, incumbent, changed)
      }
      return { steps: maxSteps, hasWon }
    },
  }),
}

describe('a strategy of one file', () => {
  const row = { name: 'swap', strategy: 'swapping', step: 1.5, why: 'a test', when: () => true, turn: () => ({ maxSteps: 10 }) }

  test('takes turns with one row in the list of strategies, and one in the policy', () => {
    const { lines, result } = traceOf({ strategies: [...PORTFOLIO.strategies, swapping], rows: [row, ...PORTFOLIO.rows] })
    const own = lines.filter((line) => line.type === 'turn' && line.turn.strategy === 'swapping')
    expect(own.length).toBeGreaterThan(3)
    expect(result.score[0]).toBe(0)
  })

  test('has no turn where it says that it can do nothing', () => {
    const useless = { ...swapping, supports: () => false }
    const { lines } = traceOf({ strategies: [...PORTFOLIO.strategies, useless], rows: [row, ...PORTFOLIO.rows] })
    expect(lines.filter((line) => line.type === 'turn' && line.turn.strategy === 'swapping')).toEqual([])
  })
})

test('the loop is one screen: 40 lines', () => {
  const source = readFileSync(new URL('loop.ts', import.meta.url), 'utf8').split('\n')
  const from = source.findIndex((line) => line.startsWith('export function runPortfolio'))
  expect(from).toBeGreaterThan(0)
  expect(source.slice(from).findIndex((line) => line === '}') + 1).toBeLessThanOrEqual(40)
})

test('the policy is one table in one file', () => {
  const names = PORTFOLIO.rows.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const strategies = new Set(PORTFOLIO.strategies.map(({ name }) => name))
  for (const { strategy, why } of PORTFOLIO.rows) expect([strategies.has(strategy), why.length > 0], strategy).toEqual([true, true])
})
