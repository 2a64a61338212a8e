import { useMemo, useRef, useState } from 'preact/hooks'
import { NOBODY } from '../../model/roster.ts'
import { goTo } from '../frame/router.ts'
import { ask } from '../gateway/ask.ts'
import type { SubmissionAnswer } from '../gateway/documents.ts'
import { rememberCallback } from '../gateway/last-callback.ts'
import { CallbackField } from '../parts/callback-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { newKey } from '../submit/submission.ts'
import { keptOffOf, type Resubmission, resubmissionOf } from './resubmission.ts'
import { absenceText, dayText, retimingText, shiftText, whoText } from './roster-words.ts'
import type { Desk } from './use-desk.ts'
import { t } from '../texts/texts.ts'

const NOBODY_OFF: Resubmission['keptOff'] = []

/** What is fixed when it is submitted again. */
type Fixing = 'changed' | 'chosen' | 'all'

/** Submits the schedule again with the changes fixed, and goes to the new job. */
export function ResubmitDialog({ desk, onClose }: { readonly desk: Desk; readonly onClose: () => void }) {
  const { model } = desk.shown
  const [fixing, setFixing] = useState<Fixing>('changed')
  const changed = desk.changes.map(({ shift }) => shift)
  const fixable = changed.filter((shift) => desk.copy.roster[shift] !== NOBODY)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(fixable))
  const fixed = useMemo(() => fixedOf(desk, fixing, chosen), [desk, fixing, chosen])
  const keptOff = useMemo(() => keptOffOf(model, desk.copy), [model, desk.copy])
  const [keepsOff, setKeepsOff] = useState(true)
  const { failure, isBusy, submit } = useResubmission(desk, { fixed, keptOff: keepsOff ? keptOff : NOBODY_OFF })
  const headerName = model.document.callbackAuthenticationHeaderName
  return (
    <Dialog title={t('head.submitAgain')} onClose={onClose}>
      <form onSubmit={submit}>
        <p>{t('resubmit.intro')}</p>
        <fieldset class="roster-fixing">
          <legend>{t('resubmit.fix')}</legend>
          <Choice value="changed" now={fixing} onChoose={setFixing} text={changedText(fixable.length)} />
          {fixable.length > 1 && <Choice value="chosen" now={fixing} onChoose={setFixing} text={t('resubmit.some')} />}
          {fixing === 'chosen' && <ChosenShifts desk={desk} shifts={fixable} chosen={chosen} onChange={setChosen} />}
          <Choice value="all" now={fixing} onChoose={setFixing} text={t('resubmit.every')} />
        </fieldset>
        {fixable.length < changed.length && <p class="notice notice-warn">{t('resubmit.leftEmpty', { count: changed.length - fixable.length })}</p>}
        {keptOff.length > 0 && (
          <label class="roster-choice">
            <input type="checkbox" checked={keepsOff} onChange={(event) => setKeepsOff(event.currentTarget.checked)} />{' '}
            {t('resubmit.keptOff', {
              who: keptOff
                .map(({ shift, employee }) => `${whoText(model, employee)} (${dayText(model, model.schedule.shifts[shift]!.day)})`)
                .join(', '),
            })}
          </label>
        )}
        {desk.copy.absences.length > 0 && (
          <p class="notice">{t('resubmit.absent', { who: desk.copy.absences.map((absence) => absenceText(model, absence)).join('; ') })}</p>
        )}
        {desk.copy.times.length > 0 && (
          <p class="notice">{t('resubmit.times', { shifts: desk.copy.times.map((retiming) => retimingText(model, retiming)).join('; ') })}</p>
        )}
        <CallbackField given={model.document.callbackUrl ?? ''} />
        {headerName && (
          <Field
            label={t('resubmit.secret', { header: headerName })}
            name="callbackSecret"
            type="password"
            autocomplete="off"
            hint={t('resubmit.secretHint')}
          />
        )}
        <FailureNotice failure={failure} />
        <button type="submit" class="main" disabled={isBusy}>
          {submitText(isBusy, fixed.size)}
        </button>
      </form>
    </Dialog>
  )
}

function changedText(count: number): string {
  return count === 0 ? t('resubmit.noneChanged') : t('resubmit.changed', { count })
}

function submitText(isBusy: boolean, fixed: number): string {
  if (isBusy) return t('resubmit.submitting')
  return fixed === 0 ? t('resubmit.withoutFixing') : t('resubmit.withFixed', { number: fixed })
}

/** A submission that was tried: a second click, or one after an answer that was lost, makes no second job. */
interface Tried {
  readonly fixed: ReadonlySet<number>
  readonly keptOff: Resubmission['keptOff']
  readonly callbackUrl: string
  readonly key: string
}

function useResubmission({ shown: { model }, copy, forget }: Desk, { fixed, keptOff }: Pick<Resubmission, 'fixed' | 'keptOff'>) {
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const tried = useRef<Tried | null>(null)
  const submit = (event: Event): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const callbackUrl = readText(form, 'callbackUrl').trim()
    const secret = readText(form, 'callbackSecret')
    const body = resubmissionOf(model, { roster: copy.roster, fixed, keptOff, callbackUrl, callbackSecret: secret === '' ? null : secret })
    const { current: last } = tried
    const key = last !== null && last.fixed === fixed && last.keptOff === keptOff && last.callbackUrl === callbackUrl ? last.key : newKey()
    tried.current = { fixed, keptOff, callbackUrl, key }
    setBusy(true)
    setFailure(null)
    ask('/api/v1/gateway', { method: 'POST', body, headers: { 'idempotency-key': key } })
      .then(async (answer) => {
        rememberCallback(callbackUrl)
        forget()
        goTo(['jobs', ((await answer.json()) as SubmissionAnswer).solverProblemId])
      })
      .catch((refused: unknown) => {
        setFailure(refused)
        setBusy(false)
      })
  }
  return { failure, isBusy, submit }
}

interface ChosenShiftsProps {
  readonly desk: Desk
  readonly shifts: readonly number[]
  readonly chosen: ReadonlySet<number>
  readonly onChange: (chosen: ReadonlySet<number>) => void
}

function ChosenShifts({ desk, shifts, chosen, onChange }: ChosenShiftsProps) {
  const { model } = desk.shown
  const toggle = (shift: number): void => onChange(new Set(chosen.has(shift) ? [...chosen].filter((each) => each !== shift) : [...chosen, shift]))
  return (
    <ul class="roster-list">
      {shifts.map((shift) => (
        <li key={shift}>
          <label>
            <input type="checkbox" checked={chosen.has(shift)} onChange={() => toggle(shift)} /> {dayText(model, model.schedule.shifts[shift]!.day)}:{' '}
            {shiftText(model, shift)}, <bdi>{whoText(model, desk.copy.roster[shift]!)}</bdi>
          </label>
        </li>
      ))}
    </ul>
  )
}

interface ChoiceProps {
  readonly value: Fixing
  readonly now: Fixing
  readonly text: string
  readonly onChoose: (fixing: Fixing) => void
}

function Choice({ value, now, text, onChoose }: ChoiceProps) {
  return (
    <label class="roster-choice">
      <input type="radio" name="fixing" checked={now === value} onChange={() => onChoose(value)} /> {text}
    </label>
  )
}

function fixedOf({ copy, changes }: Desk, fixing: Fixing, chosen: ReadonlySet<number>): ReadonlySet<number> {
  if (fixing === 'chosen') return chosen
  const shifts = fixing === 'all' ? [...copy.roster.keys()] : changes.map(({ shift }) => shift)
  return new Set(shifts.filter((shift) => copy.roster[shift] !== NOBODY))
}
