import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { judge } from '../checker/check.ts'
import { FormatError } from './format-error.ts'
import { smptspToSchedule } from './smptsp.ts'
import { readSmptspInstance } from './smptsp-instance.ts'

const INSTANCE = `# three tasks, two workers
Type = 1
Jobs = 3
  0   60
 59  120
120 1500
Qualifications = 2
 2:  1 0
 3:  0 1 2
`

test('tasks and workers keep the numbers of the file', () => {
  expect(readSmptspInstance(INSTANCE)).toEqual({
    tasks: [
      { start: 0, end: 60 },
      { start: 59, end: 120 },
      { start: 120, end: 1500 },
    ],
    qualifications: [
      [0, 1],
      [0, 1, 2],
    ],
  })
})

describe('as a schedule', () => {
  const document = smptspToSchedule(readSmptspInstance(INSTANCE))
  const { submission, errors, warnings } = readSubmission(document, { callback: 'optional' })

  test('is one that can be posted', () => {
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
    expect(document.shifts[2]).toMatchObject({ id: 2, start: '2024-01-01T02:00:00.000Z', end: '2024-01-02T01:00:00.000Z', skills: [2] })
  })

  for (const { roster, score, why } of [
    { roster: [0, 1, 1], score: [0, 2, 0, 0], why: 'both are used, one of them twice' },
    { roster: [0, 0, 1], score: [20, 2, 0, 0], why: 'the first two overlap' },
    { roster: [1, 0, 0], score: [20, 2, 0, 0], why: 'worker 0 is not qualified for the last' },
    { roster: [1, -1, 1], score: [1, 1, 0, 0], why: 'a task of nobody, and one person' },
  ])
    test(`${JSON.stringify(roster)} costs ${score.join(' / ')}: ${why}`, () => {
      expect(judge(submission!.schedule, Int32Array.from(roster)).score).toEqual(score)
    })
})

describe('refused', () => {
  for (const { from, to, says } of [
    { from: 'Type = 1', to: 'Type = 2', says: 'Line 2: Only files of type 1' },
    { from: 'Type = 1', to: '', says: 'Line 3: "Type = …" should be here.' },
    { from: 'Jobs = 3', to: 'Jobs = 0', says: 'Line 3: There is no task.' },
    { from: 'Jobs = 3', to: 'Jobs = 4', says: 'Line 7: Field 3 is "2"' },
    { from: 'Jobs = 3', to: 'Jobs = x', says: 'Line 3: Field 1 is "x"' },
    { from: '59  120', to: '59  59', says: 'Line 5: The task ends before it begins.' },
    { from: '59  120', to: '59  120 7', says: 'Line 5: Field 3 is "7"' },
    { from: 'Qualifications = 2', to: 'Qualifications = 0', says: 'Line 7: There is no worker.' },
    { from: 'Qualifications = 2', to: 'Qualifications = 3', says: 'The file ends where worker 2 should be.' },
    { from: 'Qualifications = 2', to: 'Qualifications = 1', says: 'Line 9: There is more than the 1 workers' },
    { from: '2:  1 0', to: '2  1 0', says: 'Line 8: A worker is written as' },
    { from: '2:  1 0', to: '3:  1 0', says: 'Line 8: There are 2 tasks and not the 3' },
    { from: '2:  1 0', to: '2:  1 1', says: 'Line 8: A task is there twice.' },
    { from: '2:  1 0', to: '2:  1 3', says: 'Line 8: Field 2 is "3", which is not a whole number from 0 to 2.' },
  ])
    test(`${to === '' ? `no ${from}` : to}: ${says}`, () => {
      const read = (): unknown => readSmptspInstance(INSTANCE.replace(from, to))
      expect(read).toThrow(FormatError)
      expect(read).toThrow(says)
    })

  test('tasks of later days alone', () => {
    const late = { tasks: [{ start: 1440, end: 1500 }], qualifications: [[0]] }
    expect(() => smptspToSchedule(late)).toThrow('No task begins on the first day.')
  })
})
