import { GatewayError } from '../model/errors.ts'

/** One body that is being read. */
export interface HeldBody {
  /** Counts more bytes of it. Throws `too-many-requests` when the node holds too many of all bodies together. */
  add(bytes: number): void
  /** Counts none of them any more. Safe to call twice. */
  release(): void
}

/** Counts the bytes of all bodies that a node holds in memory, and refuses those beyond `maxBytes`: each alone may be within its limit. */
export function createHeldBodies(maxBytes: number): { open(): HeldBody } {
  let held = 0
  return {
    open() {
      let mine = 0
      let isReleased = false
      return {
        add(bytes) {
          if (held + bytes > maxBytes) {
            throw new GatewayError(
              'too-many-requests',
              'This node is reading as many bodies as it holds at a time.',
              'Send the request again when Retry-After says, compressed with gzip if it was not, or to another node.',
            )
          }
          // What comes after the answer is thrown away, and not held.
          if (isReleased) return
          held += bytes
          mine += bytes
        },
        release() {
          isReleased = true
          held -= mine
          mine = 0
        },
      }
    },
  }
}
