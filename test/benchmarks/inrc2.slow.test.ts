// Slow: each public scenario is read with each of its histories and weeks, where these are at hand.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { INRC2_POINTS, inrc2ToSchedule } from '../../src/formats/inrc2.ts'
import { readInrc2History, readInrc2Scenario, readInrc2Week } from '../../src/formats/inrc2-files.ts'
import { createInrc2Reader, writeInrc2Solution } from '../../src/formats/inrc2-solution.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { SettingName } from '../../src/model/settings.ts'
import { benchmarkFolder, textOf } from './folder.ts'

const folder = benchmarkFolder('inrc2')

interface Published {
  readonly name: string
  readonly scenario: string
  readonly history: string
  readonly weeks: readonly string[]
  /** Of the solution files, one for each week. */
  readonly files: readonly string[]
  /** What the validator of the competition says of it; null when that is not there. */
  readonly verdict: string | null
}

/** Rosters in folders such as `rosters/n030w4_1_6-2-9-1` and `n005w4/Solution_H_0-WD_1-2-3-3`. */
function published(root: string): readonly Published[] {
  const made = readdirSync(join(root, 'rosters')).map((name) => {
    const [, scenario = '', history = '', weeks = ''] = /^(n\d+w\d+)_(\d)_([\d-]+)$/.exec(name)!
    return { path: join(root, 'rosters', name), scenario, history, weeks: weeks.split('-'), fileOf: (_: string, w: number) => `sol-week${w}.txt` }
  })
  const sent = readdirSync(root)
    .filter((name) => /^n\d+w\d+$/.test(name))
    .flatMap((scenario) =>
      readdirSync(join(root, scenario)).flatMap((name) => {
        const [, history, weeks] = /^Solution_H_(\d)-WD_([\d-]+)$/.exec(name) ?? []
        if (history === undefined || weeks === undefined) return []
        const fileOf = (week: string, w: number): string => `Sol-${scenario}-${week}-${w}.txt`
        return [{ path: join(root, scenario, name), scenario, history, weeks: weeks.split('-'), fileOf }]
      }),
    )
  return [...made, ...sent].map(({ path, scenario, history, weeks, fileOf }) => ({
    name: `${scenario}_${history}_${weeks.join('-')}`,
    scenario,
    history,
    weeks,
    files: weeks.map((week, w) => textOf(path, fileOf(week, w))),
    verdict: existsSync(join(path, 'validator.txt')) ? textOf(path, 'validator.txt') : null,
  }))
}

function scheduleOf({ scenario: name, history: past, weeks }: Pick<Published, 'scenario' | 'history' | 'weeks'>): Schedule {
  const scenario = readInrc2Scenario(textOf(folder!, name, `Sc-${name}.txt`))
  const history = readInrc2History(textOf(folder!, name, `H0-${name}-${past}.txt`), scenario)
  const document = inrc2ToSchedule({
    scenario,
    history,
    weeks: weeks.map((week) => readInrc2Week(textOf(folder!, name, `WD-${name}-${week}.txt`), scenario)),
  })
  const { submission, errors } = readSubmission(document, { callback: 'optional', strict: true })
  expect(errors).toEqual([])
  return submission!.schedule
}

/** What the independent scorer beside the instances says of those rosters that came without a verdict of the validator. */
const SCORED: Readonly<Record<string, number>> = {
  'n005w4_1_5-3-1-0': 2010,
  'n005w4_2_6-7-8-9': 1720,
  'n012w8_0_3-5-0-2-0-4-5-2': 3295,
  'n012w8_1_7-7-0-8-9-3-2-6': 3805,
  'n012w8_2_4-5-6-7-2-1-2-1': 3745,
  'n021w4_0_5-4-1-2': 2305,
  'n021w4_1_0-6-1-6': 2305,
  'n021w4_2_8-1-4-3': 2345,
}

/** The lines of the validator's verdict, and the settings that count the same. */
const COSTS: Readonly<Record<string, readonly SettingName[]>> = {
  'Total assignment constraints': ['totalWork'],
  'Consecutive constraints': ['maxConsecutiveDays', 'minConsecutiveDays', 'contractRules'],
  'Non working days constraints': ['consecutiveDaysOff'],
  'Preferences': ['undesired'],
  'Max working weekend': ['maxWeekends'],
  'Complete weekends': ['completeWeekends'],
  'Optimal coverage constraints': ['assignShift', 'assignOptionalShift'],
}

describe.skipIf(folder === null)('published rosters', () => {
  for (const roster of folder === null ? [] : published(folder)) {
    test(`${roster.name} is judged as published, and comes back line by line`, () => {
      const schedule = scheduleOf(roster)
      const reader = createInrc2Reader(schedule)
      for (const [w, text] of roster.files.entries()) reader.readWeek(text, w)
      const { score, violations } = judge(schedule, reader.roster)
      const costOf = (settings: readonly SettingName[]): number =>
        INRC2_POINTS *
        violations.filter(({ setting, priority }) => settings.includes(setting) && priority === 1).reduce((sum, { penalty }) => sum + penalty, 0)
      const expected = (title: string): number => Number(new RegExp(`^${title}: (\\d+)`, 'm').exec(roster.verdict ?? '')?.[1] ?? Number.NaN)
      const total = roster.verdict === null ? SCORED[roster.name]! : expected('Total cost')
      expect(score).toEqual([0, total / INRC2_POINTS, 0, 0])
      if (roster.verdict !== null) for (const [title, settings] of Object.entries(COSTS)) expect(costOf(settings), title).toBe(expected(title))
      const written = writeInrc2Solution(schedule, reader.roster, { scenario: roster.scenario, firstWeek: 0 })
      expect(written.map(assignmentsOf)).toEqual(roster.files.map(assignmentsOf))
    })
  }
})

/** The lines of a solution file that say who works what, in an order of their own. */
function assignmentsOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^\S+ (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \S+ \S+$/.test(line))
    .sort()
}

describe.skipIf(folder === null)('published instances', () => {
  for (const scenario of folder === null ? [] : readdirSync(folder).filter((name) => /^n\d+w\d+$/.test(name))) {
    test(`${scenario} is a valid schedule with each history and each week`, () => {
      const count = Number(scenario.split('w')[1])
      for (const [history, first] of [
        ['0', 0],
        ['1', count],
        ['2', 2 * count],
      ] as const) {
        const weeks = Array.from({ length: count }, (_, w) => String((first + w) % 10))
        const { calendar } = scheduleOf({ scenario, history, weeks })
        expect(calendar.days.length - calendar.horizonFirst).toBe(7 * count)
      }
    })
  }
})
