import { useState } from 'preact/hooks'
import { findLastCallback } from '../gateway/last-callback.ts'
import { useAnswer } from '../gateway/use-answer.ts'
import { Field } from './field.tsx'
import { t } from '../texts/texts.ts'

interface CallbackFieldProps {
  /** What the schedule says itself; '' = nothing, and then the address that was used last is offered. */
  readonly given: string
  /** What is wrong with what was entered. */
  readonly problem?: string
}

/** Where the solved schedule is posted: the field `callbackUrl` of a form. */
export function CallbackField({ given, problem }: CallbackFieldProps) {
  const [entered, setEntered] = useState<string | null>(null)
  // Nobody is kept from submitting because no address could be found.
  const { value: last } = useAnswer(`callback ${given}`, (signal) => (given === '' ? findLastCallback(signal).catch(() => '') : Promise.resolve('')))
  const isOffered = entered === null && given === '' && last !== null && last !== ''
  return (
    <Field
      label={t('callback.label')}
      name="callbackUrl"
      type="url"
      required
      value={entered ?? (given === '' ? (last ?? '') : given)}
      onInput={(event) => setEntered((event.currentTarget as HTMLInputElement).value)}
      hint={`${t('callback.hint')} ${isOffered ? t('callback.usedLast') : t('callback.whoKnows')}`}
      {...(problem === undefined ? {} : { problem })}
    />
  )
}
