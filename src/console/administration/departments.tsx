import { askJson } from '../gateway/ask.ts'
import type { Department } from '../gateway/documents.ts'
import { loadDepartments } from '../sign-in/own-departments.ts'
import { announce } from '../parts/announce.tsx'
import { Field } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { useKeptState } from '../parts/kept-state.ts'
import { Paged, useListPage } from '../parts/paged.tsx'
import { Table } from '../parts/table.tsx'
import { dayText } from '../parts/words.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { t } from '../texts/texts.ts'

/** The departments of the organization, and a new one. */
export function Departments() {
  const answered = useListPage<Department>('/api/v1/departments')
  const [isCreating, setCreating] = useKeptState<true>('new-department')
  const create = async (form: FormData): Promise<void> => {
    const { name } = await askJson<Department>('/api/v1/departments', { method: 'POST', body: { name: readText(form, 'name').trim() } })
    setCreating(null)
    announce(t('departments.created', { name }))
    answered.again()
    // Whoever administers may act for it at once; should this fail, the next page asks again.
    await loadDepartments().catch(() => undefined)
  }
  return (
    <>
      <div class="page-head">
        <h1>{t('admin.departments')}</h1>
        <button type="button" class="main" onClick={() => setCreating(true)}>
          {t('departments.new')}
        </button>
      </div>
      <Paged answered={answered} empty={<p>{t('departments.none')}</p>}>
        {(departments) => (
          <Table
            caption={t('departments.caption')}
            rows={departments}
            keyOf={({ id }) => id}
            columns={[
              { head: t('admin.name'), kind: 'title', cell: ({ name }) => name },
              { head: t('admin.id'), kind: 'number', cell: ({ id }) => id },
              { head: t('admin.created'), cell: ({ createdAt }) => dayText(createdAt) },
            ]}
          />
        )}
      </Paged>
      {isCreating !== null && (
        <FormDialog name="new department" title={t('departments.new')} action={t('admin.create')} onSend={create} onClose={() => setCreating(null)}>
          <Field label={t('admin.name')} name="name" required hint={t('departments.nameHint')} />
        </FormDialog>
      )}
    </>
  )
}
