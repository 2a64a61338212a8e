import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LinearBudget, LinearColumn, LinearOptimum, LinearOutcome, LinearProgram, LinearRow, LinearSolver } from './linear-solver.ts'

const CASES = { numRuns: 300, seed: 20_261 }
const EPSILON = 1e-6

/** A program as it should be, beside the one that a solver keeps. */
interface Plain {
  readonly rows: readonly LinearRow[]
  columns: LinearColumn[]
}

function budget(over: Partial<LinearBudget> = {}): LinearBudget {
  return { from: 'primal', maxIterations: 1e6, iterationsPerLook: 1, isOver: () => false, ...over }
}

/** Limits are whole numbers around nothing: some one-sided, some equal. */
const anyLimits = fc
  .tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: 0, max: 6 }), fc.constantFrom('both', 'lower', 'upper', 'equal'))
  .map(([from, length, kind]): LinearRow => {
    return { lower: kind === 'upper' ? -Infinity : from, upper: kind === 'lower' ? Infinity : from + (kind === 'equal' ? 0 : length) }
  })

function anyColumn(rowCount: number): fc.Arbitrary<LinearColumn> {
  const entries = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: rowCount, maxLength: rowCount })
  return fc
    .record({ cost: fc.integer({ min: -5, max: 5 }), lower: fc.constantFrom(0, 0, 0, -2), length: fc.constantFrom(1, 4, Infinity), entries })
    .map(({ cost, lower, length, entries: all }) => {
      const rows = all.flatMap((value, row) => (value === 0 ? [] : [row]))
      return { cost, lower, upper: lower + length, rows, values: rows.map((row) => all[row]!) }
    })
}

const anyPlain: fc.Arbitrary<Plain> = fc
  .array(anyLimits, { minLength: 1, maxLength: 5 })
  .chain((rows) => fc.record({ rows: fc.constant(rows), columns: fc.array(anyColumn(rows.length), { minLength: 1, maxLength: 7 }) }))

/** Changes of a program, by numbers that choose columns. */
const anyChanges = fc.array(
  fc.record({ kind: fc.constantFrom('add', 'drop', 'shut', 'open', 'cost', 'forget'), at: fc.nat(100), value: fc.integer({ min: -5, max: 5 }) }),
  { minLength: 1, maxLength: 6 },
)

/**
 * What every solver of linear programs has to do, whatever its method: the words of `LinearSolver` as tests. Optima are held against what proves them (values
 * that keep all limits, and duals that say that none cost less), never against another solver; `make` is asked once.
 */
