import { expect } from 'vitest'

/**
 * How long anything that a test waits for may take, in milliseconds. It ends a hang and measures nothing: machines are shared, and whatever takes
 * a second on a quiet one may take twenty beside others. A test that means "soon" has to say what must not happen before.
 */
export const HANG_MS = 60_000

/** Between two looks, in milliseconds. */
const LOOK_MS = 10

/** Waits until `isSo` answers something that is true, and gives it. Fails after `HANG_MS`, saying `what` it waited for. */
export async function until<Value>(what: string, isSo: () => Value | Promise<Value>): Promise<NonNullable<Value>> {
  let seen: Value | undefined
  await expect
    .poll(
      async () => {
        seen = await isSo()
        return Boolean(seen)
      },
      { timeout: HANG_MS, interval: LOOK_MS, message: what },
    )
    .toBe(true)
  return seen!
}
