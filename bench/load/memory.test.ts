import { describe, expect, test } from 'vitest'
import { judgeGrowth } from './memory.ts'

const MIB = 1024 * 1024
const mib = (minutes: number, at: (sample: number) => number): readonly number[] => Array.from({ length: 12 * minutes }, (_, i) => at(i) * MIB)

describe('memory over a load', () => {
  for (const { what, samples, isFlat } of [
    { what: 'that rises at first and then stays', samples: mib(10, (i) => Math.min(200, 100 + 5 * i)), isFlat: true },
    { what: 'that goes up and down', samples: mib(10, (i) => 200 + 30 * (i % 2)), isFlat: true },
    { what: 'that grows by 5 MiB a minute', samples: mib(10, (i) => 200 + (5 * i) / 12), isFlat: false },
    { what: 'of a minute', samples: mib(1, (i) => 200 + 10 * i), isFlat: null },
  ]) {
    test(`${what} is ${isFlat === null ? 'not judged' : isFlat ? 'flat' : 'not flat'}`, () => expect(judgeGrowth(samples).isFlat).toBe(isFlat))
  }
})
