import { useMemo, useState } from 'preact/hooks'
import { hrefOf } from '../frame/router.ts'
import { StatusBadge } from '../parts/badge.tsx'
import { t } from '../texts/texts.ts'
import { ChartButtons } from './chart-buttons.tsx'
import { DownloadDialog } from './download-dialog.tsx'
import { type Money, moneyText, signedMoney } from './money.ts'
import { ResubmitDialog } from './resubmit-dialog.tsx'
import type { RosterModel } from './roster-model.ts'
import { isMissing } from './rows.ts'
import type { Desk } from './use-desk.ts'
import type { JobRoster } from './use-job-roster.ts'

interface RosterHeadProps {
  readonly desk: Desk
  readonly newest: JobRoster
  /** Null = the schedule says nothing of money. */
  readonly money: Money | null
  readonly canChange: boolean
  /** Position of the day that was looked at last; null = none. */
  readonly day: number | null
}

/** Which roster it is, what it costs, and what can be done with it. */
export function RosterHead({ desk, newest, money, canChange, day }: RosterHeadProps) {
  const { entry } = desk.shown
  const [dialog, setDialog] = useState<'download' | 'submit' | null>(null)
  const close = (): void => setDialog(null)
  const { solverProblemId } = entry
  const missing = useMemo(() => missingCount(newest), [newest])
  return (
    <header class="roster-top">
      <div class="roster-title">
        <h1>{t('jobs.roster')}</h1>
        <a href={hrefOf(['jobs', solverProblemId])}>{t('head.job', { id: solverProblemId })}</a>
        <StatusBadge job={newest.entry} missing={missing} />
        {money !== null && <CostNow model={desk.shown.model} money={money} />}
      </div>
      <div class="row">
        {canChange && (
          <>
            <button type="button" disabled={desk.copy.done === 0} onClick={desk.undo}>
              {t('head.undo')}
            </button>
            <button type="button" disabled={desk.copy.done === desk.copy.steps.length} onClick={desk.redo}>
              {t('head.redo')}
            </button>
          </>
        )}
        <ChartButtons desk={desk} day={day} />
        <button type="button" onClick={() => setDialog('download')}>
          {t('head.download')}
        </button>
        <button type="button" onClick={() => print()}>
          {t('head.print')}
        </button>
        {canChange && (
          <button type="button" class="main" onClick={() => setDialog('submit')}>
            {t('head.submitAgain')}
          </button>
        )}
      </div>
      {dialog === 'download' && <DownloadDialog desk={desk} onClose={close} />}
      {dialog === 'submit' && <ResubmitDialog desk={desk} onClose={close} />}
    </header>
  )
}

/** What the roster costs, also while a shift is dragged. */
function CostNow({ model, money: { total, change } }: { readonly model: RosterModel; readonly money: Money }) {
  return (
    <span class="roster-cost">
      <span class="quiet">{t('pay.costs')}</span> <strong>{moneyText(model, total)}</strong>
      {change !== 0 && <span class={`roster-change ${change < 0 ? 'is-better' : 'is-worse'}`}>{signedMoney(model, change)}</span>}
    </span>
  )
}

/** Mandatory shifts of the horizon that nobody works by the roster of the job. */
function missingCount({ model, roster }: JobRoster): number {
  return [...roster.keys()].filter((shift) => !model.schedule.shifts[shift]!.historic && isMissing(model, roster, shift)).length
}
