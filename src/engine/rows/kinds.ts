import { OFF } from '../instance/duties.ts'
import type { Instance } from '../instance/instance.ts'

/** Options of a row, those that no rule tells apart as one. */
export interface Kinds {
  /** By day: the first duty of each kind. */
  readonly duties: readonly (readonly number[])[]
  /** By day, by option: the number of its kind. */
  readonly of: readonly Int32Array[]
}

/** The kinds of duties, by day. */
export function kindsOf(instance: Instance, options: readonly (readonly number[])[]): Kinds {
  const kindOf = kindReader(instance)
  const duties: number[][] = []
  const of = options.map((those, day) => {
    const known = new Map<number, number>()
    duties.push([])
    return Int32Array.from(those, (duty) => {
      const kind = kindOf(duty)
      const number = known.get(kind)
      if (number !== undefined) return number
      known.set(kind, duties[day]!.length)
      return duties[day]!.push(duty) - 1
    })
  })
  return { duties, of }
}

const READERS = new WeakMap<Instance, (duty: number) => number>()

/** Numbers duties of an instance: those of one shift that no rule about rows tells apart have the same number. */
export function kindReader(instance: Instance): (duty: number) => number {
  const known = READERS.get(instance)
  if (known !== undefined) return known
  const readers = instance.kinds.flatMap(({ resources }) =>
    resources === undefined || resources.reads === 'columns' ? [] : resources.reads(instance),
  )
  const byTraits = new Map<string, number>()
  const byDuty = new Int32Array(instance.demands.count + 1).fill(-1)
  const read = (duty: number): number => {
    // Of several shifts: none is like another.
    if (duty >= byDuty.length) return duty + byDuty.length
    if (byDuty[duty]! >= 0) return byDuty[duty]!
    const traits = traitsOf(instance, duty, readers)
    if (!byTraits.has(traits)) byTraits.set(traits, byTraits.size)
    return (byDuty[duty] = byTraits.get(traits)!)
  }
  READERS.set(instance, read)
  return read
}

/** Everything that rules about rows read of a duty of one shift: its columns, when it begins and ends, and what their kinds say. */
function traitsOf({ duties }: Instance, duty: number, readers: readonly ((duty: number) => readonly number[])[]): string {
  const columns = [...duties.sums, ...duties.flags].map((column) => column[duty])
  if (duty === OFF) return columns.join()
  return [duties.start[duty], duties.end[duty], ...readers.flatMap((read) => read(duty)), ...columns].join()
}
