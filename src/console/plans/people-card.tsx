import { Field, Select } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { type Column, Table } from '../parts/table.tsx'
import { countText } from '../parts/words.ts'
import { PasteForm } from './paste-form.tsx'
import { addPeople, nameById, namesIn, type PlanPerson, readPeople, removePerson } from './plan-document.ts'
import type { LivePlan } from './use-plan.ts'

/** Who can work: name, contract and skills, all by name. */
export function PeopleCard({ plan: { document, edit } }: { readonly plan: LivePlan }) {
  const { employees = [], contracts = [], skills = [] } = document
  const columns: readonly Column<PlanPerson>[] = [
    { head: 'Name', kind: 'title', cell: ({ id, name }) => name ?? String(id) },
    { head: 'Contract', cell: ({ contractId }) => (contractId === undefined ? '–' : nameById(contracts, contractId)) },
    { head: 'Skills', cell: (person) => (person.skills ?? []).map(({ id }) => nameById(skills, id)).join(', ') || '–' },
    {
      head: 'Change',
      kind: 'actions',
      cell: ({ id, name }) => (
        <button type="button" class="plain" aria-label={`Take out ${name ?? String(id)}`} onClick={() => edit((now) => removePerson(now, id))}>
          Take out
        </button>
      ),
    },
  ]
  return (
    <section class="card">
      <h2>{countText(employees.length, 'person', 'people')}</h2>
      {employees.length > 0 && <Table caption="People" columns={columns} rows={employees} keyOf={({ id }) => String(id)} />}
      <form
        class="plan-form"
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const person = { name: readText(form, 'name').trim(), contract: readText(form, 'contract'), skills: namesIn(readText(form, 'skills')) }
          if (person.name !== '') edit((now) => addPeople(now, [person]))
          event.currentTarget.reset()
        }}
      >
        <Field label="Name of the person" name="name" required />
        <Select
          label="Contract"
          name="contract"
          options={contracts.map(({ id, name }) => ({ value: name ?? String(id), text: name ?? String(id) }))}
        />
        <Field label="Skills" name="skills" hint="With commas between" />
        <button type="submit">Add the person</button>
      </form>
      <PasteForm
        label="Paste people from a spreadsheet"
        hint="A line each: name, contract, skills with commas between. Lines that are copied out of a spreadsheet are like that."
        action="Add these people"
        onText={(text) => edit((now) => addPeople(now, readPeople(text)))}
      />
    </section>
  )
}
