import { useEffect, useState } from 'preact/hooks'

const SHOWN_MS = 6000
const listeners = new Set<(text: string) => void>()

/** Says what was done: at the foot of the page for some seconds, and to a screen reader. */
export function announce(text: string): void {
  for (const tell of listeners) tell(text)
}

/** Where announcements appear; once on the page. */
export function Announcements() {
  const [said, say] = useState({ text: '' })
  useEffect(() => {
    const listen = (text: string): void => say({ text })
    listeners.add(listen)
    return () => {
      listeners.delete(listen)
    }
  }, [])
  useEffect(() => {
    if (said.text === '') return
    const timer = setTimeout(() => say({ text: '' }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <div role="status" class="announcements">
      {said.text !== '' && <p>{said.text}</p>}
    </div>
  )
}
