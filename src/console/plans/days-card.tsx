import { Field, Select } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { addDays, DAY_KINDS, type DayKind, type PlanPerson } from './plan-document.ts'
import type { LivePlan } from './use-plan.ts'

/** Absences and wishes. */
export function DaysCard({ plan: { document, edit } }: { readonly plan: LivePlan }) {
  const { employees = [] } = document
  if (employees.length === 0) return null
  const told = employees.flatMap((person) => linesOf(person).map((text) => ({ person, text })))
  return (
    <section class="card">
      <h2>Absences and wishes</h2>
      <ul class="plan-list">
        {told.map(({ person, text }) => (
          <li key={`${String(person.id)} ${text}`}>
            {person.name ?? String(person.id)} {text}
          </li>
        ))}
      </ul>
      <form
        class="plan-form"
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const person = employees.find(({ id }) => String(id) === readText(form, 'person'))
          const start = readText(form, 'start')
          const end = readText(form, 'end') || start
          if (person !== undefined && start <= end) edit((now) => addDays(now, person.id, readText(form, 'kind') as DayKind, { start, end }))
        }}
      >
        <Select label="Who" name="person" options={employees.map(({ id, name }) => ({ value: String(id), text: name ?? String(id) }))} />
        <Select label="What" name="kind" options={Object.entries(DAY_KINDS).map(([value, text]) => ({ value, text }))} />
        <Field label="First of these days" name="start" type="date" required />
        <Field label="Last of these days" name="end" type="date" hint="The same day when empty" />
        <button type="submit">Add these days</button>
      </form>
    </section>
  )
}

function linesOf({ absences = [], wishes = [] }: PlanPerson): string[] {
  const words = DAY_KINDS as Readonly<Record<string, string>>
  return [
    ...absences.map(({ start, end }) => `${DAY_KINDS.ABSENT}, ${start} to ${end}`),
    ...wishes.map(({ type, start, end }) => `${words[type] ?? 'cannot work'}, ${start} to ${end}`),
  ]
}
