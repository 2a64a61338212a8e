import { describe, expect, test } from 'vitest'
import { readText } from '../../test/source-files.ts'
import { readShifts } from '../../test/sample-notation.ts'
import { onlySetting, sampleSchedule } from '../../test/sample-schedule.ts'
import { tableLines } from '../../test/constraint-pages.ts'
import { compile } from '../engine/instance/compile.ts'
import { createState } from '../engine/scoring/state.ts'
import { judge } from './check.ts'

const [, page] = readText('docs/constraints/README.md').split('**What decided shifts break.**')
const LINES = tableLines(page!.split('**Minutes cut at midnight.**')[0]!)

describe('what decided shifts break', () => {
  test.each(LINES.map((line) => ({ title: line.Roster!, line })))('is as the page says of $title', ({ line }) => {
    const { schedule: plain, roster } = sampleSchedule({
      shifts: readShifts(line.Roster!),
      employees: [{ contract: { minRestBetweenShifts: 660 } }, { contract: { minRestBetweenShifts: 660 } }],
      allowedShiftCollisions: 1,
      weights: onlySetting('minRestBetweenShifts'),
    })
    const schedule = { ...plain, settings: { ...plain.settings, decidedWeights: { minRestBetweenShifts: [0, 0, 1, 0] as const } } }
    const { score, violations } = judge(schedule, roster)
    const told = violations.flatMap(({ matches }) => matches.map(({ text }) => text)).join(' ')
    expect([...score], told).toEqual([Number(line['First priority']), 0, Number(line['Third priority']), 0])
    expect([...createState(compile(schedule), roster).score], 'the engine says the same').toEqual([...score])
  })
})
