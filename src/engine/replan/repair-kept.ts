import { isDecided, type Roster } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import { addScores, compareScores, PERFECT } from '../../model/score.ts'
import { hasCandidates } from '../instance/candidate-times.ts'
import type { Instance } from '../instance/instance.ts'
import { rosterOf } from '../scoring/state.ts'
import { ChangedRoster } from './changed-roster.ts'
import { findLeastChanges } from './least-changes.ts'

interface Options {
  /** Changes of one chain at most, where not all can be mended together. */
  readonly chain: number
  /** Asked again and again: true ends it with what is mended by then. */
  readonly isOver: () => boolean
  /** The same for the first part, which tries to mend all together. */
  readonly isFirstOver: () => boolean
}

/** Whether so much of what may be planned came with employees that a search does better to begin there. */
export function isMostlyKept({ shifts }: Schedule, share: number): boolean {
  const open = shifts.filter((shift) => !isDecided(shift))
  return open.length > 0 && open.filter(({ employeeIndex }) => employeeIndex !== null).length >= share * open.length
}

/** Whether a roster that is kept can be mended by chains of changes. */
export function canRepairKept(instance: Instance, share: number): boolean {
  return !hasCandidates(instance) && isMostlyKept(instance.schedule, share)
}

/**
 * A roster near the one that is kept, without its empty shifts and breaches where that can be: all of them mended with the fewest changes; or, where no roster is without, one after the other by chains
 * of changes, in which somebody takes a shift and gives up another, which the next one takes.
 */
export function repairKept(instance: Instance, kept: Roster, { chain, isOver, isFirstOver }: Options): Roster {
  const changed = new ChangedRoster(instance, kept)
  const demands = Array.from({ length: instance.demands.count }, (_, d) => d)
  const target = changed.floor()
  const missed = changed.missed()
  const { rosters } = findLeastChanges(instance, { kept, told: kept }, { target, below: missed.length + 2 * chain, isOver: isFirstOver })
  if (rosters.length > 0) return rosters[0]!.roster
  for (let employee = 0; employee < instance.employeeCount && !isOver(); employee += 1) takeOff(changed, employee)
  let current = rosterOf(instance, changed.state.cells)
  for (const d of demands) {
    if (isOver()) break
    if (!changed.isMissed(d)) continue
    const better = findLeastChanges(
      instance,
      { kept: current, told: current },
      { target: addScores(changed.must(), changed.savedBy(d)), below: chain + 1, isOver },
    )
    if (better.rosters.length === 0) continue
    current = better.rosters[0]!.roster
    changed.follow(current)
  }
  return current
}

/** Takes shifts from a row as long as that mends what it breaks. */
function takeOff(changed: ChangedRoster, employee: number): void {
  const { demands } = changed.instance
  let breach = changed.breachOf(employee)
  while (compareScores(breach, PERFECT) > 0) {
    const own = changed.demandsOf(employee).filter((demand) => demands.isDecided[demand] === 0)
    const before = changed.must()
    let best: { readonly demand: number; readonly must: ReturnType<ChangedRoster['must']> } | null = null
    for (const demand of own) {
      changed.make({ employee, demand, takes: false })
      const must = changed.must()
      if (compareScores(must, best?.must ?? before) < 0) best = { demand, must }
      changed.unmake({ employee, demand, takes: false })
    }
    if (best === null) return
    changed.make({ employee, demand: best.demand, takes: false })
    breach = changed.breachOf(employee)
  }
}
