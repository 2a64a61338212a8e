import { compareWithKept } from '../engine/replan/changed-roster.ts'
import { findLeastChanges } from '../engine/replan/least-changes.ts'
import { instanceOf } from '../engine/instance/compile.ts'
import { countOf } from '../checker/words.ts'
import { comesWithRoster, type Roster, rosterAsPosted } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { rosterAsTold } from '../model/seats.ts'
import type { Solution } from '../model/solution.ts'

/**
 * The fewest shifts that have to change hands, counted as `changes` are, for a roster that is as good as this one up to the priority on which empty shifts weigh. Nothing where no shift that can be planned came with somebody,
 * where shifts are made of templates, or where `isOver` answers true at once.
 */
export function explainLeastChanges(schedule: Schedule, roster: Roster, isOver: () => boolean): Pick<Solution, 'leastChanges'> {
  if (!comesWithRoster(schedule) || schedule.candidates !== undefined || isOver()) return {}
  const instance = instanceOf(schedule)
  const from = { kept: rosterAsPosted(schedule), told: rosterAsTold(schedule) }
  const { changes, must } = compareWithKept(instance, from, roster)
  const { count, proved } = findLeastChanges(instance, from, { target: must, below: changes, isOver })
  return { leastChanges: { count, proved, text: told({ count, proved, changes }) } }
}

function told({ count, proved, changes }: { readonly count: number; readonly proved: boolean; readonly changes: number }): string {
  if (changes === 0) return 'Nothing had to change.'
  const asGood = 'fills as much and breaks as little'
  if (count < changes) return `A roster with ${countOf(count, 'change')} ${asGood}; this one changes ${changes} and is better otherwise.`
  if (!proved) return `No roster with fewer than ${countOf(count, 'change')} was found that ${asGood}.`
  return `No roster with fewer than ${countOf(count, 'change')} ${asGood}.`
}
