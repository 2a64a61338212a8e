import { askJson } from '../gateway/ask.ts'
import type { Capacity } from '../gateway/documents.ts'
import { useAnswer } from '../gateway/use-answer.ts'
import { Badge } from '../parts/badge.tsx'
import { FailureNotice, LateFailure, Notices } from '../parts/notices.tsx'
import { Table } from '../parts/table.tsx'
import { agoText, listText, momentText } from '../parts/words.ts'

const POLL_MS = 3000

/** The processes of Turnus, and what of the organization's jobs waits for them. */
export function Nodes() {
  const { value, failure } = useAnswer('nodes', (signal) => askJson<Capacity>('/api/v1/nodes', { signal }), { everyMs: POLL_MS })
  return (
    <>
      <div class="page-head">
        <h1>Nodes and queue</h1>
      </div>
      {value === null && <FailureNotice failure={failure} />}
      {value === null && failure === null && <p class="quiet">Loading …</p>}
      {value !== null && (
        <>
          <h2>Queue</h2>
          <QueueTable queues={value.queues} />
          <h2>Nodes</h2>
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
  if (queues.length === 0) return <p class="empty">No job waits or is being solved.</p>
  const now = Date.now()
  return (
    <Table
      caption="Jobs by department, the longest queue first"
      rows={queues}
      keyOf={({ department }) => department.id}
      columns={[
        { head: 'Department', kind: 'title', cell: ({ department }) => department.name },
        { head: 'Waiting', kind: 'number', cell: ({ waiting }) => waiting.toLocaleString('en') },
        { head: 'Solving', kind: 'number', cell: ({ solving }) => solving.toLocaleString('en') },
        { head: 'Oldest that waits', cell: ({ oldestAt }) => agoText(oldestAt, now) },
      ]}
    />
  )
}

function NodeTable({ nodes }: Pick<Capacity, 'nodes'>) {
  if (nodes.length === 0) return <p class="empty">No node has said that it lives.</p>
  return (
    <Table
      caption="Nodes, by name"
      rows={nodes}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Node', kind: 'title', cell: ({ name }) => name },
        { head: 'State', cell: ({ state }) => <Badge tone={state === 'alive' ? 'good' : 'bad'}>{state}</Badge> },
        { head: 'Roles', cell: ({ roles }) => listText(roles) },
        { head: 'Solver threads', kind: 'number', cell: ({ threads }) => threads },
        { head: 'Version', cell: ({ version }) => version },
        { head: 'Started', cell: ({ startedAt }) => momentText(startedAt) },
        { head: 'Last seen', cell: ({ seenAt }) => momentText(seenAt) },
      ]}
    />
  )
}
