import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../texts/texts.ts'

interface DialogProps {
  readonly title: string
  /** Called when it is left, by Escape too. */
  readonly onClose: () => void
  /** As wide as the page has room for. */
  readonly isWide?: boolean
  readonly children: ComponentChildren
}

/** A dialog over the page; the browser keeps the focus within. It goes back to what opened the dialog or, when that is gone, to the page. */
export function Dialog({ title, onClose, isWide = false, children }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isGone = useRef(false)
  useEffect(() => {
    const opened = dialog.current
    const opener = document.activeElement
    opened?.showModal()
    return () => {
      isGone.current = true
      opened?.close()
      // One that the page takes away does not give the focus back by itself.
      if (document.activeElement === document.body) giveFocus(opener)
    }
  }, [])
  return (
    <dialog class={isWide ? 'is-wide' : ''} ref={dialog} aria-labelledby={id} onClose={() => isGone.current || onClose()}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="plain" onClick={() => dialog.current?.close()}>
          {t('page.close')}
        </button>
      </div>
      {children}
    </dialog>
  )
}

function giveFocus(to: Element | null): void {
  const target = to instanceof HTMLElement && to.isConnected && to !== document.body ? to : document.getElementById('main')
  target?.focus()
}
