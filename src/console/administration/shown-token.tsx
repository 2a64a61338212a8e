import type { NewToken } from '../gateway/documents.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { dayText, listText } from '../parts/words.ts'
import { t } from '../texts/texts.ts'

/** The secret of a new token, this once. */
export function ShownToken({ made, onClose }: { readonly made: NewToken; readonly onClose: () => void }) {
  return (
    <Dialog title={`${t('tokens.one')} ${made.id} ${made.name}`} onClose={onClose}>
      <p class="notice notice-warn">{t('tokens.once')}</p>
      <label class="field">
        {t('tokens.one')}
        <input class="secret" readOnly value={made.token} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <p class="quiet">{t('tokens.opens', { department: made.department.name, scopes: listText(made.scopes), day: dayText(made.expiresAt) })}</p>
      <div class="row dialog-foot">
        <CopyButton text={made.token} />
        <button type="button" class="main" onClick={onClose}>
          {t('tokens.haveIt')}
        </button>
      </div>
    </Dialog>
  )
}
