import { path, picture, type Point, round, text } from '../../scripts/pictures/svg.ts'
import type { TraceLine, TraceTurn } from '../../src/engine/portfolio/trace.ts'
import { PRIORITIES } from '../../src/model/score.ts'

const LEFT = 170
const WIDTH = 900
const LANE = 24
const CURVE = 90
const TICKS = 10
const SHADES = ['early', 'late', 'night', 'other'] as const

/** A picture of a trace of one thread: a lane for each strategy with its turns over time, darker where they won, and below it a curve for each priority that the search used, with its bound. */
export function drawTrace(lines: readonly TraceLine[]): string {
  const turns = lines.filter((line) => line.type === 'turn')
  if (turns.length === 0) throw new Error('The trace has no turns.')
  const begunAtMs = turns[0]!.before.atMs
  const totalMs = Math.max(1, turns.at(-1)!.after.atMs - begunAtMs)
  const xOf = (atMs: number): number => LEFT + (WIDTH * (atMs - begunAtMs)) / totalMs
  const strategies = [...new Set(turns.map(({ turn }) => turn.strategy))]
  const lanes = strategies.flatMap((strategy, i) => drawLane(strategy, turns, { y: 30 + i * LANE, kind: SHADES[i % SHADES.length]!, xOf }))
  const used = PRIORITIES.filter((p) => turns.some(({ before, after }) => before.score[p] + after.score[p] > 0))
  const top = 30 + strategies.length * LANE + 20
  const curves = used.flatMap((p, i) => drawCurve(p, turns, { y: top + i * (CURVE + 24), xOf }))
  const height = top + used.length * (CURVE + 24) + 30
  const ticks = Array.from({ length: TICKS + 1 }, (_, i) => {
    const atMs = begunAtMs + (totalMs * i) / TICKS
    return text({ x: xOf(atMs), y: height - 8 }, `${round((atMs - begunAtMs) / 1000)} s`, { anchor: 'middle', kind: 'soft' })
  })
  const title = `Turns of ${strategies.length} strategies in ${round(totalMs / 1000)} s, and what they won.`
  return picture({ width: LEFT + WIDTH + 40, height }, title, [...lanes, ...curves, ...ticks])
}

interface Place {
  readonly y: number
  readonly xOf: (atMs: number) => number
}

function drawLane(strategy: string, turns: readonly TraceTurn[], { y, kind, xOf }: Place & { kind: string }): string[] {
  const boxes = turns
    .filter(({ turn }) => turn.strategy === strategy)
    .map(({ turn, before, after, wins, turns: count, why }) => {
      const [x, to] = [xOf(before.atMs), xOf(after.atMs)]
      const words = `${turn.row}: ${wins} of ${count} won, ${before.score.join(' / ')} to ${after.score.join(' / ')}. ${why}`
      const size = `x="${round(x)}" y="${y - 14}" width="${round(Math.max(1, to - x))}" height="${LANE - 6}"`
      return `<rect class="${wins > 0 ? kind : 'line'}" ${size}><title>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title></rect>`
    })
  return [text({ x: LEFT - 8, y }, strategy, { anchor: 'end' }), ...boxes]
}

/** Penalties of one priority, the highest at the top; what is proved of it dashed. */
function drawCurve(priority: number, turns: readonly TraceTurn[], { y, xOf }: Place): string[] {
  const penaltyOf = (score: readonly number[]): number => score[priority]!
  // What comes before the first cooling is many times all that follows.
  const settled = turns.slice(1)
  const most = Math.max(
    1,
    ...(settled.length === 0 ? turns : settled).flatMap(({ before, after }) => [penaltyOf(before.score), penaltyOf(after.score)]),
  )
  const yOf = (penalty: number): number => y + CURVE * (1 - Math.min(1, penalty / most))
  const steps = (points: readonly Point[]): Point[] =>
    points.flatMap((point, i) => (i === 0 ? [point] : [{ x: point.x, y: points[i - 1]!.y }, point]))
  const score = turns.map(({ after }) => ({ x: xOf(after.atMs), y: yOf(penaltyOf(after.score)) }))
  const bound = turns.flatMap(({ after }) => (after.bound === null ? [] : [{ x: xOf(after.atMs), y: yOf(penaltyOf(after.bound)) }]))
  return [
    text({ x: LEFT - 8, y: y + 12 }, `priority ${priority + 1}`, { anchor: 'end' }),
    text({ x: LEFT - 8, y: y + 30 }, `${penaltyOf(turns.at(-1)!.after.score)} of ${most}`, { anchor: 'end', kind: 'soft' }),
    path(
      [
        { x: LEFT, y: y + CURVE },
        { x: LEFT + WIDTH, y: y + CURVE },
      ],
      'line',
    ),
    path(steps(score), 'score'),
    ...(bound.length > 1 ? [path(steps(bound), 'bound')] : []),
  ]
}
