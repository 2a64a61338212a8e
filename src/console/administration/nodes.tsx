import { askJson } from '../gateway/ask.ts'
import type { Capacity } from '../gateway/documents.ts'
import { useAnswer } from '../gateway/use-answer.ts'
import { Badge } from '../parts/badge.tsx'
import { FailureNotice, LateFailure, Notices } from '../parts/notices.tsx'
import { Table } from '../parts/table.tsx'
import { agoText, listText, momentText } from '../parts/words.ts'
import { numberText, t } from '../texts/texts.ts'

const POLL_MS = 3000

/** The processes of Turnus, and what of the organization's jobs waits for them. */
export function Nodes() {
  const { value, failure } = useAnswer('nodes', (signal) => askJson<Capacity>('/api/v1/nodes', { signal }), { everyMs: POLL_MS })
  return (
    <>
      <div class="page-head">
        <h1>{t('admin.nodes')}</h1>
      </div>
      {value === null && <FailureNotice failure={failure} />}
      {value === null && failure === null && <p class="quiet">{t('page.loading')}</p>}
      {value !== null && (
        <>
          <h2>{t('nodes.queue')}</h2>
          <QueueTable queues={value.queues} />
          <h2>{t('nodes.nodes')}</h2>
          <NodeTable nodes={value.nodes} />
          <Notices>
            <LateFailure failure={failure} />
          </Notices>
        </>
      )}
    </>
  )
}

function QueueTable({ queues }: Pick<Capacity, 'queues'>) {
  if (queues.length === 0) return <p class="empty">{t('nodes.noJob')}</p>
  const now = Date.now()
  return (
    <Table
      caption={t('nodes.queueCaption')}
      rows={queues}
      keyOf={({ department }) => department.id}
      columns={[
        { head: t('admin.department'), kind: 'title', cell: ({ department }) => department.name },
        { head: t('nodes.waiting'), kind: 'number', cell: ({ waiting }) => numberText(waiting) },
        { head: t('nodes.solving'), kind: 'number', cell: ({ solving }) => numberText(solving) },
        { head: t('nodes.oldest'), cell: ({ oldestAt }) => agoText(oldestAt, now) },
      ]}
    />
  )
}

function NodeTable({ nodes }: Pick<Capacity, 'nodes'>) {
  if (nodes.length === 0) return <p class="empty">{t('nodes.none')}</p>
  return (
    <Table
      caption={t('nodes.caption')}
      rows={nodes}
      keyOf={({ id }) => id}
      columns={[
        { head: t('nodes.node'), kind: 'title', cell: ({ name }) => name },
        { head: t('admin.state'), cell: ({ state }) => <Badge tone={state === 'alive' ? 'good' : 'bad'}>{t(`nodes.state.${state}`)}</Badge> },
        { head: t('nodes.roles'), cell: ({ roles }) => listText(roles) },
        { head: t('nodes.threads'), kind: 'number', cell: ({ threads }) => threads },
        { head: t('nodes.version'), cell: ({ version }) => version },
        { head: t('nodes.started'), cell: ({ startedAt }) => momentText(startedAt) },
        { head: t('nodes.seen'), cell: ({ seenAt }) => momentText(seenAt) },
      ]}
    />
  )
}
