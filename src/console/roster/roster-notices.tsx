import { LateFailure, Notices } from '../parts/notices.tsx'
import { countText } from '../parts/words.ts'
import type { Desk } from './use-desk.ts'

/** What is to be known of the roster that is shown. Below it, so that nothing above moves when one comes or goes. */
export function RosterNotices({ desk, failure }: { readonly desk: Desk; readonly failure: unknown }) {
  const { restored, hasNewer, isChanged, shown, discard, dismiss } = desk
  return (
    <Notices>
      <LateFailure failure={failure} />
      {restored !== null && (
        <p class="notice">
          {restoredText(desk)}{' '}
          {!restored.isSameRoster && 'The search has found a better roster meanwhile, and they are made to that one: look at the score. '}
          <button type="button" onClick={dismiss}>
            Go on
          </button>{' '}
          <button type="button" class="plain" onClick={discard}>
            Discard them
          </button>
        </p>
      )}
      {hasNewer && isChanged && (
        <p class="notice notice-warn">
          The search has found a better roster since you began to change this one.{' '}
          <button type="button" class="plain" onClick={discard}>
            Discard the changes and show it
          </button>
        </p>
      )}
      {shown.solution === null && <p class="notice">No roster is found yet: these are the assignments that the schedule came with.</p>}
    </Notices>
  )
}

function restoredText({ changes, copy }: Desk): string {
  const absences = copy.absences.length === 0 ? '' : ` and ${countText(copy.absences.length, 'absence')}`
  return `Your changes by hand are here again: ${countText(changes.length, 'shift')}${absences}.`
}
