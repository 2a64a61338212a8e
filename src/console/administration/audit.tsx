import { changeQuery, usePlace } from '../frame/router.ts'
import type { AuditEvent } from '../gateway/documents.ts'
import { Field, Select } from '../parts/field.tsx'
import { Paged, useListPage } from '../parts/paged.tsx'
import { Table } from '../parts/table.tsx'
import { momentText } from '../parts/words.ts'
import { ACTIONS, actionText, actorText, detailText, targetText } from './audit-words.ts'
import { useAuditNames } from './use-audit-names.ts'
import { t } from '../texts/texts.ts'

/** What happened to the access of the organization, newest first. */
export function Audit() {
  const { query } = usePlace()
  const action = query.get('action') ?? ''
  const since = query.get('since') ?? ''
  const names = useAuditNames()
  const actions = [{ value: '', text: t('audit.everything') }, ...ACTIONS.map((value) => ({ value, text: actionText(value) }))]
  const answered = useListPage<AuditEvent>('/api/v1/audit', { action, since: momentOf(since) })
  return (
    <>
      <div class="page-head">
        <h1>{t('admin.audit')}</h1>
      </div>
      <div class="filters">
        <Select
          label={t('audit.what')}
          name="action"
          value={action}
          options={actions}
          onChange={(chosen) => changeQuery({ action: chosen, cursor: null })}
        />
        <Field
          label={t('audit.since')}
          name="since"
          type="date"
          value={since}
          onInput={(event) => changeQuery({ since: (event.currentTarget as HTMLInputElement).value, cursor: null })}
        />
      </div>
      <Paged answered={answered} empty={<p>{t('audit.nothing')}</p>}>
        {(events) => (
          <Table
            caption={t('audit.caption')}
            rows={events}
            keyOf={({ id }) => id}
            columns={[
              { head: t('audit.what'), kind: 'title', cell: ({ action: done }) => actionText(done) },
              { head: t('audit.when'), cell: ({ at }) => momentText(at) },
              { head: t('audit.who'), cell: ({ actor }) => actorText(actor, names) },
              { head: t('audit.from'), cell: ({ address }) => address ?? '–' },
              { head: t('audit.toWhat'), cell: ({ target }) => targetText(target, names) },
              { head: t('audit.more'), cell: ({ detail }) => detailText(detail, names) },
            ]}
          />
        )}
      </Paged>
    </>
  )
}

/** The beginning of a day of the reader's, as the gateway takes moments; '' for none. */
function momentOf(day: string): string {
  const moment = new Date(`${day}T00:00`)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}
