// Slow: rosters of the public instances are judged, where these are at hand.
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { inrc1ToSchedule } from '../../src/formats/inrc1.ts'
import { readInrc1Instance } from '../../src/formats/inrc1-instance.ts'
import { readInrc1Solution, writeInrc1Solution } from '../../src/formats/inrc1-solution.ts'
import { benchmarkFolder, textOf } from './folder.ts'
import { randomRoster } from './random-roster.ts'

const folder = benchmarkFolder('inrc1')

/** By seed, from 1: which part of the seats is filled. */
const FILLED = [1, 1, 1, 0.7, 0.7, 0.3]

/** What the independent scorer beside the instances says of the random rosters of these seeds. */
const SCORED: Readonly<Record<string, readonly number[]>> = {
  sprint01: [195, 198, 186, 140, 149, 140],
  sprint02: [198, 201, 188, 144, 151, 156],
  sprint03: [193, 191, 178, 132, 138, 130],
  sprint04: [206, 204, 186, 146, 158, 153],
  sprint05: [199, 193, 175, 136, 139, 136],
  medium01: [624, 663, 662, 401, 405, 305],
  medium02: [617, 659, 662, 384, 386, 361],
  medium03: [609, 633, 643, 346, 345, 287],
  long01: [724, 705, 761, 498, 478, 592],
  long02: [766, 754, 816, 495, 490, 641],
  long03: [696, 685, 738, 429, 412, 544],
}

describe.skipIf(folder === null)('published instances', () => {
  for (const [instance, scored] of Object.entries(SCORED)) {
    test(`random rosters of ${instance} cost what the scorer says, and come back from a solution file`, () => {
      const document = inrc1ToSchedule(readInrc1Instance(textOf(folder!, `${instance}.xml`)))
      const { submission, errors, warnings } = readSubmission(document, { callback: 'optional', strict: true })
      expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
      const { schedule } = submission!
      const costs = FILLED.map((filled, i) => {
        const roster = randomRoster(schedule, i + 1, filled)
        const { score } = judge(schedule, roster)
        const text = writeInrc1Solution(schedule, roster, { instance, penalty: score[1] })
        // Equal seats may change places.
        const again = readInrc1Solution(text, schedule)
        expect(writeInrc1Solution(schedule, again, { instance, penalty: score[1] }).split('\n').toSorted()).toEqual(text.split('\n').toSorted())
        expect(judge(schedule, again).score).toEqual(score)
        expect(score[0] > 0).toBe(roster.includes(-1))
        return score[1]
      })
      expect(costs).toEqual(scored)
    })
  }
})
