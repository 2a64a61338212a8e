import { announce } from './announce.tsx'
import { t } from '../texts/texts.ts'

/** Copies a text. Where the browser permits none of that it is left to be selected by hand, and said so. */
export function CopyButton({ text }: { readonly text: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      announce(t('page.copied'))
    } catch {
      announce(t('page.copyByHand'))
    }
  }
  return (
    <button type="button" onClick={() => void copy()}>
      {t('page.copy')}
    </button>
  )
}
