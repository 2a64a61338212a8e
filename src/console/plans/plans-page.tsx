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
import { t } from '../texts/texts.ts'

const columns = (): readonly Column<Plan>[] => [
  { head: t('plan.one'), kind: 'title', cell: ({ planId, name }) => <a href={hrefOf(['plans', planId])}>{name}</a> },
  {
    head: t('plans.state'),
    cell: ({ planId, publishedVersion, version }) => {
      if (readEdits(sessionStorage, placeOfEdits(currentSession()!, planId)) !== null) return <Badge tone="warn">{t('plans.notSaved')}</Badge>
      if (publishedVersion === null) return <Badge tone="plain">{t('plans.notPublished')}</Badge>
      return publishedVersion === version ? <Badge tone="good">{t('plans.published')}</Badge> : <Badge tone="warn">{t('plans.changed')}</Badge>
    },
  },
  { head: t('plans.saved'), cell: ({ updatedAt }) => momentText(updatedAt) },
]

/** The department's plans, newest first. */
export function PlansPage() {
  useTitle(t('frame.plans'))
  const { query } = usePlace()
  const search = query.get('search') ?? ''
  const isArchive = query.get('archived') === 'true'
  const [isMaking, setMaking] = useState(false)
  const mayMake = may(useSession(), 'gateway:write')
  const answered = useListPage<Plan>('/api/v1/plans', { search, archived: isArchive ? 'true' : '', limit: '50' })
  return (
    <section class="page">
      <div class="page-head">
        <h1>{t('frame.plans')}</h1>
        {mayMake && (
          <button type="button" class="main" onClick={() => setMaking(true)}>
            {t('plans.new')}
          </button>
        )}
      </div>
      <Field
        label={t('plans.search')}
        name="search"
        type="search"
        value={search}
        onInput={(event) => changeQuery({ search: (event.currentTarget as HTMLInputElement).value, cursor: null })}
      />
      <div class="choices" role="group" aria-label={t('plans.which')}>
        {ARCHIVED.map((archived) => (
          <button
            key={archived}
            type="button"
            aria-pressed={isArchive === (archived !== null)}
            onClick={() => changeQuery({ archived, cursor: null })}
          >
            {t(archived === null ? 'plans.inUse' : 'plans.archived')}
          </button>
        ))}
      </div>
      <Paged answered={answered} empty={<p>{search === '' ? noneText(isArchive) : t('plans.noneFound')}</p>}>
        {(rows) => (
          <Table caption={t(isArchive ? 'plans.captionArchived' : 'plans.caption')} columns={columns()} rows={rows} keyOf={({ planId }) => planId} />
        )}
      </Paged>
      {isMaking && <NewPlan onClose={() => setMaking(false)} />}
    </section>
  )
}

/** What the address says of which plans are listed. */
const ARCHIVED = [null, 'true'] as const

function noneText(isArchive: boolean): string {
  return t(isArchive ? 'plans.noneArchived' : 'plans.none')
}

function NewPlan({ onClose }: { readonly onClose: () => void }) {
  const { failure, isBusy, run } = useAction(async (name: string) => {
    const schedule = emptyPlan(Intl.DateTimeFormat().resolvedOptions().timeZone)
    const { planId } = await askJson<SavedPlan>('/api/v1/plans', { method: 'POST', body: { name, schedule } })
    goTo(['plans', planId])
  })
  return (
    <Dialog title={t('plans.new')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run(readText(new FormData(event.currentTarget), 'name'))
        }}
      >
        <Field label={t('grid.name')} name="name" required hint={t('plans.nameHint')} />
        <FailureNotice failure={failure} />
        <div class="row dialog-foot">
          <button type="submit" class="main" disabled={isBusy}>
            {t('plans.make')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
