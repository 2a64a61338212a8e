import { moveToSession, type Session } from '../gateway/session.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field, Select } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { useAction } from '../parts/use-action.ts'
import { goTo } from '../frame/router.ts'
import { changeDepartment } from './open-session.ts'
import { t } from '../texts/texts.ts'

/** Asks for another department and, because a token opens one department alone, for the password. */
export function ChangeDepartment({ session, onClose }: { readonly session: Session; readonly onClose: () => void }) {
  const others = session.departments.filter(({ id }) => id !== session.department.id)
  const { failure, isBusy, run } = useAction(async (form: FormData) => {
    const chosen = others.find(({ id }) => String(id) === readText(form, 'department'))!
    await moveToSession(async () => {
      const next = await changeDepartment(session, { password: readText(form, 'password'), department: chosen.id })
      // What is open belongs to the department that is left.
      goTo(['jobs'])
      return next
    })
  })
  return (
    <Dialog title={t('frame.changeDepartment')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run(new FormData(event.currentTarget))
        }}
      >
        <Select label={t('signIn.department')} name="department" options={others.map(({ id, name }) => ({ value: String(id), text: name }))} />
        <Field label={t('signIn.password')} name="password" type="password" autocomplete="current-password" required hint={t('signIn.ownLogin')} />
        <FailureNotice failure={failure} />
        <div class="row dialog-foot">
          <button type="submit" class="main" disabled={isBusy}>
            {t('frame.change')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
