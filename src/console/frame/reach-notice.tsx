import { useReach } from '../gateway/reach.ts'

/** Says that the gateway does not answer, and that it does again. */
export function ReachNotice() {
  const reach = useReach()
  return (
    <div role="status" class="reach">
      {reach === 'lost' && <p class="notice notice-bad">The gateway cannot be reached. What is shown may be old; it is asked again by itself.</p>}
    </div>
  )
}
