import { expect, test } from 'vitest'
import type { TraceTurn } from '../../src/engine/portfolio/trace.ts'
import { drawTrace } from './draw-trace.ts'

function turn(strategy: string, fromMs: number, toMs: number, over: Partial<TraceTurn> = {}): TraceTurn {
  const at = (atMs: number, penalty: number) => ({ atMs, share: atMs / 1000, score: [0, penalty, 0, 0] as const, bound: null })
  const turn = { strategy, row: `${strategy} row`, from: fromMs / 1000, until: 1 }
  return {
    type: 'turn',
    turn,
    why: 'a < b',
    turns: 1,
    wins: 0,
    steps: 1,
    ledger: {} as never,
    progress: {} as never,
    before: at(fromMs, 10),
    after: at(toMs, 5),
    ...over,
  }
}

test('a trace is a lane for each strategy, a box for each turn, and a curve for each priority in use', () => {
  const svg = drawTrace([turn('annealing', 100, 600, { wins: 2 }), turn('proof', 600, 900), turn('annealing', 900, 1100)])
  expect(svg.match(/<rect /g)).toHaveLength(3)
  expect(svg.match(/<rect class="line"/g)).toHaveLength(2)
  for (const words of ['>annealing<', '>proof<', '>priority 2<', '>5 of 10<', '>1 s<', 'a &lt; b']) expect(svg).toContain(words)
  expect(svg).not.toContain('priority 1<')
})

test('boxes are as long as their turns took', () => {
  const svg = drawTrace([turn('annealing', 0, 500), turn('proof', 500, 1000)])
  expect([...svg.matchAll(/<rect class="line" x="(\d+)" y="\d+" width="(\d+)"/g)].map(([, x, width]) => [Number(x), Number(width)])).toEqual([
    [170, 450],
    [620, 450],
  ])
})

test('a trace without turns cannot be drawn', () => {
  expect(() => drawTrace([])).toThrow('no turns')
})
