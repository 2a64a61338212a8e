import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { createState } from '../../src/engine/scoring/state.ts'
import type { Violation } from '../../src/model/violation.ts'
import { tableLines, type TableLine } from '../constraint-pages.ts'
import { readText } from '../source-files.ts'

const HOURS = { D: ['07:00', 8, 'day'], L: ['14:00', 8, 'late'], N: ['23:00', 8, 'night'] } as const
const MONDAY = Date.UTC(2026, 2, 2)
const MS_PER_DAY = 86_400_000
const MS_PER_HOUR = 3_600_000

const cases = tableLines(readText('docs/cyclic.md').split('\n## Cases\n')[1]!)

/** What one rule says of the days of a case, and engine and checker alike. */
function judged({ Days, Contract, Setting }: TableLine, horizon: 'OPEN' | 'CYCLIC'): Violation | undefined {
  const letters = [...Days!.replaceAll(' ', '')]
  const shifts = letters.flatMap((letter, day) => {
    if (letter === '.') return []
    const [clock, hours, tag] = HOURS[letter as keyof typeof HOURS]
    const start = MONDAY + day * MS_PER_DAY + Date.parse(`1970-01-01T${clock}Z`)
    return [{ id: day, spot: 1, start: new Date(start).toISOString(), end: new Date(start + hours * MS_PER_HOUR).toISOString(), tags: [tag] }]
  })
  // A second person works on every day, so that all days of the case are known whatever the horizon.
  const known = letters.map((_, day) => {
    const start = MONDAY + day * MS_PER_DAY
    return { id: 1000 + day, spot: 1, start: new Date(start).toISOString(), end: new Date(start + MS_PER_HOUR).toISOString() }
  })
  const document = {
    horizon,
    timeZone: 'UTC',
    spots: [{ id: 1 }],
    employees: [{ id: 1, name: 'Ida', contract: JSON.parse(Contract!) as object }, { id: 2 }],
    shifts: [...shifts, ...known],
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  const { schedule } = submission!
  const roster = Int32Array.from([...shifts.map(() => 0), ...known.map(() => 1)])
  const { score, violations } = judge(schedule, roster)
  expect([...createState(compile(schedule), roster).score], 'the engine says the same').toEqual([...score])
  return violations.find(({ setting }) => setting === Setting)
}

describe('docs/cyclic.md', () => {
  for (const line of cases) {
    test(`is right of ${line.Days} under ${line.Contract}`, () => {
      expect(judged(line, 'OPEN')?.units ?? 0, 'open').toBe(Number(line.Open))
      expect(judged(line, 'CYCLIC')?.units ?? 0, 'cyclic').toBe(Number(line.Cyclic))
    })
  }

  test('says in words what goes over the edge, with the dates of the horizon', () => {
    const [match] = judged(cases[0]!, 'CYCLIC')!.matches
    expect(match!.text).toMatch(/^Ida works 5 days in a row/)
    expect(match!.text).toContain('2026-03-07')
    expect(match!.text).toContain('2026-03-04')
    expect(match!.text.endsWith(' It reaches from the last day into the first.')).toBe(true)
  })

  test('says no date behind the horizon of what reaches beyond its last day', () => {
    for (const line of cases.filter(({ Cyclic, Open }) => Cyclic !== Open)) {
      const days = line.Days!.replaceAll(' ', '').length
      const behind = new Date(MONDAY + days * MS_PER_DAY).toISOString().slice(0, 10)
      const texts = judged(line, 'CYCLIC')!.matches.map(({ text }) => text)
      expect(texts.filter((text) => text.includes(behind))).toEqual([])
      if (line.Days!.includes('.')) expect(texts.filter((text) => text.startsWith('Without end'))).toEqual([])
    }
  })

  test('says of a run without end that it has none', () => {
    const { matches, matchCount } = judged(cases[2]!, 'CYCLIC')!
    expect({ matchCount, told: matches.map(({ amount }) => amount) }).toEqual({ matchCount: 1, told: [7] })
    expect(matches[0]!.text).toMatch(/^Without end, and counted for one round: /)
  })
})
