import { LateFailure, Notices } from '../parts/notices.tsx'
import { listText } from '../parts/words.ts'
import type { Desk } from './use-desk.ts'
import { t } from '../texts/texts.ts'

/** What is to be known of the roster that is shown. Below it, so that nothing above moves when one comes or goes. */
export function RosterNotices({ desk, failure }: { readonly desk: Desk; readonly failure: unknown }) {
  const { restored, hasNewer, isChanged, shown, discard, dismiss } = desk
  return (
    <Notices>
      <LateFailure failure={failure} />
      {restored !== null && (
        <p class="notice">
          {restoredText(desk)} {!restored.isSameRoster && `${t('notice.betterMeanwhile')} `}
          <button type="button" onClick={dismiss}>
            {t('notice.goOn')}
          </button>{' '}
          <button type="button" class="plain" onClick={discard}>
            {t('notice.discardThem')}
          </button>
        </p>
      )}
      {hasNewer && isChanged && (
        <p class="notice notice-warn">
          {t('notice.better')}{' '}
          <button type="button" class="plain" onClick={discard}>
            {t('notice.discardAndShow')}
          </button>
        </p>
      )}
      {shown.solution === null && <p class="notice">{t('notice.noRoster')}</p>}
    </Notices>
  )
}

function restoredText({ changes, copy }: Desk): string {
  const absences = copy.absences.length === 0 ? [] : [t('words.absences', { count: copy.absences.length })]
  const times = copy.times.length === 0 ? [] : [t('words.retimed', { count: copy.times.length })]
  return t('notice.restored', { what: listText([t('words.shifts', { count: changes.length }), ...times, ...absences]) })
}
