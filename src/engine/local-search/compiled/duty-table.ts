import type { Instance } from '../../instance/instance.ts'
import { ANCHOR, LINKED } from '../../instance/measures.ts'
import { isSeen } from '../../rules/coverage/coverage.ts'
import type { DayLetters } from '../../rules/pattern/pattern.ts'
import { weekendDaysOf } from '../../rules/weekend/weekend.ts'
import type { MemoryPlan } from './memory-plan.ts'
import type { Variables } from './rule-tables.ts'

/** So many bytes are left for duties of several shifts that a search meets; nothing is taken of the machine before they are written. */
const ROOM_BYTES = 64 * 1024 * 1024
/** Of how many shifts one of them is on average, at most. */
const SHIFTS_PER_DUTY = 4

/** There are more duties than the memory has room for. */
export class NoRoom extends Error {}

/** The duties of an instance in the memory, to which those follow that are met later. */
export class DutyTable {
  readonly variables: Variables
  readonly #instance: Instance
  readonly #flags: readonly number[]
  readonly #letters: readonly DayLetters[]
  readonly #lettersFrom: number
  readonly #room: number
  readonly #partRoom: number
  #buffer = new ArrayBuffer(0)
  #copied = 0

  /** With room for so many duties more, where that is not too much. */
  constructor(plan: MemoryPlan, instance: Instance, mostMore: number) {
    const { duties, runs, patterns } = instance
    this.#instance = instance
    this.#flags = [...new Set(runs.map(({ flag }) => flag))]
    this.#letters = [...new Set(patterns.map(({ letters }) => letters))]
    const bytes = 4 * (5 + SHIFTS_PER_DUTY + duties.countedWidth) + 3 + this.#flags.length + this.#letters.length
    const more = Math.min(mostMore, Math.floor(ROOM_BYTES / bytes))
    this.#room = duties.count + more
    this.#partRoom = partsIn(instance) + SHIFTS_PER_DUTY * more
    const ints = (): number => plan.room(4 * this.#room)
    this.#lettersFrom = plan.room(this.#room * this.#letters.length)
    this.variables = {
      dutyRoom: this.#room,
      dutyStart: ints(),
      dutyEnd: ints(),
      dutySize: ints(),
      dutyReach: ints(),
      dutyOffset: ints(),
      dutyParts: plan.room(4 * this.#partRoom),
      dutyAnchor: plan.room(this.#room),
      dutyWeekend: plan.room(this.#room),
      dutySpoken: plan.room(this.#room),
      dutyFlags: plan.room(this.#room * this.#flags.length),
      dutyCounted: plan.room(4 * this.#room * duties.countedWidth),
      countedWidth: duties.countedWidth,
    }
  }

  /** The number of the column in which a flag of duties is copied. */
  columnOf(flag: number): number {
    return this.#flags.indexOf(flag)
  }

  /** Where the letter of each duty lies. */
  lettersAt(letters: DayLetters): number {
    return this.#lettersFrom + this.#letters.indexOf(letters) * this.#room
  }

  /** Begins to copy into a memory. */
  moveInto(buffer: ArrayBuffer): void {
    this.#buffer = buffer
    this.#copied = 0
    this.copyNew()
  }

  /** Copies what has been met since the last time; throws `NoRoom` where it is too much. */
  copyNew(): void {
    const { duties } = this.#instance
    if (duties.count === this.#copied) return
    if (duties.count > this.#room || partsIn(this.#instance) > this.#partRoom) throw new NoRoom('more duties than there is room for')
    const [from, to] = [this.#copied, duties.count]
    const { variables } = this
    const copy = (name: string, column: Int32Array, width = 1): void => {
      new Int32Array(this.#buffer, variables[name]! + 4 * from * width, (to - from) * width).set(column.subarray(from * width, to * width))
    }
    copy('dutyStart', duties.start)
    copy('dutyEnd', duties.end)
    copy('dutySize', duties.size)
    copy('dutyReach', duties.reachDay)
    copy('dutyOffset', duties.partOffset)
    copy('dutyCounted', duties.counted, duties.countedWidth)
    const parts = [duties.partOffset[from]!, partsIn(this.#instance)] as const
    new Int32Array(this.#buffer, variables['dutyParts']! + 4 * parts[0], parts[1] - parts[0]).set(duties.parts.subarray(...parts))
    const bytesAt = (place: number): Uint8Array => new Uint8Array(this.#buffer, place + from, to - from)
    bytesAt(variables['dutyAnchor']!).set(duties.flags[ANCHOR]!.subarray(from, to))
    for (const [column, flag] of this.#flags.entries()) {
      bytesAt(variables['dutyFlags']! + column * this.#room).set(duties.flags[flag]!.subarray(from, to))
    }
    for (const letters of this.#letters) {
      const column = bytesAt(this.lettersAt(letters))
      for (let at = 0; at < column.length; at += 1) column[at] = letters.at(from + at, duties)
    }
    this.#copyKinds(bytesAt(variables['dutyWeekend']!), bytesAt(variables['dutySpoken']!), from)
    this.#copied = to
  }

  /** Which days of its weekend each duty works, and whether rules that tie employees speak of it, whoever works it. */
  #copyKinds(weekend: Uint8Array, spoken: Uint8Array, from: number): void {
    const { duties, links, coverage } = this.#instance
    for (let at = 0; at < weekend.length; at += 1) {
      const duty = from + at
      weekend[at] = weekendDaysOf(duties, duty)
      const isLinked = links !== null && duties.flags[LINKED]![duty] === 1
      spoken[at] = isLinked || (coverage !== null && isSeen(coverage, duties, duty)) ? 1 : 0
    }
  }
}

function partsIn({ duties: { partOffset, size, count } }: Instance): number {
  return partOffset[count - 1]! + size[count - 1]!
}
