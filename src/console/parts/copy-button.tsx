import { announce } from './announce.tsx'

/** Copies a text. Where the browser permits none of that it is left to be selected by hand, and said so. */
export function CopyButton({ text }: { readonly text: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      announce('Copied.')
    } catch {
      announce('This browser does not permit copying here: select the text and copy it.')
    }
  }
  return (
    <button type="button" onClick={() => void copy()}>
      Copy
    </button>
  )
}
