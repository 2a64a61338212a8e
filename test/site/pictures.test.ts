import { describe, expect, test } from 'vitest'
import { drawAll } from '../../scripts/pictures/draw.ts'
import { type Recorded, readExample } from '../../scripts/pictures/record.ts'
import { judge } from '../../src/checker/check.ts'
import { compareScores } from '../../src/model/score.ts'
import { readText } from '../source-files.ts'

// The search may become better, and then the pictures are of the day on which they were made; what they show stays true.
describe('the pictures of docs/solver.md', () => {
  const recorded = JSON.parse(readText('docs/pictures/runs.json')) as Recorded
  const schedule = readExample()
  const page = readText('docs/solver.md')

  test('are drawn from the runs that were recorded', () => {
    for (const [file, svg] of drawAll(recorded, schedule)) {
      expect(readText(`docs/pictures/${file}`), 'npm run docs:pictures').toBe(svg)
      expect(page).toContain(`](pictures/${file})`)
    }
  })

  test('show rosters that have the score that is written beside them, and bounds that no score is below', () => {
    for (const { roster, score, bound } of recorded.runs) {
      expect(judge(schedule, Int32Array.from(roster)).score).toEqual(score)
      for (const { score: other } of recorded.runs) if (bound !== null) expect(compareScores(bound, other)).toBeLessThanOrEqual(0)
    }
  })

  test('say what the page says of them', () => {
    const [first, last] = [recorded.runs.at(0)!, recorded.runs.at(-1)!]
    expect(page).toContain(`it falls from ${first.score[2]} to ${last.score[2]} and meets the proved bound of ${last.bound![2]}`)
    expect(page).toContain(`goes from ${first.score[3]} to ${last.score[3]}; of that only ${last.bound![3]} is proved`)
    expect(page).toContain(`so that ${recorded.graph.edges.length} lines stand for hundreds of rows`)
    const ways = waysThrough(recorded)
    expect(ways).toBeGreaterThan(200)
    expect(ways).toBeLessThan(1000)
  })
})

/** Rows that the graph stands for: a way for each duty of each edge. */
function waysThrough({ graph: { nodes, edges } }: Recorded): number {
  let counts = [1]
  nodes.slice(1).forEach((count, day) => {
    const next = Array.from({ length: count }, () => 0)
    for (const { from, to, duties } of edges.filter((edge) => edge.day === day)) next[to]! += counts[from]! * duties.length
    counts = next
  })
  return counts.reduce((sum, ways) => sum + ways, 0)
}
