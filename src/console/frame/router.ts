import { useEffect, useMemo, useState } from 'preact/hooks'

/** Where the console is: `#/jobs/4711/roster?day=3` is `{ path: ['jobs', '4711', 'roster'], query }`. After the hash, so that any static host serves it. */
export interface Place {
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

/** The place that a hash names. */
export function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2)
  return { path: path.split('/').filter(Boolean).map(decodePart), query: new URLSearchParams(query) }
}

/** The hash of a place, for `href`. */
export function hrefOf(path: readonly (string | number)[], query: Readonly<Record<string, string>> = {}): string {
  const asked = new URLSearchParams(query).toString()
  return `#/${path.map(encodeURIComponent).join('/')}${asked === '' ? '' : `?${asked}`}`
}

/** Goes there. */
export function goTo(path: readonly (string | number)[], query: Readonly<Record<string, string>> = {}): void {
  location.hash = hrefOf(path, query)
}

/** Changes the query of this place without a new entry in the history of the tab; '' and null take a name away. */
export function changeQuery(changes: Readonly<Record<string, string | null>>): void {
  const { path, query } = readPlace(location.hash)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name)
    else query.set(name, value)
  }
  history.replaceState(null, '', hrefOf(path, Object.fromEntries(query)))
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** The place now, and a new drawing whenever it changes. */
export function usePlace(): Place {
  const [hash, setHash] = useState(() => location.hash)
  useEffect(() => {
    const read = (): void => setHash(location.hash)
    addEventListener('hashchange', read)
    // It may have changed since this was drawn, when nothing listened yet.
    read()
    return () => removeEventListener('hashchange', read)
  }, [])
  return useMemo(() => readPlace(hash), [hash])
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
