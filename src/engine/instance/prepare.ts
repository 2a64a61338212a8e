import type { Schedule } from '../../model/schedule.ts'
import { compile } from './compile.ts'
import type { Instance } from './instance.ts'

/** Thrown between two parts of compiling. */
class TimeOver extends Error {}

/** Compiles a schedule, which large ones need seconds for; null when `isOver`, which is asked between its parts, answers true before the end. */
export function prepare(schedule: Schedule, isOver: () => boolean): Instance | null {
  try {
    return compile(schedule, () => {
      if (isOver()) throw new TimeOver()
    })
  } catch (error) {
    if (error instanceof TimeOver) return null
    throw error
  }
}
