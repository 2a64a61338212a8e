/**
 * How long anything that a test waits for may take, in milliseconds. It ends a hang and measures nothing: machines are shared, and whatever takes
 * a second on a quiet one may take a minute beside twenty others. A test that means "soon" has to say what must not happen before.
 */
export const HANG_MS = 240_000

/** The environment of a server whose own patience is not what is tested: a busy machine takes its time for an answer, and tests ask until something is so. */
export const PATIENT: Readonly<Record<string, string>> = { TURNUS_CALL_SECONDS: '600', TURNUS_REQUESTS_PER_MINUTE: '1000000' }

/** Between two looks, in milliseconds. */
const LOOK_MS = 10

// As they are before a test puts a clock of its own in their place.
const { setTimeout: startTimer, performance: clock } = globalThis
const readClock = clock.now.bind(clock)

/**
 * Waits until `isSo` answers something that is true, and gives it. Fails after `HANG_MS`, saying `what` it waited for. Unlike `expect.poll` it asks for no
 * test, so that helpers of tests that run side by side can wait too.
 */
export async function until<Value>(what: string, isSo: () => Value | Promise<Value>): Promise<NonNullable<Value>> {
  const startedMs = readClock()
  while (true) {
    const { seen, cause } = await Promise.resolve()
      .then(isSo)
      .then(
        (value) => ({ seen: value, cause: undefined }),
        (error: unknown) => ({ seen: undefined, cause: error }),
      )
    if (seen) return seen
    if (readClock() - startedMs > HANG_MS) throw new Error(`Waited in vain: ${what}. Seen last: ${String(seen)}`, { cause })
    await new Promise((done) => {
      startTimer(done, LOOK_MS)
    })
  }
}
