import { useState } from 'preact/hooks'
import { lazy } from '../parts/lazy.tsx'
import { t } from '../texts/texts.ts'
import type { Desk } from './use-desk.ts'

const DayDialog = lazy(async () => (await import('../charts/day-dialog.tsx')).DayDialog)
const BalanceDialog = lazy(async () => (await import('../charts/balance-dialog.tsx')).BalanceDialog)

interface ChartButtonsProps {
  readonly desk: Desk
  /** Position of the day that was looked at last; null = none. */
  readonly day: number | null
}

/** Opens the roster as pictures: a day by time, and who has how much of what. */
export function ChartButtons({ desk, day }: ChartButtonsProps) {
  const [chart, setChart] = useState<'day' | 'balance' | null>(null)
  const close = (): void => setChart(null)
  return (
    <>
      <button type="button" onClick={() => setChart('day')}>
        {t('day.byTime')}
      </button>
      <button type="button" onClick={() => setChart('balance')}>
        {t('balance.title')}
      </button>
      {chart === 'day' && <DayDialog desk={desk} day={day ?? desk.shown.model.schedule.calendar.horizonFirst} onClose={close} />}
      {chart === 'balance' && <BalanceDialog desk={desk} onClose={close} />}
    </>
  )
}
