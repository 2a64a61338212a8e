import { useLayoutEffect } from 'preact/hooks'
import type { Carry } from './carry.ts'
import type { Desk } from './use-desk.ts'

/** Ctrl+Z and Ctrl+Y anywhere on the page, but in fields, which have their own. */
export function useUndoKeys({ undo, redo }: Desk, carry: Carry | null): void {
  // Not a moment later: a key may follow the drop at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isField = event.target instanceof Element && event.target.matches('input, textarea, select')
      if (isField || carry !== null || !(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) redo()
      else undo()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [undo, redo, carry])
}
