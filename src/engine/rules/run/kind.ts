import type { Instance } from '../../instance/instance.ts'
import { askedOf, NO_LIMIT } from '../../instance/limits.ts'
import { isDated } from '../../instance/terms.ts'
import { leftOutBy } from '../left-out.ts'
import type { KindOf } from '../rule-kind.ts'
import { compileRuns } from './compile-runs.ts'
import { addRunUnits } from './run.ts'
import { RunResource } from './run-resource.ts'

/** run: lengths of consecutive days with and without a flag. Rows follow those of whoever has one contract: where it changes, a run is judged by its end. */
export const RUN: KindOf<'runs' | 'runsOf'> = {
  name: 'run',
  fields: ['runs', 'runsOf'],
  compile: (compiling) => {
    const runs = compileRuns(compiling)
    return () => ({ runs, runsOf: askedOf(compiling.schedule, runs) })
  },
  count: { of: 'row', add: countRuns },
  change: addRunUnits,
  resources: {
    place: 1,
    of: ({ instance: { runs, runsOf, duties }, employee, perUnit }) =>
      [...runsOf[employee]!]
        .filter((r) => !isDated(runs[r]!.terms, employee))
        .map((r) => new RunResource(runs[r]!, employee, duties.flags[runs[r]!.flag]!, perUnit)),
    reads: 'columns',
  },
  relaxed: {
    without: ({ runs, runsOf }) => ({
      runs,
      runsOf: runs.length === 0 || runs[0]!.terms === null ? runsOf : runsOf.map((mine, e) => mine.filter((r) => !isDated(runs[r]!.terms, e))),
    }),
    concerns: ({ runs, runsOf }, employee) => runsOf[employee]!.some((r) => isDated(runs[r]!.terms, employee)),
    leftOut: (instance) => leftOutBy(instance, datedRuns(instance)),
  },
}

/** Those of somebody whose contract changes, once for each of their units that has a limit. */
function datedRuns({ runs, runsOf }: Instance): { readonly unit: number; readonly name: string | undefined }[] {
  const dated = new Set(runsOf.flatMap((mine, e) => [...mine].filter((r) => isDated(runs[r]!.terms, e))))
  return [...dated].flatMap((r) => {
    const { most, least, mostOff, leastOff, maxUnit, minUnit, offUnit, name } = runs[r]!
    const isMost = (limits: Int32Array): boolean => limits.some((limit) => limit !== NO_LIMIT)
    const isLeast = (limits: Int32Array): boolean => limits.some((limit) => limit > 1)
    return [
      ...(isMost(most) ? [{ unit: maxUnit, name }] : []),
      ...(isLeast(least) ? [{ unit: minUnit, name }] : []),
      ...(isMost(mostOff) || isLeast(leastOff) ? [{ unit: offUnit, name }] : []),
    ]
  })
}

function countRuns({ runs, runsOf, duties, dayCount, horizonFirst }: Instance, cells: Int32Array, employee: number, units: Float64Array): void {
  const row = employee * dayCount
  for (const r of runsOf[employee]!) {
    const rule = runs[r]!
    const flags = duties.flags[rule.flag]!
    addRunUnits(rule, flags, cells, row, employee, 0, dayCount - 1, dayCount, 1, units)
    if (isDated(rule.terms, employee)) continue
    addRunUnits(rule, flags, cells, row, employee, 0, horizonFirst - 1, horizonFirst, -1, units)
  }
}
