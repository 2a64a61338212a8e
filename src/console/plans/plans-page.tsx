import { useState } from 'preact/hooks'
import type { Plan, SavedPlan } from '../../api/schemas/plans.ts'
import { changeQuery, goTo, hrefOf, usePlace } from '../frame/router.ts'
import { useTitle } from '../frame/use-title.ts'
import { askJson } from '../gateway/ask.ts'
import { currentSession, may, useSession } from '../gateway/session.ts'
import { Badge } from '../parts/badge.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { Paged, useListPage } from '../parts/paged.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { momentText } from '../parts/words.ts'
import { readEdits } from './kept-edits.ts'
import { emptyPlan } from './plan-document.ts'
import { placeOfEdits } from './use-plan.ts'

const columns: readonly Column<Plan>[] = [
  { head: 'Plan', kind: 'title', cell: ({ planId, name }) => <a href={hrefOf(['plans', planId])}>{name}</a> },
  {
    head: 'State',
    cell: ({ planId, publishedVersion, version }) => {
      if (readEdits(sessionStorage, placeOfEdits(currentSession()!, planId)) !== null) return <Badge tone="warn">not saved yet</Badge>
      if (publishedVersion === null) return <Badge tone="plain">not published</Badge>
      return publishedVersion === version ? <Badge tone="good">published</Badge> : <Badge tone="warn">changed since it was published</Badge>
    },
  },
  { head: 'Saved', cell: ({ updatedAt }) => momentText(updatedAt) },
]

/** The department's plans, newest first. */
export function PlansPage() {
  useTitle('Plans')
  const { query } = usePlace()
  const search = query.get('search') ?? ''
  const isArchive = query.get('archived') === 'true'
  const [isMaking, setMaking] = useState(false)
  const mayMake = may(useSession(), 'gateway:write')
  const answered = useListPage<Plan>('/api/v1/plans', { search, archived: isArchive ? 'true' : '', limit: '50' })
  return (
    <section class="page">
      <div class="page-head">
        <h1>Plans</h1>
        {mayMake && (
          <button type="button" class="main" onClick={() => setMaking(true)}>
            New plan
          </button>
        )}
      </div>
      <Field
        label="Search by name"
        name="search"
        type="search"
        value={search}
        onInput={(event) => changeQuery({ search: (event.currentTarget as HTMLInputElement).value, cursor: null })}
      />
      <div class="choices" role="group" aria-label="Which plans">
        {ARCHIVED.map(({ text, archived }) => (
          <button key={text} type="button" aria-pressed={isArchive === (archived !== null)} onClick={() => changeQuery({ archived, cursor: null })}>
            {text}
          </button>
        ))}
      </div>
      <Paged answered={answered} empty={<p>{search === '' ? noneText(isArchive) : 'No plan has this in its name.'}</p>}>
        {(rows) => (
          <Table
            caption={isArchive ? 'Archived plans, newest first' : 'Plans, newest first'}
            columns={columns}
            rows={rows}
            keyOf={({ planId }) => planId}
          />
        )}
      </Paged>
      {isMaking && <NewPlan onClose={() => setMaking(false)} />}
    </section>
  )
}

const ARCHIVED = [
  { text: 'In use', archived: null },
  { text: 'Archived', archived: 'true' },
] as const

function noneText(isArchive: boolean): string {
  return isArchive ? 'No plan is archived.' : 'There is no plan yet.'
}

function NewPlan({ onClose }: { readonly onClose: () => void }) {
  const { failure, isBusy, run } = useAction(async (name: string) => {
    const schedule = emptyPlan(Intl.DateTimeFormat().resolvedOptions().timeZone)
    const { planId } = await askJson<SavedPlan>('/api/v1/plans', { method: 'POST', body: { name, schedule } })
    goTo(['plans', planId])
  })
  return (
    <Dialog title="New plan" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run(readText(new FormData(event.currentTarget), 'name'))
        }}
      >
        <Field label="Name" name="name" required hint="Such as: Medical ward, February 2027" />
        <FailureNotice failure={failure} />
        <div class="row dialog-foot">
          <button type="submit" class="main" disabled={isBusy}>
            Make the plan
          </button>
        </div>
      </form>
    </Dialog>
  )
}
