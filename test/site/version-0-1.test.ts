import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { DEFAULT_WEIGHTS, SETTING_NAMES, type SettingName, type Weights } from '../../src/model/settings.ts'
import { readText } from '../source-files.ts'

/** The default weights of version 0.1 that are others now, and `contractRules`, whose leasts have moved. */
const THEN: Partial<Readonly<Record<SettingName, Weights>>> = {
  assignShift: [20, 0, 0, 0],
  undesired: [0, 5, 0, 0],
  desired: [0, 5, 0, 0],
  minMinutesPerWeek: [0, 1, 0, 0],
  minMinutesPerMonth: [0, 1, 0, 0],
  minMinutesInKWeeks: [0, 1, 0, 0],
  totalWork: [0, 1, 0, 0],
  weekendWorkFrequency: [0, 10, 0, 0],
  maxConsecutiveLateShifts: [0, 5, 0, 0],
  categoryShiftQuota: [0, 5, 0, 0],
  coverageCompetency: [20, 0, 0, 0],
  shiftDependency: [20, 0, 0, 0],
  contractRules: [20, 0, 0, 0],
}
const page = readText('docs/coming-from/version-0-1.md')

test('the table has the weights of then and of now', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| ([\d ·]+) \| ([\d ·]+) \| .+ \|$/gm)].map(([, name, before, now]) => ({
    name: name!,
    before: before!,
    now: now!,
  }))
  const tell = (weights: Weights): string => weights.join(' · ')
  expect(rows.toSorted(byName)).toEqual(
    SETTING_NAMES.filter((name) => THEN[name] !== undefined)
      .map((name) => ({ name, before: tell(THEN[name]!), now: tell(DEFAULT_WEIGHTS[name]) }))
      .toSorted(byName),
  )
})

test('a schedule with the settings that are shown weighs as it did', () => {
  const [, text] = /^```json\n([\s\S]*?)^```$/m.exec(page)!
  const least = { kind: 'count', of: 'shifts', per: 'horizon', min: 1 }
  const { submission, errors } = readSubmission(
    {
      employees: [{ id: 1, contract: { rules: [least] } }],
      spots: [{ id: 1 }],
      shifts: [{ id: 1, spot: 1, start: '2027-03-01T07:00:00Z', end: '2027-03-01T15:00:00Z' }],
      ...(JSON.parse(text!) as object),
    },
    { callback: 'optional', strict: false },
  )
  expect(errors).toEqual([])
  const { settings, employees } = submission!.schedule
  expect(settings.weights).toEqual({ ...DEFAULT_WEIGHTS, ...THEN })
  // As its most would: null = what the setting weighs.
  expect(employees[0]!.contract.rules.map(({ weights }) => weights)).toEqual([null])
})

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1
}
