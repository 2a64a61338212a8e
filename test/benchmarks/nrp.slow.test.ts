// Slow: rosters of the public instances are judged, where these are at hand.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { nrpToSchedule } from '../../src/formats/nrp.ts'
import { readNrpInstance } from '../../src/formats/nrp-instance.ts'
import { readNrpRoster, writeNrpRoster } from '../../src/formats/nrp-roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { benchmarkFolder, textOf } from './folder.ts'

const folder = benchmarkFolder('nrp')
const filesOf = (path: string | null, pattern: RegExp): readonly string[] =>
  path === null ? [] : readdirSync(path).filter((file) => pattern.test(file))

/** Each is read once, however many rosters there are of it. */
const schedules = new Map<string, Schedule>()

function scheduleOf(instance: string): Schedule {
  const known = schedules.get(instance)
  if (known !== undefined) return known
  const document = nrpToSchedule(readNrpInstance(textOf(folder!, `${instance}.txt`)))
  const { submission, errors } = readSubmission(document, { callback: 'optional', strict: true })
  expect(errors).toEqual([])
  schedules.set(instance, submission!.schedule)
  return submission!.schedule
}

describe.skipIf(folder === null)('published rosters', () => {
  for (const file of filesOf(folder && join(folder, 'rosters'), /\.csv$/)) {
    const [, instance, value] = /^(Instance\d+)_.*_(\d+)\.csv$/.exec(file)!
    test(`${file} is judged to cost ${value}, and comes back cell by cell`, () => {
      const schedule = scheduleOf(instance!)
      const text = textOf(folder!, 'rosters', file)
      const roster = readNrpRoster(text, schedule)
      expect(judge(schedule, roster).score).toEqual([0, Number(value), 0, 0])
      expect(writeNrpRoster(schedule, roster)).toBe(text.replaceAll('\r', ''))
    })
  }
})

describe.skipIf(folder === null)('published instances', () => {
  for (const file of filesOf(folder, /^Instance\d+\.txt$/)) {
    test(`${file} is a valid schedule`, () => {
      const instance = readNrpInstance(textOf(folder!, file))
      const document = nrpToSchedule(instance)
      const { submission, errors } = readSubmission(document, { callback: 'optional', strict: true })
      expect(errors).toEqual([])
      expect(submission!.schedule.calendar.days).toHaveLength(instance.days)
    })
  }
})
