import type { Schedule } from '../../../model/schedule.ts'

/** By employee, of the days before each: on how many they are not unavailable from midnight to midnight. */
export function presenceOf({ employees, calendar: { days } }: Schedule): Int32Array[] {
  const all = Int32Array.from({ length: days.length + 1 }, (_, day) => day)
  return employees.map(({ wishes }) => {
    const away = wishes.filter(({ type, tag }) => type === 'UNAVAILABLE' && tag === null).toSorted((a, b) => a.start - b.start)
    if (away.length === 0) return all
    const joined: { start: number; end: number }[] = []
    for (const { start, end } of away) {
      const last = joined.at(-1)
      if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
      else joined.push({ start, end })
    }
    const sums = new Int32Array(days.length + 1)
    let at = 0
    days.forEach(({ start, end }, day) => {
      while (at < joined.length && joined[at]!.end <= start) at += 1
      const isAway = at < joined.length && joined[at]!.start <= start && joined[at]!.end >= end
      sums[day + 1] = sums[day]! + (isAway ? 0 : 1)
    })
    return sums
  })
}
