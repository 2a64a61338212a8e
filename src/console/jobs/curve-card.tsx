import { useMemo, useState } from 'preact/hooks'
import { Table } from '../parts/table.tsx'
import { priorityNames } from '../parts/priority-names.ts'
import { durationText } from '../parts/words.ts'
import { numberText, t } from '../texts/texts.ts'
import { CurveChart } from './curve-chart.tsx'
import { columnsOf, type CurvePoint, tellingPriority, thin } from './curve.ts'

const TABLE_ROWS = 40

/** Score and bound over time, of one priority at a time: a picture, and the same as a table. */
export function CurveCard({ curve, untilMs }: { readonly curve: readonly CurvePoint[]; readonly untilMs: number }) {
  const [chosen, choose] = useState<number | null>(null)
  const priority = chosen ?? tellingPriority(curve)
  // To the second: more often nobody sees a difference.
  const untilSecond = 1000 * Math.floor(untilMs / 1000)
  const columns = useMemo(() => columnsOf(curve, priority, untilSecond), [curve, priority, untilSecond])
  return (
    <section class="card" aria-labelledby="curve">
      <div class="card-head">
        <h2 id="curve">{t('curve.title')}</h2>
        <div class="choices" role="group" aria-label={t('curve.priority')}>
          {priorityNames().map((name, index) => (
            <button key={name} type="button" aria-pressed={index === priority} onClick={() => choose(index)}>
              {name}
            </button>
          ))}
        </div>
      </div>
      {curve.length === 0 ? (
        <p class="quiet">{t('curve.noRoster')}</p>
      ) : (
        <>
          <CurveChart columns={columns} />
          <details>
            <summary>{t('curve.asTable')}</summary>
            <CurveTable curve={curve} priority={priority} />
          </details>
        </>
      )}
    </section>
  )
}

function CurveTable({ curve, priority }: { readonly curve: readonly CurvePoint[]; readonly priority: number }) {
  return (
    <Table
      caption={t('curve.caption', { priority: priorityNames()[priority]! })}
      rows={thin(curve, TABLE_ROWS)}
      keyOf={({ searchedMs }) => searchedMs}
      columns={[
        { head: t('curve.searched'), kind: 'title', cell: ({ searchedMs }) => durationText(searchedMs) },
        { head: t('curve.score'), kind: 'number', cell: ({ score }) => numberText(score[priority]!) },
        { head: t('curve.bound'), kind: 'number', cell: ({ bound }) => (bound === null ? '–' : numberText(bound[priority]!)) },
      ]}
    />
  )
}
