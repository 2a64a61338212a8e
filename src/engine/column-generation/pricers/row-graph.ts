import type { Kinds } from '../../rows/kinds.ts'
import type { PricedRow, RowOptions } from '../../rows/row-pricer.ts'
import { type Automaton, classesOf } from './automaton.ts'

/**
 * Every row that one employee can have, as paths through a graph: nodes before each day, which say all that the rules must remember, and edges for
 * classes of duties that no rule tells apart. Node 0 is the start.
 */
export interface RowGraph {
  readonly options: RowOptions
  /** By day, by option: its class; and how many there are. */
  readonly classOf: readonly Int32Array[]
  readonly classCount: Int32Array
  /** Nodes before day d are `nodeOffset[d] … nodeOffset[d + 1] − 1`; those after the last day follow. */
  readonly nodeOffset: Int32Array
  /** Edges of day d are `edgeOffset[d] … edgeOffset[d + 1] − 1`. */
  readonly edgeOffset: Int32Array
  readonly from: Int32Array
  readonly to: Int32Array
  readonly classOfEdge: Int32Array
  readonly costOfEdge: Float64Array
  /** Bits of what automata keep apart from costs; null where none does. */
  readonly marksOfEdge: Uint8Array | null
  /** By node: its first edge; those of a node stand together. */
  readonly firstEdge: Int32Array
  /** By node after the last day: what the end of the row costs. */
  readonly end: Float64Array
}

interface Layer {
  readonly nodes: number
  readonly classOf: Int32Array
  readonly classCount: number
  readonly from: Int32Array
  readonly to: Int32Array
  readonly cls: Int32Array
  readonly cost: Float64Array
  readonly marks: Uint8Array
  readonly edges: number
}

const FIRST_EDGES = 1024

/** Edges of a layer while it is built: room for all that could be would be many times what there is. */
class Edges {
  #from: Int32Array<ArrayBuffer>
  #to: Int32Array<ArrayBuffer>
  #cls: Int32Array<ArrayBuffer>
  #cost: Float64Array<ArrayBuffer>
  #marks: Uint8Array<ArrayBuffer>
  count = 0

  constructor(capacity: number) {
    this.#from = new Int32Array(capacity)
    this.#to = new Int32Array(capacity)
    this.#cls = new Int32Array(capacity)
    this.#cost = new Float64Array(capacity)
    this.#marks = new Uint8Array(capacity)
  }

