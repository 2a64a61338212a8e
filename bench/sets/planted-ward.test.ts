import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { benchmarkFolder } from '../../test/benchmarks/folder.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { INRC2_POINTS, inrc2ToSchedule } from '../../src/formats/inrc2.ts'
import { INRC2_DAYS, readInrc2History, readInrc2Scenario, readInrc2Week } from '../../src/formats/inrc2-files.ts'
import { createInrc2Reader } from '../../src/formats/inrc2-solution.ts'
import { type PlantedWard, plantWard } from './planted-ward.ts'
import { writeWardFiles } from './ward-files.ts'
import { WARD_SIZES, WARDS } from './wards.ts'

const DAYS_PER_WEEK = 7
const published = benchmarkFolder('inrc2')

/** The planted roster as the files of a solution, one for each week. */
function solutionOf({ instance: { scenario, weeks }, roster }: PlantedWard): readonly string[] {
  return weeks.map((_, week) => {
    const lines = scenario.nurses.flatMap(({ name }, n) =>
      INRC2_DAYS.flatMap((dayName, d) => {
        const duty = roster[n]![week * DAYS_PER_WEEK + d]!
        return duty === null ? [] : [`${name} ${dayName} ${duty.type} ${duty.skill}`]
      }),
    )
    return ['SOLUTION', `${week} ${scenario.name}`, '', `ASSIGNMENTS = ${lines.length}`, ...lines, ''].join('\n')
  })
}

test.each([...Object.entries(WARD_SIZES), ['n012w8', { nurses: 12, weeks: 8, seed: 6 }] as const])(
  'the checker says of what is planted in %s that it breaks nothing and costs what the ward says',
  (name, size) => {
    const ward = plantWard(size)
    expect(ward.instance.scenario).toMatchObject({ name })
    expect(ward.instance.scenario.nurses).toHaveLength(size.nurses)
    const { submission, errors } = readSubmission(inrc2ToSchedule(ward.instance), { callback: 'optional' })
    expect(errors).toEqual([])
    const reader = createInrc2Reader(submission!.schedule)
    solutionOf(ward).forEach((text, week) => reader.readWeek(text, week))
    expect(judge(submission!.schedule, reader.roster).score).toEqual([0, ward.cost / INRC2_POINTS, 0, 0])
    expect(ward.cost).toBeGreaterThan(0)
  },
)

test('its files say what it is', () => {
  const { instance } = plantWard({ nurses: 20, weeks: 4, seed: 7 })
  const { scenario, history, weeks } = writeWardFiles(instance)
  const read = readInrc2Scenario(scenario)
  expect(read).toEqual(instance.scenario)
  expect(readInrc2History(history, read)).toEqual(instance.history)
  expect(weeks.map((text) => readInrc2Week(text, read))).toEqual(instance.weeks)
})

test('a seed makes one ward, and another seed another one', () => {
  const [first, again, other] = [1, 1, 2].map((seed) => plantWard({ nurses: 12, weeks: 4, seed }))
  expect(again).toEqual(first)
  expect(other!.roster).not.toEqual(first!.roster)
})

test.skipIf(published === null)('the scorer of the competition says the same of its files', async () => {
  const at = await mkdtemp(join(tmpdir(), 'turnus-planted-'))
  onTestFinished(() => rm(at, { recursive: true, force: true }))
  const ward = plantWard(WARD_SIZES['n110w4']!)
  const paths = solutionOf(ward).map((_, week) => join(at, `week${week}.txt`))
  await Promise.all(solutionOf(ward).map((text, week) => writeFile(paths[week]!, text)))
  expect(await WARDS.scoreRoster({ folder: dirname(published!), instance: 'n110w4', paths })).toEqual({ penalty: ward.cost, hardViolations: 0 })
})
