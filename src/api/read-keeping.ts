import { isDecided } from '../model/roster.ts'
import type { Keep, Schedule } from '../model/schedule.ts'
import { PRIORITIES } from '../model/score.ts'
import { integerOf, type Place, objectsOf, requiredInteger, shapeOf } from './fields.ts'
import { MAX_KEEP, RANGES } from './limits.ts'
import { edgeOf, requiredEdge } from './moments.ts'
import { minuteOf, minuteOrNull, type Reading } from './reading.ts'
import { Keep as KeepSchema } from './schemas/replanning.ts'

const KEEP = shapeOf('an entry of keep', KeepSchema)

/** Reads `keep`, `noticeFrom` and `alternatives`: what changes of a roster that was told cost, when people hear of them, and among how many rosters they choose. */
export function readKeeping(document: Place, reading: Reading, shifts: Schedule['shifts']): Pick<Schedule, 'keep' | 'noticeFrom' | 'alternatives'> {
  const keep = readKeep(document, reading, shifts)
  const noticeFrom = minuteOrNull(reading, edgeOf(document, 'noticeFrom', 'start', reading.clock))
  const alternatives = integerOf(document, 'alternatives', RANGES.alternatives)
  return {
    ...(keep.length === 0 ? {} : { keep }),
    ...(alternatives === null ? {} : { alternatives }),
    ...(noticeFrom === null ? {} : { noticeFrom }),
  }
}

/** In order of `until`; of two that are the same the first counts. */
function readKeep(document: Place, reading: Reading, shifts: Schedule['shifts']): Keep[] {
  const read = objectsOf(document, 'keep', KEEP, MAX_KEEP).map((place) => {
    const until = requiredEdge(place, 'until', 'start', reading.clock)
    const weight = requiredInteger(place, 'weight', RANGES.shiftWeight)
    const priority = PRIORITIES[Math.max(0, requiredInteger(place, 'priority', RANGES.priority) - 1)]!
    const weights: [number, number, number, number] = [0, 0, 0, 0]
    weights[priority] = weight
    return { place, until, weights }
  })
  const ordered = read.toSorted((a, b) => (a.until ?? 0) - (b.until ?? 0))
  const kept: Keep[] = []
  let from = Number.NEGATIVE_INFINITY
  for (const { place, until, weights } of ordered) {
    if (until === null) continue
    const end = minuteOf(reading, until)
    const isUsed = shifts.some((shift) => !isDecided(shift) && shift.employeeIndex !== null && shift.start >= from && shift.start < end)
    if (!isUsed && reading.horizon !== null)
      reading.issues.warn(
        place.pointer,
        'keep-unused',
        'No shift that may change and came with somebody starts before until and after the entry before it.',
        'Correct until, name who works the shifts, or leave the entry out.',
      )
    if (end > from) kept.push({ until: end, weights })
    from = Math.max(from, end)
  }
  return kept
}
