/** The pictures of docs/solver.md, from what was recorded. */
import type { Schedule, Shift } from '../../src/model/schedule.ts'
import type { Graph, Recorded, Run } from './record.ts'
import { path, picture, type Point, round, text } from './svg.ts'

const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const KINDS = ['off', 'early', 'late', 'night'] as const
/** Before this hour a shift of the example is an early one. */
const LATE_FROM_MIN = 12 * 60
const MINUTES_PER_DAY = 1440

/** File names and contents. */
export function drawAll(recorded: Recorded, schedule: Schedule): ReadonlyMap<string, string> {
  const { runs, graph } = recorded
  return new Map([
    ['rosters.svg', drawRosters(schedule, runs.at(0)!, runs.at(-1)!)],
    ['score-and-bound.svg', drawCurve(runs)],
    ['graph-of-rows.svg', drawGraph(graph)],
  ])
}

const ROW_HEIGHT = 26
const CELL_WIDTH = 46
const NAME_WIDTH = 92

/** The first roster and the last one, one above the other: a line for each employee, a cell for each day. */
function drawRosters(schedule: Schedule, first: Run, last: Run): string {
  const titles: readonly (readonly [Run, string])[] = [
    [first, 'First roster'],
    [last, `After ${last.iterations.toLocaleString('en-US')} iterations`],
  ]
  const height = (schedule.employees.length + 2) * ROW_HEIGHT + 14
  const body = titles.flatMap(([run, title], i) => [
    text({ x: 0, y: i * height + 18 }, `${title}: score ${run.score.join(' / ')}`),
    ...rosterTable(schedule, run, i * height + ROW_HEIGHT),
  ])
  const size = { width: NAME_WIDTH + 7 * CELL_WIDTH, height: 2 * height }
  return picture(size, 'Two rosters of the clinic week: as first built, and as the search left it. Cells say when work starts.', body)
}

function rosterTable(schedule: Schedule, run: Run, top: number): readonly string[] {
  const { horizonFirst } = schedule.calendar
  const heads = WEEK.map((day, i) => text({ x: NAME_WIDTH + (i + 0.5) * CELL_WIDTH, y: top + 17 }, day, { anchor: 'middle', kind: 'soft' }))
  const rows = schedule.employees.flatMap((employee, e) => {
    const y = top + (e + 1) * ROW_HEIGHT
    const own = schedule.shifts.filter((shift, s) => run.roster[s] === e && !shift.historic)
    return [
      text({ x: 0, y: y + 17 }, employee.name ?? `Employee ${employee.id}`),
      ...own.flatMap((shift) => rosterCell(schedule, shift, { x: NAME_WIDTH + (shift.day - horizonFirst) * CELL_WIDTH, y })),
    ]
  })
  return [...heads, ...rows]
}

