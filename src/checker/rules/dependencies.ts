import { NOBODY } from '../../model/roster.ts'
import type { Shift, ShiftDependencyRule } from '../../model/schedule.ts'
import { carriedAmong } from '../../model/tags.ts'
import { MINUTES_PER_HOUR } from '../../model/units.ts'
import { moveDown } from '../move-down.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { indexSpans, type SpanIndex } from '../spans.ts'
import type { Words } from '../words.ts'

/** An assigned shift with who works it. */
interface Work {
  readonly shift: Shift
  readonly employeeIndex: number
}

/** A shift that needs another kind of shift beside it has it. */
export const shiftDependency: Rule = {
  setting: 'shiftDependency',
  unit: "missing companion shift, times the rule's weight",
  findMatches(view) {
    const { shiftDependencyRules: rules } = view.schedule
    const works = worksByTag(view, new Set(rules.flatMap(({ anchorShiftTag, requiredShiftTag }) => [anchorShiftTag, requiredShiftTag])))
    const companions = new Map<string, Companions>()
    return rules.flatMap((rule) => {
      const ofTag = companions.get(rule.requiredShiftTag) ?? indexCompanions(works.get(rule.requiredShiftTag) ?? [])
      companions.set(rule.requiredShiftTag, ofTag)
      return lonelyAnchors(view, { rule, anchors: works.get(rule.anchorShiftTag) ?? [], companions: ofTag })
    })
  },
}

interface Dependency {
  readonly rule: ShiftDependencyRule
  readonly anchors: readonly Work[]
  readonly companions: Companions
}

function lonelyAnchors({ schedule, words }: RosterView, { rule, anchors, companions }: Dependency): Finding[] {
  const weights = rule.constraintLevel === 'soft' ? moveDown(schedule.settings.weights.shiftDependency) : null
  const findings: Finding[] = []
  for (const { shift, employeeIndex } of anchors) {
    if (shift.historic) continue
    const found = countInScope(rule, shift, companions) - (companions.shifts.has(shift) ? 1 : 0)
    if (found >= rule.minRequiredCount) continue
    const employee = schedule.employees[employeeIndex]!
    findings.push({
      shiftIds: [shift.id],
      employeeIds: [employee.id],
      date: schedule.calendar.days[shift.day]!.date,
      amount: (rule.minRequiredCount - found) * rule.weight,
      text: words.teller.say('broken.dependency', {
        who: words.employee(employee),
        shift: words.shift(shift),
        needed: rule.minRequiredCount,
        tag: rule.requiredShiftTag,
        scope: scopeInWords(rule, words),
        found,
      }),
      ...(weights === null ? {} : { weights }),
    })
  }
  return findings
}

/** The assigned shifts of some tags, in the order of the schedule. */
function worksByTag({ schedule, roster }: RosterView, tags: ReadonlySet<string>): Map<string, Work[]> {
  const works = new Map<string, Work[]>([...tags].map((tag) => [tag, []]))
  for (const [position, shift] of schedule.shifts.entries()) {
    const employeeIndex = roster[position]!
    if (employeeIndex === NOBODY) continue
    for (const tag of carriedAmong(shift.tags, works)) works.get(tag)!.push({ shift, employeeIndex })
  }
  return works
}

/** The shifts of one tag, as they are counted around an anchor. */
interface Companions {
  readonly shifts: ReadonlySet<Shift>
  readonly index: SpanIndex
  readonly onDay: ReadonlyMap<number, number>
  readonly withTimes: ReadonlyMap<string, number>
}

function indexCompanions(works: readonly Work[]): Companions {
  const shifts = works.map(({ shift }) => shift)
  return {
    shifts: new Set(shifts),
    index: indexSpans(shifts),
    onDay: countBy(shifts, ({ day }) => day),
    withTimes: countBy(shifts, timesOf),
  }
}

function countBy<Key>(shifts: readonly Shift[], keyOf: (shift: Shift) => Key): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const shift of shifts) counts.set(keyOf(shift), (counts.get(keyOf(shift)) ?? 0) + 1)
  return counts
}

function timesOf({ start, end }: Shift): string {
  return `${start} ${end}`
}

/** How many companions a rule sees around an anchor, the anchor itself among them where it carries the tag. */
function countInScope({ overlapScope, withinHours }: ShiftDependencyRule, anchor: Shift, { index, onDay, withTimes }: Companions): number {
  if (overlapScope === 'SAME_DAY') return onDay.get(anchor.day) ?? 0
  if (overlapScope === 'SAME_SHIFT') return withTimes.get(timesOf(anchor)) ?? 0
  if (overlapScope === 'TIME_OVERLAP') return index.countOverlapping(anchor)
  // A shift that ends as long before as the rule allows is still near enough: a minute more, and they overlap.
  const reach = Math.floor((withinHours ?? 0) * MINUTES_PER_HOUR) + 1
  return index.countOverlapping({ start: anchor.start - reach, end: anchor.end + reach })
}

const SCOPES = {
  TIME_OVERLAP: 'broken.scopeTime',
  SAME_DAY: 'broken.scopeDay',
  SAME_SHIFT: 'broken.scopeShift',
  WITHIN_HOURS: 'broken.scopeHours',
} as const

function scopeInWords({ overlapScope, withinHours }: ShiftDependencyRule, { teller }: Words): string {
  return teller.say(SCOPES[overlapScope], { hours: withinHours ?? 0 })
}
