/** Milliseconds on a steady clock that is the same in all threads of this process. */
export function clockMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000
}
