import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { AGAIN_MS, isForLater } from './ask.ts'
import { useLanguage } from '../texts/texts.ts'
import { onReach } from './reach.ts'

/** Something that is asked of the gateway: the last answer stays while the next one is awaited, and after one that failed. */
export interface Answered<Value> {
  readonly value: Value | null
  readonly failure: unknown
  readonly isAsking: boolean
  /** Asks again. */
  readonly again: () => void
}

export interface UseAnswerOptions {
  /** Asks again so long after each answer, in milliseconds; not by itself when absent. A tab in the background waits. */
  readonly everyMs?: number
}

/** Asks when first drawn, whenever `key` or the language changes, whenever the gateway is back, and as `everyMs` says. An answer that nobody waits for any more is dropped. */
export function useAnswer<Value>(
  key: string,
  question: (signal: AbortSignal) => Promise<Value>,
  { everyMs }: UseAnswerOptions = {},
): Answered<Value> {
  const [state, setState] = useState<{ key: string; value: Value | null; failure: unknown; isAsking: boolean }>({
    key,
    value: null,
    failure: null,
    isAsking: true,
  })
  const [round, setRound] = useState(0)
  // Answers are sentences too.
  const language = useLanguage()
  const latest = useRef(question)
  latest.current = question
  const again = useCallback(() => setRound((last) => last + 1), [])

  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    setState((last) => (last.key === key ? { ...last, isAsking: true } : { key, value: null, failure: null, isAsking: true }))
    const settle = (next: { value?: Value; failure: unknown }): void => {
      if (stop.signal.aborted) return
      setState((last) => ({ key, value: last.key === key ? last.value : null, ...next, isAsking: false }))
      const pauseMs = isForLater(next.failure) ? AGAIN_MS : everyMs
      if (pauseMs !== undefined) timer = setTimeout(() => (document.hidden ? waitUntilSeen(again, stop.signal) : again()), pauseMs)
    }
    latest.current(stop.signal).then(
      (value) => settle({ value, failure: null }),
      (failure: unknown) => settle({ failure }),
    )
    const forget = onReach((reach) => {
      if (reach === 'reached') again()
    })
    return () => {
      stop.abort()
      clearTimeout(timer)
      forget()
    }
  }, [key, language, round, everyMs, again])

  const isOfKey = state.key === key
  return { value: isOfKey ? state.value : null, failure: isOfKey ? state.failure : null, isAsking: state.isAsking || !isOfKey, again }
}

function waitUntilSeen(then: () => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', then, { once: true, signal })
}
