import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { PLANTED, plantInstance, plantShifts } from './planted.ts'
import { retailToSchedule, scoreRetail } from './retail.ts'

test.each(Object.entries(PLANTED))('what is planted in %s breaks nothing and meets the curve in no more time than the curve asks for', (_, size) => {
  const instance = plantInstance(size)
  const asked = Array.from(instance.least).reduce((sum, people) => sum + 15 * people, 0)
  expect(scoreRetail(instance, plantShifts(size))).toEqual({ hard: 0, under: 0, over: 0, minutes: asked })
  const { errors } = readSubmission(retailToSchedule(instance), { callback: 'optional' })
  expect(errors).toEqual([])
})
