import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../gateway/ask.ts'
import { announce } from '../parts/announce.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { FailureNotice } from '../parts/notices.tsx'
import { useKeptForm } from '../parts/kept-form.ts'
import { useAction } from '../parts/use-action.ts'
import { amountText } from '../parts/words.ts'
import { t } from '../texts/texts.ts'
import { findAnswers, offeredDay, type Preview, type SickAnswer, type SickCall, takeAnswer } from './sick-call.ts'
import { isSame, type PlanPerson } from './plan-document.ts'
import type { LivePlan } from './use-plan.ts'

/** Changes of an answer that are written out. */
const SHOWN = 8

interface SickProps {
  readonly planId: string
  readonly person: PlanPerson
  readonly plan: LivePlan
  readonly onClose: () => void
}

/** Somebody is ill: from when until when, then two or three answers, one of which is taken over. */
export function SickDialog({ planId, person, plan, onClose }: SickProps) {
  const name = person.name ?? String(person.id)
  const { ref, forget } = useKeptForm(`sick-${person.id}-${planId}`)
  const [start, setStart] = useState(() => offeredDay(plan.document, localToday()))
  const [last, setLast] = useState<string | null>(null)
  const end = last ?? start
  const sick: SickCall = { employeeId: person.id, start, end }
  const [found, setFound] = useState<Found | null>(null)
  // Answers for other days than those that are entered now are not shown: they would be taken with the wrong absence.
  const answers = found !== null && isSame(found.sick, sick) ? found.answers : []
  const look = useAction(async () => {
    setFound(null)
    const ask = (parameters: Readonly<Record<string, unknown>>): Promise<Preview> => call<Preview>('schedule.replan-preview', parameters)
    await findAnswers({ document: plan.document, sick }, ask, (so) => setFound({ sick, answers: so }))
  })
  const take = (answer: SickAnswer): void => {
    plan.edit((now) => takeAnswer(now, sick, answer) ?? now)
    forget()
    announce(t('sick.done', { name }))
    onClose()
  }
  // Whoever closes it tells nobody sick: days of another time would mislead.
  const leave = (): void => {
    forget()
    onClose()
  }
  const isOrdered = start !== '' && start <= end
  return (
    <Dialog title={t('sick.title', { name })} onClose={leave}>
      <form
        class="plan-form"
        ref={ref}
        onSubmit={(event) => {
          event.preventDefault()
          if (isOrdered) look.run()
        }}
      >
        <Field label={t('sick.first')} name="first" type="date" required value={start} onInput={(event) => setStart(valueOf(event))} />
        <Field
          label={t('sick.last')}
          name="last"
          type="date"
          required
          value={end}
          autofocus
          onInput={(event) => setLast(valueOf(event))}
          {...(isOrdered ? {} : { problem: t('sick.order') })}
        />
        <button type="submit" {...(answers.length === 0 ? { class: 'main' } : {})} disabled={look.isBusy || !isOrdered}>
          {t('sick.look')}
        </button>
      </form>
      <Answers answers={answers} canTake={(answer) => takeAnswer(plan.document, sick, answer) !== null} onTake={take} />
      <p role="status" class="quiet">
        {look.isBusy && t('sick.looking')}
      </p>
      <FailureNotice failure={look.failure} />
    </Dialog>
  )
}

/** Answers, and the days that they are for. */
interface Found {
  readonly sick: SickCall
  readonly answers: readonly SickAnswer[]
}

/** Once there are answers, the focus goes from the form to the button of the first one, so that the next key accepts it. */
function useFocusOnFirst(areThere: boolean) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (areThere) list.current?.querySelector('button')?.focus()
  }, [areThere])
  return list
}

interface AnswersProps {
  readonly answers: readonly SickAnswer[]
  readonly canTake: (answer: SickAnswer) => boolean
  readonly onTake: (answer: SickAnswer) => void
}

function Answers({ answers, canTake, onTake }: AnswersProps) {
  const list = useFocusOnFirst(answers.length > 0)
  return (
    <ul class="plan-list" aria-label={t('sick.answers')} ref={list}>
      {answers.map((answer) => (
        <li key={answer.kind}>
          <Answer answer={answer} canTake={canTake(answer)} onTake={onTake} />
        </li>
      ))}
    </ul>
  )
}

interface AnswerProps {
  readonly answer: SickAnswer
  readonly canTake: boolean
  readonly onTake: (answer: SickAnswer) => void
}

function Answer({ answer, canTake, onTake }: AnswerProps) {
  const { kind, changes, empty, score, costChange, currency } = answer
  const isGood = empty === 0 && score[0] === 0
  const title = changes.length === 0 ? t('sick.nothing') : t(`sick.kind.${kind}`)
  return (
    <section class={`sick-answer notice notice-${isGood ? 'good' : 'bad'}`}>
      <h3>{title}</h3>
      <p>
        {empty === 0 ? t('sick.filled') : t('sick.empty', { count: empty })}
        {' · '}
        {score[0] === 0 ? t('sick.lawful') : t('sick.unlawful')}
        {costChange !== undefined && ` · ${amountText(costChange, currency, { signDisplay: 'exceptZero' })}`}
      </p>
      <ul>
        {changes.slice(0, SHOWN).map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
        {changes.length > SHOWN && <li>{t('sick.more', { count: changes.length - SHOWN })}</li>}
      </ul>
      {canTake ? (
        <button type="button" class="main" aria-label={`${t('sick.accept')}: ${title}`} onClick={() => onTake(answer)}>
          {t('sick.accept')}
        </button>
      ) : (
        <p>{t('sick.unfit')}</p>
      )}
    </section>
  )
}

function valueOf({ currentTarget }: Event): string {
  return (currentTarget as HTMLInputElement).value
}

/** Today in the reader's own zone. */
function localToday(): string {
  const now = new Date()
  return new Date(now.getTime() - 60_000 * now.getTimezoneOffset()).toISOString().slice(0, 10)
}
