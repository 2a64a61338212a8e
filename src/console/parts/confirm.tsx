import type { ComponentChildren } from 'preact'
import { useAction } from './use-action.ts'
import { Dialog } from './dialog.tsx'
import { FailureNotice } from './notices.tsx'
import { t } from '../texts/texts.ts'

interface ConfirmProps {
  readonly title: string
  /** What the button that does it says, such as `Withdraw`. */
  readonly action: string
  /** What the button that does not says; `Keep it` when absent. */
  readonly leave?: string
  /** Does it; a failure is shown, and the dialog stays. */
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** Asks before something is done that cannot be taken back. */
export function Confirm({ title, action, leave = t('page.keepIt'), onConfirm, onClose, children }: ConfirmProps) {
  const { failure, isBusy, run } = useAction(onConfirm)
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <FailureNotice failure={failure} />
      <div class="row dialog-foot">
        <button type="button" onClick={onClose}>
          {leave}
        </button>
        <button type="button" class="danger" disabled={isBusy} onClick={() => run()}>
          {action}
        </button>
      </div>
    </Dialog>
  )
}
