import { useState } from 'preact/hooks'
import { currentSession } from '../gateway/session.ts'
import { placeOfForm } from './kept-form.ts'

/**
 * What of a page is open, such as a dialog: the same after a reload and after a session that ended, so that what was typed there is seen again. `name`: the same after a
 * reload. `isKept`: whether a state may be kept; one with a secret may not. Signing out forgets it.
 */
export function useKeptState<State>(
  name: string,
  isKept: (state: State) => boolean = () => true,
): readonly [State | null, (state: State | null) => void] {
  const place = placeOfForm(currentSession()!, `state ${name}`)
  const [state, setState] = useState<State | null>(() => readState<State>(place))
  const change = (next: State | null): void => {
    setState(next)
    keepState(place, next !== null && isKept(next) ? next : null)
  }
  return [state, change]
}

function readState<State>(place: string): State | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null') as State | null
  } catch {
    return null
  }
}

function keepState(place: string, state: unknown): void {
  try {
    if (state === null) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify(state))
  } catch {
    // What is typed is in the dialog still.
  }
}
