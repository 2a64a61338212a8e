import { GatewayError } from '../model/errors.ts'

/**
 * Passwords hashed at a time. Node has four threads for work off its event loop, and a hash holds one, with 19 MiB, for some 40 ms. The two that
 * are left look up names and compress: with 200 log-ins at once on two cores 1 MiB was compressed after 0.1 s, and not after 8 s, when all of them were done.
 */
export const HASHES_AT_A_TIME = 2
/** Beyond this many that wait, some four seconds of work on one core each, the next is refused. */
export const MOST_WAITING_HASHES = 200
const COME_AGAIN_SECONDS = 5

/** Lets a few do their work at a time, the others after them in the order in which they came. */
export interface HashingTurns {
  /** Runs `work` when it is its turn. Throws `too-many-requests` when too many wait already. */
  take<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Turns that nobody has taken yet. */
export function createHashingTurns({ atATime, mostWaiting }: { readonly atATime: number; readonly mostWaiting: number }): HashingTurns {
  const waiting: (() => void)[] = []
  let busy = 0
  return {
    async take(work) {
      if (busy < atATime) busy += 1
      else {
        if (waiting.length >= mostWaiting) throw tooMany()
        // Whoever ends hands its place over, so that nobody who comes in between takes it.
        await new Promise<void>((admit) => waiting.push(admit))
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) busy -= 1
        else next()
      }
    },
  }
}

function tooMany(): GatewayError {
  return new GatewayError('too-many-requests', 'Too many log-ins wait for their turn.', `Try again in ${COME_AGAIN_SECONDS} seconds.`, {
    retryAfterSeconds: COME_AGAIN_SECONDS,
  })
}