export function describeLinearSolver(name: string, make: () => Promise<LinearSolver>): void {
  describe(`${name} as a solver of linear programs`, () => {
    const made = make()

    async function withProgram<T>(plain: Plain, use: (program: LinearProgram) => T): Promise<T> {
      const program = (await made).createProgram()
      program.addRows(plain.rows)
      program.addColumns(plain.columns)
      try {
        return use(program)
      } finally {
        program.dispose()
      }
    }

    /** What an optimum costs that proves itself. */
    async function costOf(plain: Plain): Promise<number> {
      const outcome = await withProgram(plain, (program) => program.solve(budget()))
      judge(plain, outcome)
      return (outcome as LinearOptimum).objective
    }

    test('finds the optimum, its duals and its reduced costs', async () => {
      // Two of three units at 2 and 3, and at most one of the first: 1 × 2 + 1 × 3. One unit more costs 3; the first would be worth 1 more.
      const columns = [column(2, 1), column(3, 5)]
      const outcome = await withProgram({ rows: [{ lower: 2, upper: 2 }], columns }, (program) => program.solve(budget()))
      expect(outcome.status).toBe('optimal')
      const { objective, values, duals, reducedCosts } = outcome as LinearOptimum
      expect([objective, ...values, ...duals, ...reducedCosts].map((number) => Math.round(1e6 * number) / 1e6 + 0)).toEqual([5, 1, 1, 3, -1, 0])
    })

    test('says that limits contradict one another, and that costs have no lower end', async () => {
      const tooLittle = { rows: [{ lower: 2, upper: 2 }], columns: [column(1, 1)] }
      const endless = { rows: [{ lower: 2, upper: Infinity }], columns: [column(-1, Infinity)] }
      expect((await withProgram(tooLittle, (program) => program.solve(budget()))).status).toBe('infeasible')
      expect((await withProgram(endless, (program) => program.solve(budget()))).status).toBe('unbounded')
    })

    test('what it says of a random program is proved by the program, however it was begun', async () => {
      const seen = new Set<string>()
      await fc.assert(
        fc.asyncProperty(anyPlain, fc.constantFrom('primal' as const, 'dual' as const), async (plain, from) => {
          const outcome = await withProgram(plain, (program) => program.solve(budget({ from })))
          seen.add(outcome.status)
          judge(plain, outcome)
          const missing = await costOf(elastic(plain))
          if (outcome.status === 'infeasible') expect(missing).toBeGreaterThan(EPSILON)
          else expect(missing).toBeCloseTo(0, 5)
          if (outcome.status === 'unbounded') expect((await costOf(boxed(plain, 2000))) - (await costOf(boxed(plain, 1000)))).toBeLessThan(-EPSILON)
        }),
        CASES,
      )
      expect([...seen].toSorted()).toEqual(['infeasible', 'optimal', 'unbounded'])
    })

    test('after changes it says what it says of the changed program from nothing', async () => {
      let changed = 0
      await fc.assert(
        fc.asyncProperty(anyPlain, anyChanges, fc.array(anyColumn(5), { minLength: 6, maxLength: 6 }), async (first, changes, more) => {
          const plain: Plain = { rows: first.rows, columns: [...first.columns] }
          await withProgram(first, (program) => {
            program.solve(budget())
            for (const [i, { kind, at, value }] of changes.entries()) {
              change(plain, program, kind, { at, value, more: more[i]! })
              const outcome = program.solve(budget({ from: kind === 'add' || kind === 'cost' ? 'primal' : 'dual' }))
              judge(plain, outcome)
              changed += outcome.status === 'optimal' ? 1 : 0
              const fresh = solveAnew(program, plain, outcome)
              expect(outcome.status).toBe(fresh)
            }
          })
        }),
        CASES,
      )
      expect(changed).toBeGreaterThan(CASES.numRuns)

      function solveAnew(program: LinearProgram, plain: Plain, outcome: LinearOutcome): LinearOutcome['status'] {
        program.forget()
        const again = program.solve(budget())
        judge(plain, again)
        if (again.status === 'optimal' && outcome.status === 'optimal') expect(again.objective).toBeCloseTo(outcome.objective, 5)
        return again.status
      }
    })

    test('what it answered once stays what it was when the program changes', async () => {
      await withProgram({ rows: [{ lower: 2, upper: 2 }], columns: [column(2, 1), column(3, 5)] }, (program) => {
        const first = program.solve(budget()) as LinearOptimum
        program.setCost(1, 7)
        const second = program.solve(budget()) as LinearOptimum
        expect([first.objective, first.duals[0]!, second.objective, second.duals[0]!].map(Math.round)).toEqual([5, 3, 9, 7])
      })
    })

    test('goes on from its last solution: a program that did not change takes no further iteration', async () => {
      const [first, again, anew] = await withProgram(assignment(12), (program) => {
        const iterationsOf = (): number => {
          let iterations = 0
          program.solve(
            budget({
              isOver: (more) => {
                iterations += more
                return false
              },
            }),
          )
          return iterations
        }
        const counts = [iterationsOf(), iterationsOf()]
        program.forget()
        return [...counts, iterationsOf()]
      })
      expect(first).toBeGreaterThan(5)
      expect(again).toBe(0)
      expect(anew).toBeGreaterThan(5)
    })

    test('is over when its budget says so, between two iterations, and then goes on', async () => {
      await withProgram(assignment(12), (program) => {
        let looks = 0
        expect(program.solve(budget({ isOver: () => (looks += 1) === 3 })).status).toBe('over')
        expect(looks).toBe(3)
        const outcome = program.solve(budget())
        expect(outcome.status).toBe('optimal')
        judge(assignment(12), outcome)
      })
    })

    test('tells all iterations, so many at a time', async () => {
      const tell = (iterationsPerLook: number) =>
        withProgram(assignment(12), (program) => {
          const told: number[] = []
          program.solve(budget({ iterationsPerLook, isOver: (more) => told.push(more) === 0 }))
          return told
        })
      const [often, seldom] = [await tell(1), await tell(8)]
      expect(seldom.reduce((sum, more) => sum + more)).toBe(often.reduce((sum, more) => sum + more))
      for (const more of seldom.slice(0, -1)) expect(more).toBeGreaterThanOrEqual(8)
      expect(seldom.length).toBeLessThan(often.length)
    })

    test('gives an attempt up that takes more iterations than it may, and says that this proves nothing', async () => {
      const outcome = await withProgram(assignment(12), (program) => program.solve(budget({ maxIterations: 2 })))
      expect(outcome).toEqual({ status: 'unsolved' })
    })

    test('keeps several programs apart, and gives back the memory of those that are done', async () => {
      const solver = await made
      for (let round = 0; round < 200; round += 1) {
        const [one, other] = [solver.createProgram(), solver.createProgram()]
        one.addRows([{ lower: 1, upper: 1 }])
        other.addRows([{ lower: 2, upper: 2 }])
        one.addColumns([column(1, 9)])
        other.addColumns([column(1, 9)])
        expect([one, other].map((program) => Math.round((program.solve(budget()) as LinearOptimum).objective))).toEqual([1, 2])
        one.dispose()
        expect(Math.round((other.solve(budget()) as LinearOptimum).objective)).toBe(2)
        other.dispose()
      }
    })
  })
}

