import type { Plan, SavedPlan } from '../../api/schemas/plans.ts'
import { changeQuery, goTo, hrefOf, usePlace } from '../frame/router.ts'
import { useTitle } from '../frame/use-title.ts'
import { askJson } from '../gateway/ask.ts'
import { currentSession, may, useSession } from '../gateway/session.ts'
import { Badge } from '../parts/badge.tsx'
import { Field, Select } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useKeptState } from '../parts/kept-state.ts'
import { Paged, useListPage } from '../parts/paged.tsx'
import { QueryChoices } from '../parts/query-choices.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { momentText } from '../parts/words.ts'
import { readEdits } from './kept-edits.ts'
import { emptyPlan, type PlanDocument } from './plan-document.ts'
import { PrioritiesDialog } from './priorities-dialog.tsx'
import { SAMPLES, samplePlan } from './sample-plans.ts'
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
  const [dialog, setDialog] = useKeptState<'new' | 'priorities' | 'sample'>('plans')
  const close = (): void => setDialog(null)
  const mayMake = may(useSession(), 'gateway:write')
  const answered = useListPage<Plan>('/api/v1/plans', { search, archived: isArchive ? 'true' : '', limit: '50' })
  return (
    <section class="page">
      <div class="page-head">
        <h1>{t('frame.plans')}</h1>
        {mayMake && (
          <div class="row">
            <button type="button" class="plain" onClick={() => setDialog('priorities')}>
              {t('priorities.button')}
            </button>
            <button type="button" onClick={() => setDialog('sample')}>
              {t('sample.start')}
            </button>
            <button type="button" class="main" onClick={() => setDialog('new')}>
              {t('plans.new')}
            </button>
          </div>
        )}
      </div>
      <Field
        label={t('plans.search')}
        name="search"
        type="search"
        value={search}
        onInput={(event) => changeQuery({ search: (event.currentTarget as HTMLInputElement).value, cursor: null })}
      />
      <QueryChoices
        label={t('plans.which')}
        name="archived"
        options={[
          { value: '', text: t('plans.inUse') },
          { value: 'true', text: t('plans.archived') },
        ]}
      />
      <Paged answered={answered} empty={<p>{search === '' ? noneText(isArchive) : t('plans.noneFound')}</p>}>
        {(rows) => (
          <Table caption={t(isArchive ? 'plans.captionArchived' : 'plans.caption')} columns={columns()} rows={rows} keyOf={({ planId }) => planId} />
        )}
      </Paged>
      {dialog === 'new' && <NewPlan onClose={close} />}
      {dialog === 'sample' && <NewSample onClose={close} />}
      {dialog === 'priorities' && <PrioritiesDialog onClose={close} />}
    </section>
  )
}

function noneText(isArchive: boolean): string {
  return t(isArchive ? 'plans.noneArchived' : 'plans.none')
}

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Makes a plan of the department and opens it. */
async function openNew(name: string, schedule: PlanDocument): Promise<void> {
  const { planId } = await askJson<SavedPlan>('/api/v1/plans', { method: 'POST', body: { name, schedule } })
  goTo(['plans', planId])
}

function NewPlan({ onClose }: { readonly onClose: () => void }) {
  const make = async (form: FormData): Promise<void> => {
    await openNew(readText(form, 'name'), emptyPlan(ownTimeZone()))
    onClose()
  }
  return (
    <FormDialog name="new plan" title={t('plans.new')} action={t('plans.make')} onSend={make} onClose={onClose}>
      <Field label={t('grid.name')} name="name" required hint={t('plans.nameHint')} />
    </FormDialog>
  )
}

function NewSample({ onClose }: { readonly onClose: () => void }) {
  const make = async (form: FormData): Promise<void> => {
    const sample = SAMPLES.find((each) => each === readText(form, 'sample')) ?? SAMPLES[0]
    await openNew(t(`sample.of.${sample}`), samplePlan(sample, ownTimeZone(), new Date()))
    onClose()
  }
  return (
    <FormDialog name="sample plan" title={t('sample.start')} action={t('plans.make')} onSend={make} onClose={onClose}>
      <Select label={t('sample.which')} name="sample" options={SAMPLES.map((value) => ({ value, text: t(`sample.of.${value}`) }))} />
      <p class="quiet">{t('sample.hint')}</p>
    </FormDialog>
  )
}
