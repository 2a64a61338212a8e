import { useEffect, useState } from 'preact/hooks'

/** Whether a media query holds, and a new drawing whenever that changes. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const asked = matchMedia(query)
    const look = (): void => setHolds(asked.matches)
    look()
    asked.addEventListener('change', look)
    return () => asked.removeEventListener('change', look)
  }, [query])
  return holds
}
