import type { ComponentChildren } from 'preact'
import { Refused } from '../gateway/ask.ts'
import type { Issue } from '../gateway/documents.ts'
import { Dialog } from './dialog.tsx'
import { FailureNotice } from './notices.tsx'
import { useKeptForm } from './kept-form.ts'
import { useAction } from './use-action.ts'
import { t } from '../texts/texts.ts'

interface FormDialogProps {
  /** Names the form: what is typed into it is there again after a reload and after a session that ended, but for passwords. */
  readonly name: string
  readonly title: string
  /** What the button that sends it says. */
  readonly action: string
  /** Sends it; a failure is shown, and the dialog stays. */
  readonly onSend: (form: FormData) => Promise<void>
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A dialog with a form; what the gateway finds wrong stands below it. */
export function FormDialog({ name, title, action, onSend, onClose, children }: FormDialogProps) {
  const { ref, forget } = useKeptForm(name)
  const { failure, isBusy, run } = useAction(async (form: FormData) => {
    await onSend(form)
    forget()
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={ref}
        onSubmit={(event) => {
          event.preventDefault()
          run(new FormData(event.currentTarget))
        }}
      >
        {children}
        <FailureNotice failure={failure} />
        <IssueNotes failure={failure} />
        <div class="row dialog-foot">
          <button
            type="button"
            onClick={() => {
              forget()
              onClose()
            }}
          >
            {t('admin.cancel')}
          </button>
          <button type="submit" class="main" disabled={isBusy}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function IssueNotes({ failure }: { readonly failure: unknown }) {
  const issues: readonly Issue[] = failure instanceof Refused ? (failure.problem.errors ?? []) : []
  if (issues.length === 0) return null
  return (
    <ul class="issue-list">
      {issues.map(({ pointer, code, detail, hint }) => (
        <li key={`${pointer} ${code}`}>
          {detail} <span class="quiet">{hint}</span>
        </li>
      ))}
    </ul>
  )
}
