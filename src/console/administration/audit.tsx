import { changeQuery, usePlace } from '../frame/router.ts'
import type { AuditEvent } from '../gateway/documents.ts'
import { Field, Select } from '../parts/field.tsx'
import { Paged, useListPage } from '../parts/paged.tsx'
import { Table } from '../parts/table.tsx'
import { momentText } from '../parts/words.ts'
import { ACTION_WORDS, actorText, detailText, targetText } from './audit-words.ts'
import { useAuditNames } from './use-audit-names.ts'

const ACTIONS = [{ value: '', text: 'everything' }, ...Object.entries(ACTION_WORDS).map(([value, text]) => ({ value, text }))]

/** What happened to the access of the organization, newest first. */
export function Audit() {
  const { query } = usePlace()
  const action = query.get('action') ?? ''
  const since = query.get('since') ?? ''
  const names = useAuditNames()
  const answered = useListPage<AuditEvent>('/api/v1/audit', { action, since: momentOf(since) })
  return (
    <>
      <div class="page-head">
        <h1>Audit log</h1>
      </div>
      <div class="filters">
        <Select label="What" name="action" value={action} options={ACTIONS} onChange={(chosen) => changeQuery({ action: chosen, cursor: null })} />
        <Field
          label="Since"
          name="since"
          type="date"
          value={since}
          onInput={(event) => changeQuery({ since: (event.currentTarget as HTMLInputElement).value, cursor: null })}
        />
      </div>
      <Paged answered={answered} empty={<p>Nothing of this kind has happened.</p>}>
        {(events) => (
          <Table
            caption="Audit log, newest first"
            rows={events}
            keyOf={({ id }) => id}
            columns={[
              { head: 'What', kind: 'title', cell: (event) => ACTION_WORDS[event.action] },
              { head: 'When', cell: ({ at }) => momentText(at) },
              { head: 'Who', cell: ({ actor }) => actorText(actor, names) },
              { head: 'From', cell: ({ address }) => address ?? '–' },
              { head: 'To what', cell: ({ target }) => targetText(target, names) },
              { head: 'More', cell: ({ detail }) => detailText(detail, names) },
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