/** In the first row. */
function column(cost: number, upper: number): LinearColumn {
  return { cost, lower: 0, upper, rows: [0], values: [1] }
}

/** So many to be paired with as many: each pair at a cost of its own. */
function assignment(size: number): Plain {
  const rows = Array.from({ length: 2 * size }, () => ({ lower: 1, upper: 1 }))
  const columns = Array.from({ length: size * size }, (_, i): LinearColumn => {
    const [one, other] = [Math.floor(i / size), i % size]
    return { cost: (7 * one * other + 3 * one + 11 * other) % 23, lower: 0, upper: Infinity, rows: [one, size + other], values: [1, 1] }
  })
  return { rows, columns }
}

/** How far limits of rows have to be passed: nothing else costs. */
function elastic({ rows, columns }: Plain): Plain {
  const artificial = (row: number, value: number): LinearColumn => ({ cost: 1, lower: 0, upper: Infinity, rows: [row], values: [value] })
  return {
    rows,
    columns: [...columns.map((column) => ({ ...column, cost: 0 })), ...rows.flatMap((_, row) => [artificial(row, 1), artificial(row, -1)])],
  }
}

/** The same where no column may have more: what costs without end then costs as much as there is room for. */
function boxed({ rows, columns }: Plain, upper: number): Plain {
  return { rows, columns: columns.map((column) => ({ ...column, upper: Math.min(column.upper, upper) })) }
}

/** Makes one change of both. */
function change(plain: Plain, program: LinearProgram, kind: string, { at, value, more }: { at: number; value: number; more: LinearColumn }): void {
  const which = at % plain.columns.length
  const set = (over: Partial<LinearColumn>): void => {
    const changed = { ...plain.columns[which]!, ...over }
    plain.columns[which] = changed
    program.setBounds(which, changed.lower, changed.upper)
    program.setCost(which, changed.cost)
  }
  if (kind === 'add') {
    const rows = more.rows.filter((row) => row < plain.rows.length)
    const added = { ...more, rows, values: more.values.slice(0, rows.length) }
    plain.columns.push(added)
    program.addColumns([added])
  } else if (kind === 'forget') program.forget()
  else if (kind === 'drop') {
    // A program without columns is nobody's question.
    if (plain.columns.length < 3) return
    const others = [which, (which + 2) % plain.columns.length].filter((column, i, all) => all.indexOf(column) === i)
    program.dropColumns(others)
    plain.columns = plain.columns.filter((_, i) => !others.includes(i))
  } else if (kind === 'cost') set({ cost: value })
  else set(kind === 'shut' ? { lower: 0, upper: 0 } : { lower: 0, upper: Infinity })
}

/** Holds an optimum against the program: it keeps all limits, costs what it says, and no values that keep them cost less. */
function judge({ rows, columns }: Plain, outcome: LinearOutcome): void {
  expect(['optimal', 'infeasible', 'unbounded']).toContain(outcome.status)
  if (outcome.status !== 'optimal') return
  const { objective, values, reducedCosts, duals } = outcome
  expect([values.length, reducedCosts.length, duals.length]).toEqual([columns.length, columns.length, rows.length])
  const sums = rows.map(() => 0)
  let cost = 0
  let least = 0
  for (const [j, { cost: each, lower, upper, rows: at, values: entries }] of columns.entries()) {
    expect(isWithin(values[j]!, lower, upper), `column ${j} keeps its limits`).toBe(true)
    cost += each * values[j]!
    at.forEach((row, i) => (sums[row]! += entries[i]! * values[j]!))
    const worth = at.reduce((sum, row, i) => sum + entries[i]! * duals[row]!, 0)
    expect(reducedCosts[j]!, `column ${j} costs what its entries are worth, and so much more`).toBeCloseTo(each - worth, 5)
    least += leastOf(reducedCosts[j]!, lower, upper)
  }
  for (const [i, { lower, upper }] of rows.entries()) {
    expect(isWithin(sums[i]!, lower, upper), `row ${i} keeps its limits`).toBe(true)
    least += leastOf(duals[i]!, lower, upper)
  }
  expect(cost, 'values cost what is said').toBeCloseTo(objective, 5)
  expect(least, 'no values cost less').toBeCloseTo(objective, 5)
}

function isWithin(value: number, lower: number, upper: number): boolean {
  return value >= lower - EPSILON && value <= upper + EPSILON
}

/** What something costs at least that costs so much a unit and has these limits: −∞ where it may earn without end. */
function leastOf(each: number, lower: number, upper: number): number {
  return Math.abs(each) < EPSILON ? 0 : each * (each > 0 ? lower : upper)
}
