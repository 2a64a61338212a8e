import type { Instance } from '../../instance/instance.ts'
import type { KindOf } from '../rule-kind.ts'
import { compilePatterns } from './compile-patterns.ts'
import { patternUnits } from './pattern.ts'
import { addPatternChange } from './pattern-change.ts'
import { PatternResource } from './pattern-resource.ts'

/** pattern: matches of regular expressions over days. */
export const PATTERN: KindOf<'patterns' | 'patternsOf'> = {
  name: 'pattern',
  fields: ['patterns', 'patternsOf'],
  compile: (compiling) => {
    const made = compilePatterns(compiling)
    return () => made
  },
  count: { of: 'kept', add: countPatterns },
  change: addPatternChange,
  resources: {
    place: 5,
    of: ({ instance: { patterns, patternsOf, duties }, employee, perUnit }) =>
      [...patternsOf[employee]!].map((r) => new PatternResource(patterns[r]!, duties, perUnit)),
    reads: 'columns',
  },
}

function countPatterns({ patterns, patternsOf, duties, dayCount }: Instance, cells: Int32Array, employee: number, units: Float64Array): void {
  for (const r of patternsOf[employee]!) units[patterns[r]!.unit]! += patternUnits(patterns[r]!, duties, cells, employee * dayCount)
}
