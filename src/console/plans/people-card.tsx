import { Field, Select } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { useKeptForm } from '../parts/kept-form.ts'
import { SaveTable } from '../parts/save-table.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { PasteForm } from './paste-form.tsx'
import { addPeople, nameById, namesIn, type PlanPerson, readPeople, removePerson } from './plan-document.ts'
import { peopleRows } from './plan-tables.ts'
import type { LivePlan } from './use-plan.ts'
import { t } from '../texts/texts.ts'

/** Who can work: name, contract and skills, all by name. */
export function PeopleCard({ planId, plan: { document, edit } }: { readonly planId: string; readonly plan: LivePlan }) {
  const { ref, forget } = useKeptForm(`plan ${planId} person`)
  const { employees = [], contracts = [], skills = [] } = document
  const columns: readonly Column<PlanPerson>[] = [
    { head: t('grid.name'), kind: 'title', cell: ({ id, name }) => name ?? String(id) },
    { head: t('people.contract'), cell: ({ contractId }) => (contractId === undefined ? '–' : nameById(contracts, contractId)) },
    { head: t('details.skills'), cell: (person) => (person.skills ?? []).map(({ id }) => nameById(skills, id)).join(', ') || '–' },
    {
      head: t('people.change'),
      kind: 'actions',
      cell: ({ id, name }) => (
        <button
          type="button"
          class="plain"
          aria-label={t('people.takeOutOne', { name: name ?? String(id) })}
          onClick={() => edit((now) => removePerson(now, id))}
        >
          {t('people.takeOut')}
        </button>
      ),
    },
  ]
  return (
    <section class="card">
      <h2>{t('people.count', { count: employees.length })}</h2>
      {employees.length > 0 && <Table caption={t('people.caption')} columns={columns} rows={employees} keyOf={({ id }) => String(id)} />}
      <form
        class="plan-form"
        ref={ref}
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const person = { name: readText(form, 'name').trim(), contract: readText(form, 'contract'), skills: namesIn(readText(form, 'skills')) }
          if (person.name !== '') edit((now) => addPeople(now, [person]))
          event.currentTarget.reset()
          forget()
        }}
      >
        <Field label={t('people.name')} name="name" required />
        <Select
          label={t('people.contract')}
          name="contract"
          options={contracts.map(({ id, name }) => ({ value: name ?? String(id), text: name ?? String(id) }))}
        />
        <Field label={t('details.skills')} name="skills" hint={t('people.commas')} />
        <button type="submit">{t('people.add')}</button>
      </form>
      {employees.length > 0 && <SaveTable what={t('people.caption')} rows={() => peopleRows(document)} />}
      <PasteForm
        name={`plan ${planId} pasted people`}
        label={t('people.paste')}
        hint={t('people.pasteHint')}
        action={t('people.addThese')}
        sheets={['employees', t('people.caption'), 'people']}
        onText={(text) => edit((now) => addPeople(now, readPeople(text)))}
      />
    </section>
  )
}
