import { describe, expect, test } from 'vitest'
import { Random } from '../random.ts'
import { dive } from './dive.ts'
import type { Column, Master } from './master.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

const [EARLY, LATE] = [1, 2]

/** Early or late for each of so many employees on one day. */
function choicesOf(count: number): Column[] {
  return Array.from({ length: count }, (_, who) => [EARLY, LATE].map((duty) => ({ who, cells: Int32Array.of(duty), cost: 0 }))).flat()
}

/** A master of these columns, whose solution has so much of each that is not shut out. */
function masterOf(columns: readonly Column[], shut: Set<Column>, shareOf: (column: Column) => number) {
  return {
    columns,
    isMissing: false,
    objective: 0,
    addArtificials() {},
    dropShut() {},
    smooth() {},
    shares: () => Float64Array.from(columns, (column) => (shut.has(column) ? 0 : shareOf(column))),
    forbid: (i: number) => shut.add(columns[i]!),
    restrict(isAllowed: (column: Column) => boolean) {
      shut.clear()
      for (const column of columns) if (!isAllowed(column)) shut.add(column)
    },
  }
}

/**
 * A linear program about two employees and one day: each would rather have the early shift than the late one, 6 to 4, but `bothEarly` is what it costs when both
 * have it. With one of them fixed it knows what the other one does.
 */
function programOf(bothEarly: number) {
  const columns = choicesOf(2)
  const shut = new Set<Column>()
  const duties = (who: number): number[] => columns.filter((column) => column.who === who && !shut.has(column)).map(({ cells }) => cells[0]!)
  const isOnly = (who: number, duty: number): boolean => duties(who).length === 1 && duties(who)[0] === duty
  const log: number[] = []
  const shareOf = ({ who, cells }: Column): number => {
    if (duties(who).length === 1) return 1
    const other = 1 - who
    if (duties(other).length === 1) return cells[0] === (isOnly(other, EARLY) ? LATE : EARLY) ? 1 : 0
    return cells[0] === EARLY ? 0.6 : 0.4
  }
  const master = masterOf(columns, shut, shareOf)
  const solve = (): boolean => {
    master.objective = isOnly(0, EARLY) && isOnly(1, EARLY) ? bothEarly : 1
    log.push(master.objective)
    return true
  }
  return { master: master as unknown as Master, solve, log }
}

function dutiesAfterDive(bothEarly: number, ceiling = 10): { duties: number[] | null; log: number[] } {
  const { master, solve, log } = programOf(bothEarly)
  const days = { from: 0, to: 0 }
  const found = dive({
    master,
    count: 2,
    dayCount: 1,
    days,
    atOnce: 4,
    rounds: 0,
    random: new Random(1),
    solve,
    addColumns: () => 0,
    ceiling,
    params: DEFAULT_PARAMS.columns,
  })
  return { duties: found && found.map(({ cells }) => cells[0]!), log }
}

test('days that were fixed together and lead up too far are freed again, but for the surer half', () => {
  const { duties, log } = dutiesAfterDive(20)
  expect(log).toContain(20)
  expect(duties?.toSorted((a, b) => a - b)).toEqual([EARLY, LATE])
})

test('so are those that take more than a third of what is left up to the ceiling', () => {
  expect(dutiesAfterDive(5).duties?.toSorted((a, b) => a - b)).toEqual([EARLY, LATE])
})

test('what takes less stays', () => {
  expect(dutiesAfterDive(3).duties).toEqual([EARLY, EARLY])
})

test('where all leads up to the ceiling there are no rows, just below it there are', () => {
  expect(dutiesAfterDive(1, 1).duties).toBe(null)
  expect(dutiesAfterDive(1, 1.01).duties).toEqual([EARLY, EARLY])
})

/**
 * How often a dive fixes days, and solves its program, about so many employees, who would all rather have the early shift; time goes from 1 to 0 in so many solutions. The first `sure` have it wholly from the
 * beginning.
 */
function dived(count: number, lasts: number, sure = 0): { fixed: number; solved: number } {
  const columns = choicesOf(count)
  const shut = new Set<Column>()
  const hasOne = (who: number): boolean => shut.has(columns[2 * who]!) || shut.has(columns[2 * who + 1]!)
  const master = masterOf(columns, shut, ({ who, cells }) =>
    who < sure && cells[0] !== EARLY ? 0 : hasOne(who) || who < sure ? 1 : cells[0] === EARLY ? 0.6 : 0.4,
  )
  let [fixed, solved] = [0, 0]
  const chosen = dive({
    master: master as unknown as Master,
    count,
    dayCount: 1,
    days: { from: 0, to: 0 },
    atOnce: 4,
    rounds: 6,
    random: new Random(1),
    solve(isShut) {
      solved += 1
      if (isShut) fixed += 1
      return true
    },
    addColumns: () => 1,
    ceiling: 10,
    left: () => 1 - solved / lasts,
    params: DEFAULT_PARAMS.columns,
  })
  expect(chosen).toHaveLength(count)
  return { fixed, solved }
}

describe('a dive', () => {
  const calm = dived(200, 1e6)

  test('that is behind its time fixes more days at a time, with one round of new rows after each', () => {
    expect(calm.solved).toBe(7 * calm.fixed)
    const hurried = dived(200, 0.5 * calm.solved)
    expect(hurried.fixed).toBeLessThan(0.8 * calm.fixed)
    expect(hurried.solved).toBeLessThan(0.6 * calm.solved)
    expect(hurried.solved).toBeLessThan(6 * hurried.fixed)
  })

  test('counts what was whole before it began for nothing that it did', () => {
    const half = dived(200, 1e6, 100)
    expect(dived(200, 0.5 * half.solved, 100).solved).toBeLessThan(0.5 * half.solved)
  })

  test('that keeps up with its time is as fine to its end', () => {
    expect(dived(200, 1.4 * calm.solved)).toEqual(calm)
  })
})
