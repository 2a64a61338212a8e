import { useState } from 'preact/hooks'
import { askJson } from '../gateway/ask.ts'
import type { Department } from '../gateway/documents.ts'
import { loadDepartments } from '../sign-in/own-departments.ts'
import { announce } from '../parts/announce.tsx'
import { Field } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { Paged, useListPage } from '../parts/paged.tsx'
import { Table } from '../parts/table.tsx'
import { dayText } from '../parts/words.ts'
import { FormDialog } from './form-dialog.tsx'

/** The departments of the organization, and a new one. */
export function Departments() {
  const answered = useListPage<Department>('/api/v1/departments')
  const [isCreating, setCreating] = useState(false)
  const create = async (form: FormData): Promise<void> => {
    const { name } = await askJson<Department>('/api/v1/departments', { method: 'POST', body: { name: readText(form, 'name').trim() } })
    setCreating(false)
    announce(`Department ${name} is created.`)
    answered.again()
    // Whoever administers may act for it at once; should this fail, the next page asks again.
    await loadDepartments().catch(() => undefined)
  }
  return (
    <>
      <div class="page-head">
        <h1>Departments</h1>
        <button type="button" class="main" onClick={() => setCreating(true)}>
          New department
        </button>
      </div>
      <Paged answered={answered} empty={<p>No department yet.</p>}>
        {(departments) => (
          <Table
            caption="Departments, newest first"
            rows={departments}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Name', kind: 'title', cell: ({ name }) => name },
              { head: 'Id', kind: 'number', cell: ({ id }) => id },
              { head: 'Created', cell: ({ createdAt }) => dayText(createdAt) },
            ]}
          />
        )}
      </Paged>
      {isCreating && (
        <FormDialog title="New department" action="Create" onSend={create} onClose={() => setCreating(false)}>
          <Field label="Name" name="name" required hint="Its own within the organization, and not all digits." />
        </FormDialog>
      )}
    </>
  )
}
