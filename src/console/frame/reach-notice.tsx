import { useReach } from '../gateway/reach.ts'
import { t } from '../texts/texts.ts'

/** Says that the gateway does not answer, and that it does again. */
export function ReachNotice() {
  const reach = useReach()
  return (
    <div role="status" class="reach">
      {reach === 'lost' && <p class="notice notice-bad">{t('reach.lost')}</p>}
    </div>
  )
}