  add(from: number, to: number, cls: number, cost: number, marks: number): void {
    if (this.count === this.#from.length) this.#grow()
    this.#from[this.count] = from
    this.#to[this.count] = to
    this.#cls[this.count] = cls
    this.#cost[this.count] = cost
    this.#marks[this.count] = marks
    this.count += 1
  }

  /** What was added, once. */
  taken(): Pick<Layer, 'from' | 'to' | 'cls' | 'cost' | 'marks'> {
    const { count } = this
    this.count = 0
    const [from, to, cls] = [this.#from.slice(0, count), this.#to.slice(0, count), this.#cls.slice(0, count)]
    return { from, to, cls, cost: this.#cost.slice(0, count), marks: this.#marks.slice(0, count) }
  }

  #grow(): void {
    this.#from = grown(this.#from)
    this.#to = grown(this.#to)
    this.#cls = grown(this.#cls)
    const cost = new Float64Array(2 * this.#cost.length)
    cost.set(this.#cost)
    this.#cost = cost
    const marks = new Uint8Array(2 * this.#marks.length)
    marks.set(this.#marks)
    this.#marks = marks
  }
}

/** The graph of what all automata allow; null when they allow nothing, when it would have more than `maxEdges`, or when `isOver`, which is asked day by day. Where automata follow `kinds` of the options, and not each of them, so does the graph as it is built. */
export function buildRowGraph(
  automata: readonly Automaton[],
  options: RowOptions,
  maxEdges: number,
  isOver: () => boolean = () => false,
  kinds: Kinds | null = null,
): RowGraph | null {
  const duties = kinds?.duties ?? options.duties
  const days = duties.length
  const layers: Layer[] = []
  let states: Int32Array = Int32Array.from(automata, ({ start }) => start)
  let nodes = 1
  let edges = 0
  const scratch = new Edges(FIRST_EDGES)
  for (let day = 0; day < days; day += 1) {
    const step = nextLayer(automata, day, duties[day]!.length, states, nodes, maxEdges - edges, scratch)
    if (step === null || isOver()) return null
    layers.push(step.layer)
    edges += step.layer.edges
    states = step.states
    nodes = step.nodes
  }
  const end = Float64Array.from({ length: nodes }, (_, node) => {
    let sum = 0
    for (let a = 0; a < automata.length; a += 1) sum += automata[a]!.end[states[node * automata.length + a]!]!
    return sum
  })
  const isMarked = automata.some(({ marks }) => marks !== null)
  const graph = withoutDeadEnds(layers, end, options, isMarked)
  return kinds === null ? graph : withOptions(graph, options, kinds)
}

function nextLayer(
  automata: readonly Automaton[],
  day: number,
  width: number,
  states: Int32Array,
  nodes: number,
  room: number,
  scratch: Edges,
): { layer: Layer; states: Int32Array; nodes: number } | null {
  const classes = optionClasses(automata, day, width)
  const many = automata.length
  // States of all automata as one number, where there is one that large.
  const combinations = automata.reduce((product, { stateCount }) => product * stateCount[day + 1]!, 1)
  const isExact = combinations <= Number.MAX_SAFE_INTEGER
  const known = new Map<number | string, number>()
  let after = new Int32Array(many * Math.max(16, 2 * nodes))
  let count = 0
  const next = new Int32Array(many)
  for (let node = 0; node < nodes; node += 1) {
    for (let c = 0; c < classes.count; c += 1) {
      const option = classes.first[c]!
      let cost = 0
      let code = 0
      let marks = 0
      for (let a = 0; a < many; a += 1) {
        const automaton = automata[a]!
        const at = states[node * many + a]! * width + option
        cost += automaton.cost[day]![at]!
        if (automaton.marks !== null) marks |= automaton.marks[day]![at]!
        const to = automaton.next[day]![at]!
        next[a] = to
        code = code * automaton.stateCount[day + 1]! + to
      }
      if (cost === Infinity) continue
      const key = isExact ? code : next.join()
      let to = known.get(key)
      if (to === undefined) {
        to = count
        known.set(key, to)
        if ((count + 1) * many > after.length) after = grown(after)
        after.set(next, count * many)
        count += 1
      }
      scratch.add(node, to, c, cost, marks)
    }
    if (scratch.count > room) return null
  }
  const layer = { nodes, classOf: classes.of, classCount: classes.count, edges: scratch.count, ...scratch.taken() }
  return { layer, states: after, nodes: count }
}

function grown(list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * list.length)
  larger.set(list)
  return larger
}

/** The graph of kinds of options as one of the options themselves. */
function withOptions(graph: RowGraph | null, options: RowOptions, kinds: Kinds): RowGraph | null {
  if (graph === null) return null
  return { ...graph, options, classOf: graph.classOf.map((of, day) => kinds.of[day]!.map((kind) => of[kind]!)) }
}

/** Options that do the same to every state of every automaton are a class. */
function optionClasses(automata: readonly Automaton[], day: number, width: number) {
  let classes = classesOf(width, 0, () => 0)
  for (const { next, cost, marks, stateCount } of automata) {
    const [states, before] = [stateCount[day]!, classes.of]
    const tables = marks === null ? [next[day]!, cost[day]!] : [next[day]!, cost[day]!, marks[day]!]
    classes = classesOf(width, 1 + tables.length * states, (option, i) => {
      if (i === 0) return before[option]!
      return tables[Math.floor((i - 1) / states)]![((i - 1) % states) * width + option]!
    })
  }
  return classes
}

/** Without nodes from which no end is reached. */
function withoutDeadEnds(layers: readonly Layer[], end: Float64Array, options: RowOptions, isMarked: boolean): RowGraph | null {
  const days = layers.length
  const numbers: Int32Array[] = Array.from({ length: days + 1 })
  numbers[days] = Int32Array.from(end, (cost) => (cost < Infinity ? 0 : -1))
  for (let day = days - 1; day >= 0; day -= 1) {
    const { nodes, edges, from, to } = layers[day]!
    const living = new Int32Array(nodes).fill(-1)
    const after = numbers[day + 1]!
    for (let i = 0; i < edges; i += 1) if (after[to[i]!] === 0) living[from[i]!] = 0
    numbers[day] = living
  }
  if (numbers[0]![0] !== 0) return null
  const nodeOffset = new Int32Array(days + 2)
  numbers.forEach((living, day) => {
    let n = nodeOffset[day]!
    for (let i = 0; i < living.length; i += 1) if (living[i] === 0) living[i] = n++
    nodeOffset[day + 1] = n
  })
  const edgeOffset = new Int32Array(days + 1)
  layers.forEach(({ to, edges }, day) => {
    let kept = 0
    for (let i = 0; i < edges; i += 1) if (numbers[day + 1]![to[i]!]! >= 0) kept += 1
    edgeOffset[day + 1] = edgeOffset[day]! + kept
  })
  const count = edgeOffset[days]!
  const graph = {
    options,
    classOf: layers.map(({ classOf }) => classOf),
    classCount: Int32Array.from(layers, ({ classCount }) => classCount),
    nodeOffset,
    edgeOffset,
    from: new Int32Array(count),
    to: new Int32Array(count),
    classOfEdge: new Int32Array(count),
    costOfEdge: new Float64Array(count),
    marksOfEdge: isMarked ? new Uint8Array(count) : null,
    firstEdge: new Int32Array(nodeOffset[days + 1]! + 1).fill(count),
    end: end.filter((cost) => cost < Infinity),
  }
  let at = 0
  layers.forEach((layer, day) => {
    for (let i = 0; i < layer.edges; i += 1) {
      const to = numbers[day + 1]![layer.to[i]!]!
      if (to < 0) continue
      if (at === edgeOffset[day] || graph.from[at - 1] !== numbers[day]![layer.from[i]!]) graph.firstEdge[numbers[day]![layer.from[i]!]!] = at
      graph.from[at] = numbers[day]![layer.from[i]!]!
      graph.to[at] = to
      graph.classOfEdge[at] = layer.cls[i]!
      graph.costOfEdge[at] = layer.cost[i]!
      if (graph.marksOfEdge !== null) graph.marksOfEdge[at] = layer.marks[i]!
      at += 1
    }
  })
  return graph
}

const NO_PRICES = new Float64Array(256)

/**
 * The cheapest rows where options cost so much by day (`pricedOptions`), and marks of edges by day and bits, one for each of the `most` best states
 * after the last day, cheapest first; empty when they allow none.
 */
export function cheapestRows(graph: RowGraph, costs: readonly Float64Array[], most: number, ofMarks?: readonly Float64Array[]): PricedRow[] {
  const { options, firstEdge, to, classOfEdge, costOfEdge, marksOfEdge, nodeOffset, end } = graph
  const days = options.duties.length
  const reached = new Float64Array(nodeOffset[days + 1]!).fill(Infinity)
  const by = new Int32Array(reached.length)
  reached[0] = 0
  const choices: Int32Array[] = []
  for (let day = 0; day < days; day += 1) {
    const { choice, cheapest } = cheapestByClass(graph, day, costs[day]!)
    choices.push(choice)
    const ofDay = ofMarks?.[day] ?? NO_PRICES
    for (let node = nodeOffset[day]!, lastNode = nodeOffset[day + 1]!; node < lastNode; node += 1) {
      const before = reached[node]!
      // While days are fixed most nodes are out of reach.
      if (before === Infinity) continue
      for (let e = firstEdge[node]!, last = firstEdge[node + 1]!; e < last; e += 1) {
        const marked = marksOfEdge === null ? 0 : ofDay[marksOfEdge[e]!]!
        const cost = before + costOfEdge[e]! + cheapest[classOfEdge[e]!]! + marked
        const after = to[e]!
        if (cost >= reached[after]!) continue
        reached[after] = cost
        by[after] = e
      }
    }
  }
  const first = nodeOffset[days]!
  const ends = Array.from(end, (cost, i) => ({ node: first + i, cost: reached[first + i]! + cost })).filter(({ cost }) => cost < Infinity)
  ends.sort((a, b) => a.cost - b.cost || a.node - b.node)
  return ends.slice(0, most).map(({ node, cost }) => ({ cells: rowTo(graph, choices, by, node), cost }))
}

function rowTo({ options, from, classOfEdge }: RowGraph, choices: readonly Int32Array[], by: Int32Array, node: number): Int32Array {
  const cells = new Int32Array(choices.length)
  let at = node
  for (let day = cells.length - 1; day >= 0; day -= 1) {
    const edge = by[at]!
    cells[day] = options.duties[day]![choices[day]![classOfEdge[edge]!]!]!
    at = from[edge]!
  }
  return cells
}

/** By class of a day, where options cost so much: the cheapest of them, by position, and what it costs; −1 and infinite where none may be. */
export function cheapestByClass({ classOf, classCount }: RowGraph, day: number, costs: Float64Array) {
  const classes = classOf[day]!
  const choice = new Int32Array(classCount[day]!).fill(-1)
  const cheapest = new Float64Array(classCount[day]!).fill(Infinity)
  for (let o = 0; o < costs.length; o += 1) {
    if (costs[o]! >= cheapest[classes[o]!]!) continue
    cheapest[classes[o]!] = costs[o]!
    choice[classes[o]!] = o
  }
  return { choice, cheapest }
}

/** By node: what the cheapest path from it to an end costs, where options cost so much by day, and marks by day and bits. */
export function costsAhead(graph: RowGraph, costs: readonly Float64Array[], ofMarks: readonly Float64Array[]): Float64Array {
  const { nodeOffset, firstEdge, to, classOfEdge, costOfEdge, marksOfEdge, end } = graph
  const days = costs.length
  const ahead = new Float64Array(nodeOffset[days + 1]!).fill(Infinity)
  ahead.set(end, nodeOffset[days]!)
  for (let day = days - 1; day >= 0; day -= 1) {
    const { cheapest } = cheapestByClass(graph, day, costs[day]!)
    for (let node = nodeOffset[day]!, lastNode = nodeOffset[day + 1]!; node < lastNode; node += 1) {
      let least = Infinity
      for (let e = firstEdge[node]!, last = firstEdge[node + 1]!; e < last; e += 1) {
        const marked = marksOfEdge === null ? 0 : ofMarks[day]![marksOfEdge[e]!]!
        const cost = costOfEdge[e]! + cheapest[classOfEdge[e]!]! + marked + ahead[to[e]!]!
        if (cost < least) least = cost
      }
      ahead[node] = least
    }
  }
  return ahead
}
