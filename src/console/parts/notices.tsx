import type { ComponentChildren } from 'preact'
import { describeFailure, Unreachable } from '../gateway/ask.ts'

/** What went wrong and what to do about it, read out at once; nothing when nothing did. */
export function FailureNotice({ failure }: { readonly failure: unknown }) {
  const described = failure === null || failure === undefined ? null : describeFailure(failure)
  return (
    <div role="alert">
      {described !== null && (
        <p class="notice notice-bad">
          {described.text} {described.hint !== null && <span>{described.hint}</span>}
        </p>
      )}
    </div>
  )
}

/** What comes while somebody works: at the end of the page and at the foot of the screen, whichever is higher, so that nothing moves under the pointer. */
export function Notices({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="notices" role="status">
      {children}
    </div>
  )
}

/** A failure to ask again for what is shown already, for `Notices`. That the gateway cannot be reached is said for the whole page. */
export function LateFailure({ failure }: { readonly failure: unknown }) {
  return failure instanceof Unreachable ? null : <FailureNotice failure={failure} />
}
