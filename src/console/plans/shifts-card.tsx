import { useState } from 'preact/hooks'
import { Checks, Field } from '../parts/field.tsx'
import { readText, readTexts } from '../parts/form.ts'
import { useKeptForm } from '../parts/kept-form.ts'
import { SaveTable } from '../parts/save-table.tsx'
import { weekdayText } from '../roster/roster-words.ts'
import { addWeekShifts, groupShifts, readWeekShifts, removeShifts } from './plan-document.ts'
import { PasteForm } from './paste-form.tsx'
import { shiftRows } from './plan-tables.ts'
import type { LivePlan } from './use-plan.ts'
import { t } from '../texts/texts.ts'

/** Dates, both included. */
interface Period {
  readonly from: string
  readonly to: string
}

/** Monday first. */
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const

/** What is to be worked: shifts by a week template, over a period. */
export function ShiftsCard({ planId, plan }: { readonly planId: string; readonly plan: LivePlan }) {
  const { document, edit } = plan
  const days = useKeptForm(`plan ${planId} period`)
  const week = useKeptForm(`plan ${planId} week`)
  const [period, setPeriod] = useState(() => periodOf(document.shifts ?? []))
  const input = (name: 'from' | 'to') => (event: Event) => {
    const { value } = event.currentTarget as HTMLInputElement
    setPeriod((last) => ({ ...last, [name]: value }))
  }
  return (
    <section class="card">
      <h2>{t('words.shifts', { count: document.shifts?.length ?? 0 })}</h2>
      <Groups plan={plan} />
      <form class="plan-form" ref={days.ref} onSubmit={(event) => event.preventDefault()}>
        <Field label={t('shifts.first')} name="from" type="date" value={period.from} onInput={input('from')} />
        <Field label={t('shifts.last')} name="to" type="date" value={period.to} onInput={input('to')} />
      </form>
      <form
        class="plan-form"
        ref={week.ref}
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const template = {
            spot: readText(form, 'spot').trim(),
            start: readText(form, 'start'),
            end: readText(form, 'end'),
            people: Number(readText(form, 'people')),
            weekdays: readTexts(form, 'weekday').map(Number),
          }
          edit((now) => addWeekShifts(now, template, period.from, period.to))
          week.forget()
          days.forget()
        }}
      >
        <Field label={t('shifts.where')} name="spot" required hint={t('shifts.whereHint')} />
        <Field label={t('shifts.from')} name="start" type="text" required defaultValue="07:00" placeholder="07:00" />
        <Field label={t('shifts.until')} name="end" type="text" required defaultValue="15:00" placeholder="15:00" />
        <Field label={t('shifts.people')} name="people" type="number" min={1} max={50} required defaultValue="1" />
        <Checks
          label={t('shifts.on')}
          name="weekday"
          options={WEEKDAYS.map((weekday) => ({ value: String(weekday), text: weekdayText(weekday) }))}
          ticked={['0', '1', '2', '3', '4']}
        />
        <button type="submit">{t('shifts.add')}</button>
      </form>
      {(document.shifts ?? []).length > 0 && <SaveTable what={t('job.shifts')} rows={() => shiftRows(document)} />}
      <PasteShifts planId={planId} plan={plan} period={period} />
    </section>
  )
}

interface PasteProps {
  readonly planId: string
  readonly plan: LivePlan
  readonly period: Period
}

/** Shifts of a week, or of single days, out of a spreadsheet. */
function PasteShifts({ planId, plan: { edit }, period: { from, to } }: PasteProps) {
  const take = (text: string): void =>
    edit((now) => readWeekShifts(text).reduce((last, shift) => addWeekShifts(last, shift, shift.date ?? from, shift.date ?? to), now))
  return (
    <PasteForm
      name={`plan ${planId} pasted shifts`}
      label={t('shifts.paste')}
      hint={t('shifts.pasteHint')}
      action={t('shifts.addLines')}
      sheets={['shifts', t('job.shifts')]}
      onText={take}
    />
  )
}

/** The shifts that there are, by spot and time. */
function Groups({ plan: { document, edit } }: { readonly plan: LivePlan }) {
  return (
    <ul class="plan-list">
      {groupShifts(document).map(({ key, text, ids }) => (
        <li key={key} class="row">
          <span>
            {text}: {t('words.shifts', { count: ids.length })}
          </span>
          <button
            type="button"
            class="plain"
            aria-label={t('people.takeOutOne', { name: text })}
            onClick={() => edit((now) => removeShifts(now, ids))}
          >
            {t('people.takeOut')}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The days of the shifts there are; without any, the next month. */
function periodOf(shifts: readonly { readonly start: string }[]): Period {
  const days = shifts.map(({ start }) => start.slice(0, 10)).sort()
  if (days.length > 0) return { from: days[0]!, to: days.at(-1)! }
  const now = new Date()
  const first = (months: number): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)
  const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
  return { from: dateOf(first(1)), to: dateOf(first(2) - 86_400_000) }
}
