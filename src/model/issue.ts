/** Something wrong or doubtful in the input: a value, collected and returned with all others, never thrown. */
export interface Issue {
  /** RFC 6901 pointer into the posted document, such as `/employees/3/wishes/0/end`; the empty string is the whole of it. */
  readonly pointer: string
  /** Stable, kebab-case, documented in docs/errors.md. */
  readonly code: string
  /** What is wrong, naming the field and the value. */
  readonly detail: string
  /** What to do about it. */
  readonly hint: string
}
