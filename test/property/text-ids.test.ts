import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { writeRelease } from '../../src/api/write-solution.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { Random } from '../../src/engine/random.ts'
import { createState, rosterOf } from '../../src/engine/scoring/state.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { Identifier } from '../../src/model/units.ts'
import { randomDocument, randomRoster } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import type { Fields } from './draft.ts'
import { textOf, withTexts } from './written-out.ts'

const CASES = casesOf(200)

function read(document: unknown): Schedule {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  return submission!.schedule
}

test(`${CASES} schedules cost the same with ids that are texts, in engine and checker, and matches name them as they came`, () => {
  let named = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed += 1) {
    const random = new Random(seed)
    const document: Fields = randomDocument(() => random.unit(), { rules: 'all' })
    const [numbers, texts] = [read(document), read(withTexts(document))]
    const roster = randomRoster(numbers, () => random.unit())
    const [before, after] = [judge(numbers, roster), judge(texts, roster)]
    expect(after.score, `seed ${seed}`).toEqual(before.score)
    // The engine takes equal seats for one another.
    const instance = compile(texts)
    const state = createState(instance, roster)
    expect([...state.score], `seed ${seed}`).toEqual([...judge(texts, rosterOf(instance, state.cells)).score])
    const idsOf = ({ violations }: typeof before): Identifier[][] =>
      violations.map(writeRelease).flatMap(({ matches }) => matches.flatMap(({ shiftIds, employeeIds }) => [[...shiftIds], [...employeeIds]]))
    const asTexts = idsOf(before).map((ids) => ids.map((id) => textOf(id as number)))
    expect(idsOf(after), `seed ${seed}`).toEqual(asTexts)
    named += asTexts.flat().length
  }
  expect(named).toBeGreaterThan(CASES)
})
