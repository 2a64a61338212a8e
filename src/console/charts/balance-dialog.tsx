import { useMemo, useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNotice } from '../parts/notices.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useFairLoads } from '../roster/questions.ts'
import { employeeName } from '../roster/roster-model.ts'
import { hoursText } from '../roster/roster-words.ts'
import type { Desk } from '../roster/use-desk.ts'
import { numberText, t, useLanguage } from '../texts/texts.ts'
import { type BalanceColumn, balanceOf, inOrder, type Load, standingOf } from './balance.ts'
import './charts.css'

/** What everybody has of hours, nights, weekends and of what is shared, beside what is due; with what was changed by hand. */
export function BalanceDialog({ desk, onClose }: { readonly desk: Desk; readonly onClose: () => void }) {
  const { model } = desk.shown
  const { roster } = desk.copy
  const language = useLanguage()
  const fair = useFairLoads({ job: desk.shown, roster })
  const columns = useMemo(() => balanceOf(model, roster, fair.value ?? []), [model, roster, fair.value, language])
  const [order, setOrder] = useState('')
  const rows = inOrder(model.schedule.employees.length, columns.find(({ key }) => key === order) ?? null)
  return (
    <Dialog title={t('balance.title')} isWide onClose={onClose}>
      <div class="row">
        <label class="roster-field">
          <span>{t('balance.order')}</span>
          <select value={order} onChange={({ currentTarget: { value } }) => setOrder(value)}>
            <option value="">{t('balance.asListed')}</option>
            {columns.map(({ key, title }) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <p class="quiet">{t('balance.legend')}</p>
      </div>
      <FailureNotice failure={fair.failure} />
      <Table
        caption={t('balance.title')}
        rows={rows}
        keyOf={(employee) => employee}
        columns={[
          { head: t('grid.name'), kind: 'title', cell: (employee) => <bdi>{employeeName(model, employee)}</bdi> },
          ...columns.map(
            (column): Column<number> => ({
              head: column.title,
              cell: (employee) => <Cell column={column} load={column.loads[employee] ?? null} />,
            }),
          ),
        ]}
      />
    </Dialog>
  )
}

function Cell({ column, load }: { readonly column: BalanceColumn; readonly load: Load | null }) {
  if (load === null) return <>–</>
  const { has, least, most } = load
  const share = (amount: number): string => String(Math.min(1, amount / column.scale))
  return (
    <span class={`balance is-${standingOf(load)}`}>
      <span class="balance-bar" aria-hidden="true" style={{ '--width': share(has) }}>
        {least !== null && <span class="balance-mark" style={{ '--from': share(least) }} />}
        {most !== null && most !== least && <span class="balance-mark" style={{ '--from': share(most) }} />}
      </span>
      <span>{loadText(column, load)}</span>
    </span>
  )
}

/** `151:30 of 148–160`, `3 of 2.4, +0.6 carried over`. */
function loadText({ unit }: BalanceColumn, { has, least, most, carry }: Load): string {
  const amount = (value: number): string => (unit === 'minutes' ? hoursText(Math.round(value)) : numberText(value, { maximumFractionDigits: 1 }))
  const due =
    least !== null && most !== null
      ? least === most
        ? amount(least)
        : `${amount(least)}–${amount(most)}`
      : least !== null
        ? t('balance.atLeast', { amount: amount(least) })
        : most !== null
          ? t('balance.atMost', { amount: amount(most) })
          : null
  const parts = [due === null ? amount(has) : t('balance.of', { has: amount(has), due })]
  if (carry !== null && carry !== 0) parts.push(t('balance.carried', { amount: `${carry < 0 ? '−' : '+'}${amount(Math.abs(carry))}` }))
  return parts.join(', ')
}
