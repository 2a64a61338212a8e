import { useId } from 'preact/hooks'
import { readText } from '../parts/form.ts'
import { useKeptForm } from '../parts/kept-form.ts'
import { t } from '../texts/texts.ts'

interface PasteProps {
  /** What the form is called, the same after a reload. */
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly action: string
  readonly onText: (text: string) => void
}

/** A place to paste lines of a spreadsheet into, folded away until it is wanted. */
export function PasteForm({ name, label, hint, action, onText }: PasteProps) {
  const id = useId()
  const { ref, forget } = useKeptForm(name)
  return (
    <details>
      <summary>{label}</summary>
      <form
        ref={ref}
        onSubmit={(event) => {
          event.preventDefault()
          onText(readText(new FormData(event.currentTarget), 'text'))
          event.currentTarget.reset()
          forget()
        }}
      >
        <div class="field">
          <label>
            {t('paste.lines')}
            <textarea name="text" rows={6} aria-describedby={`${id}-hint`} />
          </label>
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        </div>
        <button type="submit">{action}</button>
      </form>
    </details>
  )
}
