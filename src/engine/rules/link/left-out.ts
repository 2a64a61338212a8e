import type { Instance } from '../../instance/instance.ts'
import { type LeftOut, leftOutBy } from '../left-out.ts'

/** By name, the rules that tie several employees. The weekend floor of assignShift is called what the client asks for it by. */
export function tiesLeftOut(instance: Instance): LeftOut[] {
  const { links } = instance
  if (links === null) return []
  const { slotCount, slotUnit, stretchCount, stretchUnit, ties, floor, floorUnit, shiftGroups } = links
  return leftOutBy(instance, [
    ...(slotCount > 0 ? [{ unit: slotUnit }] : []),
    ...(stretchCount > 0 ? [{ unit: stretchUnit }] : []),
    ...ties.map(({ unit, name }) => ({ unit, name })),
    ...(floor > 0 ? [{ unit: floorUnit, name: 'weekendMandatoryCoverageFloorPercent' }] : []),
    ...Array.from(shiftGroups?.unit ?? [], (unit, group) => ({ unit, name: shiftGroups!.names[group] })),
  ])
}
