import { Field, Select } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { useKeptForm } from '../parts/kept-form.ts'
import { datesText } from '../parts/words.ts'
import { addDays, DAY_KINDS, type DayKind, type PlanPerson } from './plan-document.ts'
import type { LivePlan } from './use-plan.ts'
import { t } from '../texts/texts.ts'

const CANNOT = 'cannot'

/** Absences and wishes. */
export function DaysCard({ planId, plan }: { readonly planId: string; readonly plan: LivePlan }) {
  return (plan.document.employees ?? []).length === 0 ? null : <Days planId={planId} plan={plan} />
}

function Days({ planId, plan: { document, edit } }: { readonly planId: string; readonly plan: LivePlan }) {
  const { employees = [] } = document
  const { ref, forget } = useKeptForm(`plan ${planId} days`)
  const told = employees.flatMap((person) => linesOf(person).map((text) => ({ person, text })))
  return (
    <section class="card">
      <h2>{t('days.title')}</h2>
      <ul class="plan-list">
        {told.map(({ person, text }) => (
          <li key={`${String(person.id)} ${text}`}>
            {person.name ?? String(person.id)} {text}
          </li>
        ))}
      </ul>
      <form
        class="plan-form"
        ref={ref}
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const person = employees.find(({ id }) => String(id) === readText(form, 'person'))
          const start = readText(form, 'start')
          const end = readText(form, 'end') || start
          if (person === undefined || start > end) return
          edit((now) => addDays(now, person.id, readText(form, 'kind') as DayKind, { start, end }))
          forget()
        }}
      >
        <Select label={t('days.who')} name="person" options={employees.map(({ id, name }) => ({ value: String(id), text: name ?? String(id) }))} />
        <Select label={t('days.what')} name="kind" options={DAY_KINDS.map((value) => ({ value, text: t(`days.${value}`) }))} />
        <Field label={t('days.first')} name="start" type="date" required />
        <Field label={t('days.last')} name="end" type="date" hint={t('days.sameDay')} />
        <button type="submit">{t('days.add')}</button>
      </form>
    </section>
  )
}

function linesOf({ absences = [], wishes = [] }: PlanPerson): string[] {
  const line = (what: string, { start, end }: { readonly start: string; readonly end: string }): string =>
    `${what}, ${datesText(start.slice(0, 10), end.slice(0, 10))}`
  return [
    ...absences.map((days) => line(t('days.ABSENT'), days)),
    ...wishes.map((days) => line(t(`days.${DAY_KINDS.find((kind) => kind === days.type) ?? CANNOT}`), days)),
  ]
}
