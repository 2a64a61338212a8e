import { useId } from 'preact/hooks'
import { readText } from '../parts/form.ts'
import { useKeptForm } from '../parts/kept-form.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { useAction } from '../parts/use-action.ts'
import { readLines } from '../submit/read-lines.ts'
import { t } from '../texts/texts.ts'

interface PasteProps {
  /** What the form is called, the same after a reload. */
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly action: string
  /** What the sheet is called, where the file is a workbook of several. */
  readonly sheets: readonly string[]
  readonly onText: (text: string) => void
}

/** A place to paste lines of a spreadsheet into, or to fill with those of a file, folded away until it is wanted. */
export function PasteForm({ name, label, hint, action, sheets, onText }: PasteProps) {
  const id = useId()
  const { ref, forget } = useKeptForm(name)
  const take = useAction(async (file: File) => {
    const field = ref.current!.elements.namedItem('text') as HTMLTextAreaElement
    field.value = await readLines(file, sheets)
    // It is kept as what is typed is, and the form is sent once somebody has looked at it.
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  })
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
            {t('paste.file')}
            <input
              type="file"
              accept=".xlsx,.xlsm,.csv,.tsv,.txt"
              disabled={take.isBusy}
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0]
                // The same file can be chosen again once it was mended.
                currentTarget.value = ''
                if (file !== undefined) take.run(file)
              }}
            />
          </label>
          <FailureNotice failure={take.failure} />
        </div>
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
