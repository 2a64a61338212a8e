import { expect, test } from 'vitest'
import type { Resource } from '../../rows/resource.ts'
import { followResource } from './automaton.ts'
import { buildRowGraph } from './row-graph.ts'
import { DEFAULT_PARAMS } from '../../portfolio/params.ts'

/** Remembers whether one duty was ever worked, which costs something in the end. */
function memoryOf(duty: number): Resource {
  return { start: 0, cost: 0, step: (state, _day, now) => (now === duty ? 1 : state), end: (state) => state * (duty + 1) }
}

test('states of many rules are told apart where there are more of them together than whole numbers', () => {
  const duties = Array.from({ length: 60 }, (_, duty) => duty)
  const options = { duties: [duties, duties], costs: [duties.map(() => 0), duties.map(() => 0)] }
  const automata = duties.map((duty) => followResource(memoryOf(duty), options.duties, Infinity, DEFAULT_PARAMS.rows)!)
  const graph = buildRowGraph(automata, options, 1_000_000)
  // One duty twice, or two of sixty.
  expect(graph?.end).toHaveLength(60 + (60 * 59) / 2)
})
