import { expect, test } from 'vitest'
import { largeDocument } from '../../bench/large-document.ts'
import { grownTo } from '../../test/heavy/heavy-schedules.ts'
import { instant } from '../../test/heavy/small-document.ts'
import { createRandom, randomDocument } from '../../test/property/any-schedule.ts'
import { listLoads } from './load.ts'
import { readSubmission } from './read-schedule.ts'

const stepsOf = (document: unknown, pointer: string): number => {
  const { submission } = readSubmission(document, { callback: 'optional', limits: { memoryMib: Infinity } })
  return listLoads(submission!.schedule).find((load) => load.pointer === pointer)!.steps
}

test('surcharges weigh by the shifts that differ in time and tags: 2,000 that all differ a twenty-fifth of what they may, of 56 kinds a hundredth', () => {
  const document = grownTo(['surcharges'], 1)
  expect(stepsOf(document, '/payRules')).toBeLessThan(1e7)
  for (const [n, shift] of document.shifts.entries())
    Object.assign(shift, { start: instant(n % 28, (7 * n) % 1440), end: instant(n % 28, ((7 * n) % 1440) + 480) })
  expect(stepsOf(document, '/payRules')).toBeGreaterThan(3e7)
  expect(stepsOf(document, '/payRules')).toBeLessThan(4e7)
})

test('rules about kinds of shifts weigh by the tags that are looked at: of a shift and a rule the fewer', () => {
  const kinds = (rules: number, tags: number, carried: number): string => {
    const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `tag ${n}`)
    const rule = { kind: 'count', of: 'kinds', tags: names(tags), per: 'week', max: 1, priority: 3 }
    const document = grownTo([], 1)
    document.shifts = document.shifts.slice(0, 10).map((shift) => ({ ...shift, tags: names(carried) }))
    Object.assign(document.employees[0]!['contract']!, { rules: Array.from({ length: rules }, (_, n) => ({ ...rule, max: n })) })
    const { submission } = readSubmission(document, { callback: 'optional' })
    return listLoads(submission!.schedule).find(({ words }) => words.includes('kinds of shifts'))!.words
  }
  expect(kinds(7, 2, 100)).toMatch(/^140 tags/)
  expect(kinds(7, 100, 3)).toMatch(/^210 tags/)
  expect(kinds(0, 0, 3)).toMatch(/^0 tags/)
})

test('a horizon that repeats itself weighs its rounds too', () => {
  const document = grownTo(['shifts of a horizon that repeats itself'], 0.01)
  const loadsOf = (posted: unknown) => listLoads(readSubmission(posted, { callback: 'optional' }).submission!.schedule)
  const sumOf = (posted: unknown): number => loadsOf(posted).reduce((sum, { steps }) => sum + steps, 0)
  expect(loadsOf(document).find(({ pointer }) => pointer === '/horizon')!.words).toBe('3,000 shifts in rounds of a horizon that repeats itself')
  expect(sumOf(document)).toBeGreaterThan(3 * sumOf({ ...document, horizon: 'OPEN' }))
})

test('with more memory for a job more is accepted, and nothing is asked of a schedule that was accepted', () => {
  const document = grownTo(['rules of a contract', 'employees'], 0.2)
  const refusedWith = (memoryMib: number): number => readSubmission(document, { callback: 'optional', limits: { memoryMib } }).errors.length
  expect([256, 4096, Infinity].map(refusedWith)).toEqual([1, 0, 0])
})

test('2,000 employees with 40,000 shifts weigh a fraction of what they may', () => {
  const { submission } = readSubmission(largeDocument({ employees: 2000, weeks: 4, shiftsPerEmployee: 20, seed: 1 }), { callback: 'optional' })
  const loads = listLoads(submission!.schedule)
  expect(loads.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(2 ** 30 / 8)
  expect(loads.reduce((sum, { steps }) => sum + steps, 0)).toBeLessThan(1e9 / 8)
})

test('the shifts that run in the stretches of coverage requirements are counted as they are listed, of any schedule', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const document = randomDocument(createRandom(seed), { rules: 'all' })
    const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
    let running = 0
    for (const { shiftIndexes, within } of schedule.coverageCompetencyRequirements) {
      const inside = (minute: number): number => (within === null ? minute : Math.min(within.end, Math.max(within.start, minute)))
      const spans = shiftIndexes.map((index) => [inside(schedule.shifts[index]!.start), inside(schedule.shifts[index]!.end)] as const)
      const cuts = [...new Set(spans.flat())]
      running += cuts.reduce((sum, cut) => sum + spans.filter(([start, end]) => start <= cut && cut < end).length, 0)
    }
    const load = listLoads(schedule).find(({ pointer }) => pointer === '/coverageCompetencyRequirements')!
    expect(load.words, `seed ${seed}`).toContain(`with ${running.toLocaleString('en-US')} shifts`)
  }
})

test('coverage requirements weigh by the different shifts within them: equal seats are one, fixed ones and those that cost something else are each one', () => {
  const shift = (id: number, more: object = {}): object => ({ id, spot: 1, start: '2027-01-04T07:00Z', end: '2027-01-04T15:00Z', ...more })
  const coverageRequirements = [{ id: 1, start: '2027-01-04T00:00Z', end: '2027-01-05T00:00Z', min: 1 }]
  const wordsOf = (shifts: object[]): string => {
    const document = { spots: [{ id: 1 }], employees: [{ id: 1 }], shifts, coverageRequirements }
    const { submission } = readSubmission(document, { callback: 'optional' })
    return listLoads(submission!.schedule).find(({ pointer }) => pointer === '/coverageRequirements')!.words
  }
  expect(wordsOf([shift(1), shift(2), shift(3)])).toContain(' 1 different')
  expect(wordsOf([shift(1), shift(2, { cost: 3 }), shift(3, { weight: 2 }), shift(4, { importance: 'OPTIONAL' })])).toContain(' 4 different')
  expect(wordsOf([shift(1, { employee: 1, fixed: true }), shift(2, { employee: 1, fixed: true })])).toContain(' 2 different')
})
