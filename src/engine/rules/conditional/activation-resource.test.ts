import { expect, test } from 'vitest'
import { OFF } from '../../instance/duties.ts'
import { ActivationResource } from './activation-resource.ts'

/** The costs of the duties of a row, day by day, where the horizon begins on day 2. */
function costsOf(duties: readonly number[]): readonly number[] {
  const resource = new ActivationResource(2, 30)
  let state = resource.start
  return duties.map((duty, day) => {
    state = resource.step(state, day, duty)
    return resource.cost
  })
}

test('being used costs once, with the first duty of the horizon', () => {
  expect(costsOf([OFF, OFF, OFF, 4, OFF, 4, 5])).toEqual([0, 0, 0, 30, 0, 0, 0])
})

test('duties before the horizon, and none at all, cost nothing', () => {
  expect(costsOf([4, 4, OFF, OFF])).toEqual([0, 0, 0, 0])
  expect(costsOf([4, 4, 4])).toEqual([0, 0, 30])
})
