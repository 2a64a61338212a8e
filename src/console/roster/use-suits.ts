import { useEffect, useState } from 'preact/hooks'
import { askForSuits, type Asked } from './questions.ts'
import { type Suit, suitsOf } from './suits.ts'

const NOT_KNOWN: ReadonlyMap<number, Suit> = new Map()

/** How a shift would suit each employee, by position, while it is carried; empty until that is known, and where the gateway cannot say. */
export function useSuits(asked: Asked, shift: number | null): ReadonlyMap<number, Suit> {
  const [state, setState] = useState({ shift, suits: NOT_KNOWN })
  const { job, roster } = asked
  useEffect(() => {
    if (shift === null) return undefined
    const stop = new AbortController()
    setState({ shift, suits: NOT_KNOWN })
    askForSuits(asked, shift, stop.signal).then(
      (answer) => {
        if (!stop.signal.aborted) setState({ shift, suits: suitsOf(job.model, answer) })
      },
      // Whether it can be reached is told elsewhere; the shift is carried all the same.
      () => undefined,
    )
    return () => stop.abort()
  }, [job, roster, shift])
  return state.shift === shift && shift !== null ? state.suits : NOT_KNOWN
}
