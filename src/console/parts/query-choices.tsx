import { changeQuery, usePlace } from '../frame/router.ts'

interface QueryChoicesProps {
  /** What is chosen, for a screen reader. */
  readonly label: string
  /** The name in the query of the address that says what is chosen. */
  readonly name: string
  /** '' stands for an address that does not say. */
  readonly options: readonly { readonly value: string; readonly text: string }[]
}

/** Buttons of which one is pressed: which part of a list is shown, from its first page on. */
export function QueryChoices({ label, name, options }: QueryChoicesProps) {
  const chosen = usePlace().query.get(name) ?? ''
  return (
    <div class="choices" role="group" aria-label={label}>
      {options.map(({ value, text }) => (
        <button key={value} type="button" aria-pressed={chosen === value} onClick={() => changeQuery({ [name]: value, cursor: null })}>
          {text}
        </button>
      ))}
    </div>
  )
}
