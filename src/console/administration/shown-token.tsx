import type { NewToken } from '../gateway/documents.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { dayText } from '../parts/words.ts'

/** The secret of a new token, this once. */
export function ShownToken({ made, onClose }: { readonly made: NewToken; readonly onClose: () => void }) {
  return (
    <Dialog title={`Token ${made.id} ${made.name}`} onClose={onClose}>
      <p class="notice notice-warn">This is the only time the token is shown. Copy it to where it is needed.</p>
      <label class="field">
        Token
        <input class="secret" readOnly value={made.token} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <p class="quiet">
        For {made.department.name}, with {made.scopes.join(' and ')}, until {dayText(made.expiresAt)}.
      </p>
      <div class="row dialog-foot">
        <CopyButton text={made.token} />
        <button type="button" class="main" onClick={onClose}>
          I have it
        </button>
      </div>
    </Dialog>
  )
}
