import { describeFailure } from '../gateway/ask.ts'

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
