import { useId } from 'preact/hooks'
import { readText } from '../parts/form.ts'

interface PasteProps {
  readonly label: string
  readonly hint: string
  readonly action: string
  readonly onText: (text: string) => void
}

/** A place to paste lines of a spreadsheet into, folded away until it is wanted. */
export function PasteForm({ label, hint, action, onText }: PasteProps) {
  const id = useId()
  return (
    <details>
      <summary>{label}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onText(readText(new FormData(event.currentTarget), 'text'))
          event.currentTarget.reset()
        }}
      >
        <div class="field">
          <label>
            Lines
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
