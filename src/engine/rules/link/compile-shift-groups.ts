import { NOBODY } from '../../../model/roster.ts'
import { GROUP_MODES, type ShiftGroup } from '../../../model/schedule.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { lowered } from './lowered.ts'
import { ALL_OR_NONE, COUNT, DIFFERENT_EMPLOYEES, groupUnits, NO_MAX, SAME_EMPLOYEE, type GroupRule } from './shift-groups.ts'

/** The groups of which something is planned; null when there is none, or none costs anything. */
export function compileShiftGroups({ schedule, demands, units }: Compiling): GroupRule | null {
  const weights = schedule.settings.weights.shiftGroups
  const unitOf = ({ constraintLevel }: ShiftGroup): number => units.of('shiftGroups', constraintLevel === 'hard' ? {} : { weights: lowered(weights) })
  const groups = schedule.shiftGroups
    .filter(({ shiftIndexes }) => shiftIndexes.some((index) => !schedule.shifts[index]!.historic))
    .map((group) => ({ ...group, unit: unitOf(group) }))
    .filter(({ unit }) => unit >= 0)
  if (groups.length === 0) return null
  const column = (read: (group: ShiftGroup & { unit: number }) => number): Int32Array => Int32Array.from(groups, read)
  const mode = Uint8Array.from(groups, (group) => GROUP_MODES.indexOf(group.mode))
  const worked = groups.map(({ shiftIndexes }) => shiftIndexes.filter((index) => !isLeftOut(schedule.shifts[index]!)))
  const limits = {
    mode,
    size: Int32Array.from(worked, ({ length }) => length),
    min: column(({ min }) => min ?? 0),
    max: column(({ max }) => max ?? NO_MAX),
  }
  const ofMode = (wanted: number): Int32Array => Int32Array.from(groups.keys()).filter((group) => mode[group] === wanted)
  let tallies = 0
  const tally = Int32Array.from(mode, (each) => (each === SAME_EMPLOYEE || each === DIFFERENT_EMPLOYEES ? tallies++ : -1))
  return {
    count: groups.length,
    names: groups.map(({ id }) => String(id)),
    ...membersOf(
      worked.map((indexes) => [...new Set(indexes.map((index) => demands.demandOfShift[index]!))]),
      demands.count,
    ),
    blocks: ofMode(SAME_EMPLOYEE),
    wholes: ofMode(ALL_OR_NONE),
    ...limits,
    times: column(({ weight }) => weight),
    unit: column(({ unit }) => unit),
    historic: Int32Array.from(worked, (indexes, group) =>
      historicUnits(
        limits,
        group,
        indexes.map((index) => schedule.shifts[index]!),
      ),
    ),
    tally,
    tallies,
  }
}

function isLeftOut({ historic, employeeIndex }: { readonly historic: boolean; readonly employeeIndex: number | null }): boolean {
  return historic && (employeeIndex ?? NOBODY) === NOBODY
}

/** What history alone is off by; a least that it does not reach can still be made good. */
function historicUnits(
  limits: Pick<GroupRule, 'mode' | 'size' | 'min' | 'max'>,
  group: number,
  shifts: readonly { readonly historic: boolean; readonly employeeIndex: number | null }[],
): number {
  const filled = shifts.filter(({ historic }) => historic)
  const { mode } = limits
  if (mode[group] === COUNT) return Math.max(0, filled.length - limits.max[group]!)
  // What is left of history is filled, all of it.
  if (mode[group] === ALL_OR_NONE) return 0
  return groupUnits(limits, group, filled.length, new Set(filled.map(({ employeeIndex }) => employeeIndex)).size)
}

function membersOf(
  demandsOf: readonly (readonly number[])[],
  demandCount: number,
): Pick<GroupRule, 'offset' | 'groups' | 'memberOffset' | 'members'> {
  const memberOffset = new Int32Array(demandsOf.length + 1)
  demandsOf.forEach(({ length }, group) => {
    memberOffset[group + 1] = memberOffset[group]! + length
  })
  const offset = new Int32Array(demandCount + 1)
  for (const members of demandsOf) for (const d of members) offset[d + 1]! += 1
  for (let d = 0; d < demandCount; d += 1) offset[d + 1]! += offset[d]!
  const groups = new Int32Array(offset[demandCount]!)
  const next = offset.slice()
  demandsOf.forEach((members, group) => {
    for (const d of members) groups[next[d]!++] = group
  })
  return { offset, groups, memberOffset, members: Int32Array.from(demandsOf.flat()) }
}
