import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly name: string
  readonly hint?: string
  /** What is wrong with what was entered. */
  readonly problem?: string
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'date' | 'url' | 'datetime-local'
  readonly autocomplete?: string
  readonly required?: boolean
  /** For a page that keeps what is entered; with `onInput`. */
  readonly value?: string
  /** What stands in it at first, for a form that is read when it is sent. */
  readonly defaultValue?: string
  /** How it is written, while it is empty. */
  readonly placeholder?: string
  readonly min?: number
  readonly max?: number
  readonly minLength?: number
  readonly maxLength?: number
  /** Where a dialog begins. */
  readonly autofocus?: boolean
  readonly onInput?: (event: Event) => void
}

/** A labelled input, with a hint and what is wrong with it. */
export function Field({ label, hint, problem, ...input }: FieldProps) {
  const id = useId()
  const describedBy = [hint === undefined ? null : `${id}-hint`, problem === undefined ? null : `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        // Preact ties each type of input to its own attributes; these are common to all of ours.
        {...(input as object)}
        id={id}
        {...(describedBy === '' ? {} : { 'aria-describedby': describedBy })}
        {...(problem === undefined ? {} : { 'aria-invalid': true })}
      />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** What may be chosen. */
export interface Option {
  readonly value: string
  readonly text: string
}

interface SelectProps {
  readonly label: string
  readonly name: string
  readonly options: readonly Option[]
  /** For a page that keeps what is chosen; with `onChange`. */
  readonly value?: string
  /** What is chosen at first, for a form that is read when it is sent. */
  readonly defaultValue?: string
  readonly onChange?: (value: string) => void
}

/** A labelled choice of one. */
export function Select({ label, name, options, value, defaultValue, onChange }: SelectProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name} {...(value === undefined ? {} : { value })} onChange={(event) => onChange?.(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === (value ?? defaultValue)}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  )
}

interface ChecksProps {
  readonly label: string
  readonly name: string
  readonly options: readonly Option[]
  /** The values that are ticked at first. */
  readonly ticked?: readonly string[]
  readonly hint?: string
}

/** A labelled choice of some. */
export function Checks({ label, name, options, ticked = [], hint }: ChecksProps) {
  return (
    <fieldset class="field checks">
      <legend>{label}</legend>
      {options.map(({ value, text }) => (
        <label key={value}>
          <input type="checkbox" name={name} value={value} defaultChecked={ticked.includes(value)} />
          {text}
        </label>
      ))}
      {hint !== undefined && <p class="hint">{hint}</p>}
    </fieldset>
  )
}
