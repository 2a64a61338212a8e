import { moveToSession, type Session } from '../gateway/session.ts'
import { announce } from '../parts/announce.tsx'
import { Field } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { t } from '../texts/texts.ts'
import { changePassword } from './open-session.ts'

const SHORTEST_PASSWORD = 10

interface OwnPasswordProps {
  readonly session: Session & { readonly email: string }
  readonly onClose: () => void
}

/** Changes the password of who is signed in; everything else that they signed in to is signed out. */
export function OwnPassword({ session, onClose }: OwnPasswordProps) {
  const send = async (form: FormData): Promise<void> => {
    await moveToSession(() => changePassword(session, { password: readText(form, 'password'), newPassword: readText(form, 'newPassword') }))
    announce(t('frame.passwordChanged'))
    onClose()
  }
  return (
    <FormDialog name="own-password" title={t('frame.password')} action={t('frame.changePassword')} onSend={send} onClose={onClose}>
      <Field label={t('signIn.password')} name="password" type="password" autocomplete="current-password" required />
      <Field
        label={t('users.newPassword')}
        name="newPassword"
        type="password"
        autocomplete="new-password"
        minLength={SHORTEST_PASSWORD}
        required
        hint={`${t('users.passwordHint', { least: SHORTEST_PASSWORD })} ${t('frame.passwordEnds')}`}
      />
    </FormDialog>
  )
}
