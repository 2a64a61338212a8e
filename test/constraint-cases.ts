import { describe, expect, test } from 'vitest'
import { judge, RULES } from '../src/checker/check.ts'
import { compile } from '../src/engine/instance/compile.ts'
import { createState, scoreOf, toldScoreOf } from '../src/engine/scoring/state.ts'
import { PRIORITIES } from '../src/model/score.ts'
import { DEFAULT_WEIGHTS, type SettingName } from '../src/model/settings.ts'
import type { Match } from '../src/model/violation.ts'
import { readConstraintPage, type TableLine } from './constraint-pages.ts'
import { onlySetting, sampleSchedule, type Sample } from './sample-schedule.ts'

const PRIORITY_WORDS = ['first', 'second', 'third', 'fourth']

/** Judges a sample by one rule alone, with its default weights or those of the sample. The engine has to agree. */
export function judgeBy(setting: SettingName, sample: Sample): { units: number; penalty: number; matches: readonly Match[] } {
  const { schedule, roster } = sampleSchedule({ ...sample, weights: sample.weights ?? onlySetting(setting) })
  const { score, violations } = judge(schedule, roster)
  const state = createState(compile(schedule), roster)
  expect(toldScoreOf(state.instance, state.cells, scoreOf(state)), 'the engine says the same').toEqual(score)
  const matches = violations[0]?.matches ?? []
  return { units: matches.reduce((sum, match) => sum + match.amount, 0), penalty: score.reduce((sum, penalty) => sum + penalty, 0), matches }
}

/** Tests that checker and engine say of every case on a rule's page what the page says. */
export function describePage(setting: SettingName, sampleOf: (line: TableLine) => Sample): void {
  const page = readConstraintPage(setting)

  describe(`the page of ${setting}`, () => {
    test('names the unit of the rule and the weights it has by default', () => {
      const inWords = PRIORITIES.filter((priority) => DEFAULT_WEIGHTS[setting][priority] > 0).map(
        (priority) => `${PRIORITY_WORDS[priority]} priority ${DEFAULT_WEIGHTS[setting][priority]}`,
      )
      expect(page.unit).toBe(`one ${RULES.find((rule) => rule.setting === setting)!.unit}`)
      expect(page.defaultWeights).toBe(inWords.join(', ') || 'none: off unless the schedule gives it weights')
    })

    test('works its example out right', () => {
      const { units, penalty } = judgeBy(setting, sampleOf(page.cases[0]!))
      expect({ units, penalty }).toEqual(page.example)
    })

    test.each(page.cases.map((line) => ({ title: Object.values(line).join(' · '), line })))('is right in the case $title', ({ line }) => {
      const { units, matches } = judgeBy(setting, sampleOf(line))
      expect(units, matches.map(({ text }) => text).join(' ')).toBe(Number(line.Units))
    })
  })
}
