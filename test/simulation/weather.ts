import type { Dice } from './dice.ts'

/** How likely what goes wrong is, 0 to 1. Every seed has its own: some are quiet but for one kind of trouble. */
export interface Weather {
  /** Of a message between two processes: it takes up to 4 s, instead of some milliseconds. */
  readonly slow: number
  /** Of a statement or commit: the connection breaks before it arrives. */
  readonly unsent: number
  /** It is done, and the connection breaks before the answer arrives. */
  readonly unanswered: number
  /** The connection breaks, and what was sent is done all the same, later: after what the node does next. */
  readonly overtaken: number
  /** The node dies while it waits for the answer. */
  readonly crash: number
  /** Of a notice that wakes nodes: it is lost, and they look after two seconds. */
  readonly unheard: number
  /** Of an entry that is being worked on: the queue takes the node for dead and gives the entry to another as well. */
  readonly doubled: number
  /** Of a search: it dies. */
  readonly dying: number
  /** Of a callback: anything but a plain success. */
  readonly refused: number
}

/** Nothing goes wrong any more. */
export const CALM: Weather = { slow: 0, unsent: 0, unanswered: 0, overtaken: 0, crash: 0, unheard: 0, doubled: 0, dying: 0, refused: 0 }

/** The weather of one seed. */
export function throwWeather(dice: Dice): Weather {
  const upTo = (most: number): number => (dice.chance(0.35) ? 0 : (most * dice.between(0, 100)) / 100)
  return {
    slow: upTo(0.15),
    unsent: upTo(0.04),
    unanswered: upTo(0.1),
    overtaken: upTo(0.07),
    crash: upTo(0.012),
    unheard: upTo(0.8),
    doubled: upTo(0.3),
    dying: upTo(0.4),
    refused: upTo(0.8),
  }
}

/** How long a message takes, in milliseconds. */
export function throwLatencyMs(dice: Dice, { slow }: Weather): number {
  return dice.chance(slow) ? dice.between(50, 4000) : dice.between(0, 4)
}
