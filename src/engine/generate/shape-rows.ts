import type { LinearRow, WholeColumn } from '../column-generation/linear-solver.ts'
import { compareLevels, type CoverProgram, greatestUnit, LEVELS, type Levels, type Piece } from './cover-program.ts'
import type { DutyShape } from './duty-shapes.ts'

/** A column, and what it costs on each level, in whole units of that level. */
export interface LevelledColumn extends Omit<WholeColumn, 'cost'> {
  readonly costs: Levels
}

/** What all ways to take shapes of shifts come to, as rows and columns. */
export interface ShapeRows {
  readonly rows: readonly LinearRow[]
  /** For the pieces of each slot, and for slots whose breaks may have nobody who covers them. */
  readonly slots: readonly LevelledColumn[]
  /** One for each shape. */
  readonly shapes: readonly LevelledColumn[]
  /** What a unit is, by level. */
  readonly units: Levels
  /** How much of each column of `slots` so many of each shape take. */
  readonly slotValues: (counts: Int32Array) => number[]
}

/** A row for each point, in which people flow as in `programRows`, and one for each slot in which a break may have nobody who covers it. Shapes are the columns in the place of choices. */
export function shapeRows(program: CoverProgram, shapes: readonly DutyShape[]): ShapeRows {
  const { points, pieces, choices, away } = program
  const slotAt = new Map([...points].map((point, slot) => [point, slot]))
  const eachSlot = (times: readonly number[], visit: (slot: number) => void): void => {
    for (let at = 0; at < times.length; at += 2) for (let slot = slotAt.get(times[at]!)!; points[slot]! < times[at + 1]!; slot += 1) visit(slot)
  }
  const bareSlots = slotsThatMayBeBare(program, shapes, eachSlot)
  const rowOf = new Map(bareSlots.map((slot, at) => [slot, points.length + at]))
  const most = mostShifts(pieces)
  const units = unitsOf(program, bareSlots)
  const inUnits = (price: Levels): Levels => units.map((unit, level) => (price[level] ?? 0) / unit)
  const ofChoices = choices.map(({ cost }) => inUnits(cost))
  const limits = { lower: 0, upper: most, isWhole: true }
  const shapeColumn = ({ choice, work, away: own }: DutyShape): LevelledColumn => {
    const rows = work.map((minute) => slotAt.get(minute)!)
    const values = work.map((_, at) => (at % 2 === 0 ? -1 : 1))
    if (rowOf.size > 0) {
      eachSlot(own, (slot) => {
        const row = rowOf.get(slot)
        if (row === undefined) return
        rows.push(row)
        values.push(1)
      })
    }
    return { ...limits, rows, values, costs: ofChoices[choice]! }
  }
  return {
    rows: [...[...points].map(() => ({ lower: 0, upper: 0 })), ...bareSlots.map((slot) => ({ lower: -Infinity, upper: -away[slot]! }))],
    slots: slotColumns(program, { bareSlots, rowOf, most, inUnits }),
    shapes: shapes.map(shapeColumn),
    units,
    slotValues: (counts) => {
      const people = new Int32Array(pieces.length)
      const isAway = Uint8Array.from(away, (posted) => Math.min(posted, 1))
      counts.forEach((count, at) => {
        if (count === 0) return
        eachSlot(shapes[at]!.work, (slot) => (people[slot]! += count))
        eachSlot(shapes[at]!.away, (slot) => (isAway[slot] = 1))
      })
      return [...pieces.flatMap((own, slot) => filled(own, people[slot]!)), ...bareSlots.map((slot) => (people[slot] === 0 ? isAway[slot]! : 0))]
    },
  }
}

interface SlotTerms {
  readonly bareSlots: readonly number[]
  readonly rowOf: ReadonlyMap<number, number>
  readonly most: number
  readonly inUnits: (price: Levels) => Levels
}

/** With nobody at work, whoever is away makes a slot bare: away ≤ most × (at work + bare). */
function slotColumns({ pieces, points, bare }: CoverProgram, { bareSlots, rowOf, most, inUnits }: SlotTerms): LevelledColumn[] {
  const ofPieces = pieces.flatMap((own, slot) => {
    const row = rowOf.get(slot)
    const [rows, values] =
      row === undefined
        ? [
            [slot, slot + 1],
            [1, -1],
          ]
        : [
            [slot, slot + 1, row],
            [1, -1, -most],
          ]
    return own.map(({ width, price }) => ({ rows: rows!, values: values!, lower: 0, upper: width, isWhole: false, costs: inUnits(price) }))
  })
  const ofBare = bareSlots.map((slot) => {
    const costs = inUnits(timesMinutes(bare, points[slot + 1]! - points[slot]!))
    return { rows: [rowOf.get(slot)!], values: [-most], lower: 0, upper: 1, isWhole: true, costs }
  })
  return [...ofPieces, ...ofBare]
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at)
}

function timesMinutes(price: Levels, minutes: number): Levels {
  return price.map((each) => each * minutes)
}

/** Where nobody posted is at work all the time and somebody may be on a break that is to be covered; none where that costs nothing. */
function slotsThatMayBeBare({ pieces, working, away, bare }: CoverProgram, shapes: readonly DutyShape[], eachSlot: EachSlot): number[] {
  if (bare.every((price) => price === 0)) return []
  const isAway = Uint8Array.from(away, (posted) => Math.min(posted, 1))
  for (const shape of shapes) eachSlot(shape.away, (slot) => (isAway[slot] = 1))
  return range(0, pieces.length).filter((slot) => working[slot] === 0 && isAway[slot] === 1)
}

type EachSlot = (times: readonly number[], visit: (slot: number) => void) => void

/** How many shifts there are at most where none can be given up: each has a slot in which it is one of those who are wanted, or alone. */
function mostShifts(pieces: CoverProgram['pieces']): number {
  const nothing = Array.from({ length: LEVELS }, () => 0)
  const wanted = (own: readonly Piece[]): number => own.reduce((sum, { width, price }) => sum + (compareLevels(price, nothing) < 0 ? width : 0), 0)
  return pieces.reduce((sum, own) => sum + Math.max(1, wanted(own)), 0)
}

/** By level: what all costs are multiples of. */
function unitsOf({ pieces, choices, points, bare }: CoverProgram, bareSlots: readonly number[]): Levels {
  const prices = [
    ...pieces.flatMap((own) => own.map(({ price }) => price)),
    ...bareSlots.map((slot) => timesMinutes(bare, points[slot + 1]! - points[slot]!)),
    ...choices.map(({ cost }) => cost),
  ]
  return range(0, LEVELS).map((level) => Math.max(1, greatestUnit(prices.map((price) => price[level] ?? 0))))
}

/** How much of each piece so many people take. */
function filled(pieces: readonly Piece[], people: number): number[] {
  let left = people
  return pieces.map(({ width }) => {
    const here = Math.min(left, width)
    left -= here
    return here
  })
}
