import { useState } from 'preact/hooks'
import { Checks, Field } from '../parts/field.tsx'
import { readText, readTexts } from '../parts/form.ts'
import { countText } from '../parts/words.ts'
import { addWeekShifts, groupShifts, readWeekShifts, removeShifts } from './plan-document.ts'
import { PasteForm } from './paste-form.tsx'
import type { LivePlan } from './use-plan.ts'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** What is to be worked: shifts by a week template, over a period. */
export function ShiftsCard({ plan: { document, edit } }: { readonly plan: LivePlan }) {
  const [period, setPeriod] = useState(() => periodOf(document.shifts ?? []))
  const groups = groupShifts(document)
  const input = (name: 'from' | 'to') => (event: Event) => setPeriod({ ...period, [name]: (event.currentTarget as HTMLInputElement).value })
  return (
    <section class="card">
      <h2>{countText(document.shifts?.length ?? 0, 'shift')}</h2>
      <ul class="plan-list">
        {groups.map(({ key, text, ids }) => (
          <li key={key} class="row">
            <span>
              {text}: {countText(ids.length, 'shift')}
            </span>
            <button type="button" class="plain" aria-label={`Take out ${text}`} onClick={() => edit((now) => removeShifts(now, ids))}>
              Take out
            </button>
          </li>
        ))}
      </ul>
      <div class="plan-form">
        <Field label="First day" name="from" type="date" value={period.from} onInput={input('from')} />
        <Field label="Last day" name="to" type="date" value={period.to} onInput={input('to')} />
      </div>
      <form
        class="plan-form"
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
        }}
      >
        <Field label="Where" name="spot" required hint="Such as: Ward" />
        <Field label="From" name="start" type="text" required defaultValue="07:00" hint="07:00" />
        <Field label="Until" name="end" type="text" required defaultValue="15:00" hint="15:00" />
        <Field label="People at a time" name="people" type="number" min={1} max={50} required defaultValue="1" />
        <Checks
          label="On"
          name="weekday"
          options={WEEKDAYS.map((text, value) => ({ value: String(value), text }))}
          ticked={['0', '1', '2', '3', '4']}
        />
        <button type="submit">Add these shifts</button>
      </form>
      <PasteForm
        label="Paste shifts from a spreadsheet"
        hint="A line each: where, from, until, weekdays (Mon-Fri, or Mon, Wed), people at a time. They are added on the days above."
        action="Add these lines"
        onText={(text) => edit((now) => readWeekShifts(text).reduce((last, shift) => addWeekShifts(last, shift, period.from, period.to), now))}
      />
    </section>
  )
}

/** The days of the shifts there are; without any, the next month. */
function periodOf(shifts: readonly { readonly start: string }[]): { readonly from: string; readonly to: string } {
  const days = shifts.map(({ start }) => start.slice(0, 10)).sort()
  if (days.length > 0) return { from: days[0]!, to: days.at(-1)! }
  const now = new Date()
  const first = (months: number): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)
  const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
  return { from: dateOf(first(1)), to: dateOf(first(2) - 86_400_000) }
}
