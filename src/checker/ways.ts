import type { Schedule, Shift } from '../model/schedule.ts'
import { travelMinutes } from '../model/travel.ts'
import type { Words } from './words.ts'

/** Minutes of the way from the spot of one shift to that of another. */
export function wayBetween({ spots, travel }: Schedule, from: Shift, to: Shift): number {
  return travel === null ? 0 : travelMinutes(travel, spots[from.spotIndex]!.id, spots[to.spotIndex]!.id)
}

/** Minutes of the longest way from the spot of a shift. */
export function longestWayFrom({ spots, travel }: Schedule, { spotIndex }: Shift): number {
  let longest = 0
  for (const way of travel?.minutes.get(spots[spotIndex]!.id)?.values() ?? []) longest = Math.max(longest, way)
  return longest
}

/** What the way leaves of the time between two shifts, 0 or more. */
export function restBetween(schedule: Schedule, from: Shift, to: Shift): number {
  return Math.max(0, to.start - from.end - wayBetween(schedule, from, to))
}

/** ` (30 min of travel from North to South)`; nothing where the way takes no time. */
export function wayInWords(schedule: Schedule, words: Words, from: Shift, to: Shift): string {
  const way = wayBetween(schedule, from, to)
  if (way === 0) return ''
  const { spots } = schedule
  const named = ({ spotIndex }: Shift): string => words.spot(spots[spotIndex]!)
  return words.teller.say('contract.way', { duration: words.duration(way), from: named(from), to: named(to) })
}
