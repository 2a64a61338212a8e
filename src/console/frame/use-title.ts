import { useEffect } from 'preact/hooks'

/** Names the page in the tab: `Jobs · Turnus`. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Turnus`
  }, [title])
}
