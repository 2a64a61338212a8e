import { expect, test } from 'vitest'
import type { Compiling } from '../instance/compiling.ts'
import type { Duties } from '../instance/duties.ts'
import type { Instance } from '../instance/instance.ts'
import type { PenaltyWeights } from '../local-search/penalty-weights.ts'
import { dayKind } from './plain-kind.ts'

test('a rule that looks at each day by itself costs nothing along a row before the horizon, and is counted so', () => {
  const kind = dayKind({ name: 'toy', compile: () => () => [{ unit: 1, unitsOn: (_employee, day, duty) => day + duty }] })
  const compiling = { schedule: { calendar: { days: [0, 1, 2, 3], horizonFirst: 2 } } } as unknown as Compiling
  const { plain } = kind.compile(compiling)({} as Duties) as Pick<Instance, 'plain'>
  const instance = { plain, duties: {}, dayCount: 4, horizonFirst: 2 } as unknown as Instance
  const weights = { perUnit: [0, 10] } as unknown as PenaltyWeights
  const along = [0, 1, 2, 3].map((day) => kind.dayCost!(instance, weights, { employee: 0, day, duty: 1 }, 5))
  expect(along).toEqual([5, 5, 35, 45])
  const units = new Float64Array(2)
  if (kind.count.of === 'kept') kind.count.add(instance, Int32Array.of(1, 1, 1, 1), 0, units)
  expect([...units]).toEqual([0, 7])
})
