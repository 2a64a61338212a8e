import { useEffect, useState } from 'preact/hooks'
import { createBroadcast } from './broadcast.ts'

const SHOWN_MS = 6000
const announced = createBroadcast<string>()

/** Says what was done: at the foot of the page for some seconds, and to a screen reader. */
export function announce(text: string): void {
  announced.tell(text)
}

/** Where announcements appear; once on the page. */
export function Announcements() {
  const [said, say] = useState({ text: '' })
  useEffect(() => announced.listen((text) => say({ text })), [])
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