function rosterCell({ calendar }: Schedule, shift: Shift, { x, y }: Point): readonly string[] {
  const minute = (((shift.start - calendar.days[shift.day]!.start) % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY
  const kind = minute >= LATE_FROM_MIN ? 'late' : 'early'
  return [
    `<rect class="${kind}" x="${x + 2}" y="${y + 2}" width="${CELL_WIDTH - 4}" height="${ROW_HEIGHT - 4}" rx="3"/>`,
    `<text class="cell" x="${x + CELL_WIDTH / 2}" y="${y + 17}">${clock(minute)}</text>`,
  ]
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

const CURVE = { width: 640, height: 300, left: 46, right: 110, top: 20, bottom: 44 }

/** The penalty of the third priority against the iterations of the search, and what was proved of it. */
function drawCurve(runs: readonly Run[]): string {
  const shown = runs.filter(({ iterations }) => iterations > 1)
  const most = 10 * Math.ceil(Math.max(...shown.map(({ score }) => score[2])) / 10)
  const [from, to] = [Math.log10(shown[0]!.iterations), Math.log10(shown.at(-1)!.iterations)]
  const at = (iterations: number, penalty: number): Point => ({
    x: CURVE.left + ((Math.log10(iterations) - from) / (to - from)) * (CURVE.width - CURVE.left - CURVE.right),
    y: CURVE.top + (1 - penalty / most) * (CURVE.height - CURVE.top - CURVE.bottom),
  })
  const proved = shown.filter(({ bound }) => bound !== null)
  const end = shown.at(-1)!
  const steps = Array.from({ length: most / 10 + 1 }, (_, i) => i * 10)
  const body = [
    ...steps.flatMap((penalty) => {
      const { x, y } = at(shown[0]!.iterations, penalty)
      return [
        path(
          [
            { x, y },
            { x: CURVE.width - CURVE.right, y },
          ],
          'line',
        ),
        text({ x: x - 8, y: y + 4 }, String(penalty), { anchor: 'end', kind: 'soft' }),
      ]
    }),
    ...shown
      .filter(({ iterations }) => Number.isInteger(Math.log10(iterations)) || iterations === end.iterations)
      .map(({ iterations }) =>
        text({ x: at(iterations, 0).x, y: CURVE.height - 24 }, iterations.toLocaleString('en-US'), { anchor: 'middle', kind: 'soft' }),
      ),
    text({ x: (CURVE.left + CURVE.width - CURVE.right) / 2, y: CURVE.height - 5 }, 'iterations', { anchor: 'middle', kind: 'soft' }),
    path(
      shown.map(({ iterations, score }) => at(iterations, score[2])),
      'score',
    ),
    ...shown
      .map(({ iterations, score }) => at(iterations, score[2]))
      .map(({ x, y }) => `<circle class="node" cx="${round(x)}" cy="${round(y)}" r="4"/>`),
    path(
      proved.map(({ iterations, bound }) => at(iterations, bound![2])),
      'bound',
    ),
    text({ x: at(end.iterations, 0).x + 8, y: at(end.iterations, end.score[2]).y - 8 }, `score ${end.score[2]}`),
    text({ x: at(end.iterations, 0).x + 8, y: at(end.iterations, end.bound![2]).y + 18 }, `bound ${end.bound![2]}`),
  ]
  return picture(CURVE, 'The penalty of the third priority falls with the iterations until it meets the proved bound.', body)
}

const GRAPH = { left: 30, top: 34, layer: 110, node: 30 }

/** Layers of nodes from left to right, an edge for what may be done on a day. */
function drawGraph({ nodes, edges }: Graph): string {
  const tallest = Math.max(...nodes)
  const size = { width: 2 * GRAPH.left + (nodes.length - 1) * GRAPH.layer, height: GRAPH.top + tallest * GRAPH.node + 34 }
  const at = (layer: number, node: number): Point => ({
    x: GRAPH.left + layer * GRAPH.layer,
    y: GRAPH.top + ((tallest - nodes[layer]!) / 2 + node + 0.5) * GRAPH.node,
  })
  const body = [
    ...nodes.slice(1).map((_, day) => text({ x: GRAPH.left + (day + 0.5) * GRAPH.layer, y: 16 }, WEEK[day]!, { anchor: 'middle', kind: 'soft' })),
    ...edges.map(({ day, from, to, duties }) => edge(at(day, from), at(day + 1, to), duties)),
    ...nodes.flatMap((count, layer) =>
      Array.from({ length: count }, (_, node) => at(layer, node)).map(({ x, y }) => `<circle class="node" cx="${round(x)}" cy="${round(y)}" r="5"/>`),
    ),
    ...KINDS.flatMap((kind, i) => {
      const [x, y] = [GRAPH.left + i * GRAPH.layer, size.height - 12]
      return [
        path(
          [
            { x, y: y - 4 },
            { x: x + 24, y: y - 4 },
          ],
          `edge edge-${kind}`,
        ),
        text({ x: x + 30, y }, kind),
      ]
    }),
  ]
  return picture(size, 'Every way from left to right is a row that keeps the rules: five days, each off, early, late or night.', body)
}

/** Curved a little more for each duty, so that several between the same nodes can be told apart. */
function edge(a: Point, b: Point, duties: readonly string[]): string {
  return duties
    .map((duty) => {
      const bend = 6 * KINDS.indexOf(duty as (typeof KINDS)[number])
      const middle = { x: round((a.x + b.x) / 2), y: round((a.y + b.y) / 2 - bend) }
      return `<path class="edge edge-${duty}" d="M${round(a.x)} ${round(a.y)} Q${middle.x} ${middle.y} ${round(b.x)} ${round(b.y)}"/>`
    })
    .join('\n')
}
