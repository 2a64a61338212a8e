import { useEffect, useRef, useState } from 'preact/hooks'
import { ReachNotice } from '../frame/reach-notice.tsx'
import { useTitle } from '../frame/use-title.ts'
import { type DepartmentName, type Session, setSession, wasSessionEnded } from '../gateway/session.ts'
import { Field } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { useAction } from '../parts/use-action.ts'
import { placesOfChanges } from '../roster/kept-places.ts'
import { changeDepartment, logIn, openToken, readGateway } from './open-session.ts'
import { LanguageChoice } from '../texts/language-choice.tsx'
import { t } from '../texts/texts.ts'

/** A login that waits for a department to be chosen. */
interface Login {
  readonly session: Session
  readonly password: string
}

/** The way in: e-mail and password, or a token; then the department, for who belongs to several. */
export function SignInPage() {
  const [gateway, setGateway] = useState('')
  const [login, setLogin] = useState<Login | null>(null)
  useEffect(() => void readGateway().then(setGateway), [])
  useTitle(t('signIn.title'))
  return (
    <main class="sign-in" id="main">
      <div class="sign-in-name">
        <img src="./icon.svg" alt="" width="40" height="40" />
        <h1>Turnus</h1>
        <LanguageChoice />
      </div>
      {wasSessionEnded() && login === null && (
        <p class="notice notice-warn">
          {t('signIn.ended')}
          {placesOfChanges(sessionStorage).length > 0 && ` ${t('signIn.kept')}`}
        </p>
      )}
      <div class="card">
        {login === null ? <WaysIn gateway={gateway} onLogin={setLogin} /> : <DepartmentChoice login={login} onBack={() => setLogin(null)} />}
      </div>
      <ReachNotice />
    </main>
  )
}

function WaysIn({ gateway, onLogin }: { readonly gateway: string; readonly onLogin: (login: Login) => void }) {
  const [withToken, setWithToken] = useState(false)
  return (
    <>
      <div class="choices" role="group" aria-label={t('signIn.how')}>
        <button type="button" aria-pressed={!withToken} onClick={() => setWithToken(false)}>
          {t('signIn.byPassword')}
        </button>
        <button type="button" aria-pressed={withToken} onClick={() => setWithToken(true)}>
          {t('signIn.token')}
        </button>
      </div>
      {withToken ? <TokenForm gateway={gateway} /> : <PasswordForm gateway={gateway} onLogin={onLogin} />}
    </>
  )
}

function PasswordForm({ gateway, onLogin }: { readonly gateway: string; readonly onLogin: (login: Login) => void }) {
  const { failure, isBusy, submit } = useSignIn(async (form) => {
    const password = readText(form, 'password')
    const session = await logIn({ gateway, email: readText(form, 'email').trim(), password })
    if (session.departments.length > 1) onLogin({ session, password })
    else setSession(session)
  })
  return (
    <form onSubmit={submit}>
      <Field label={t('signIn.email')} name="email" type="email" autocomplete="username" required />
      <Field label={t('signIn.password')} name="password" type="password" autocomplete="current-password" required />
      <FailureNotice failure={failure} />
      <SignInButton isBusy={isBusy} />
    </form>
  )
}

function TokenForm({ gateway }: { readonly gateway: string }) {
  const { failure, isBusy, submit } = useSignIn(async (form) => setSession(await openToken({ gateway, token: readText(form, 'token').trim() })))
  return (
    <form onSubmit={submit}>
      <Field label={t('signIn.token')} name="token" type="password" autocomplete="off" required hint={t('signIn.tokenHint')} />
      <FailureNotice failure={failure} />
      <SignInButton isBusy={isBusy} />
    </form>
  )
}

function DepartmentChoice({ login: { session, password }, onBack }: { readonly login: Login; readonly onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { failure, isBusy, run } = useAction(async ({ id }: DepartmentName) =>
    setSession(await changeDepartment(session, { password, department: id })),
  )
  return (
    <section aria-labelledby="choose-department">
      <h2 id="choose-department" ref={heading} tabIndex={-1}>
        {t('signIn.whichDepartment')}
      </h2>
      <ul class="choice-list">
        {session.departments.map((department) => (
          <li key={department.id}>
            <button type="button" disabled={isBusy} onClick={() => run(department)}>
              {department.name}
            </button>
          </li>
        ))}
      </ul>
      <FailureNotice failure={failure} />
      <button type="button" class="plain" onClick={onBack}>
        {t('signIn.somebodyElse')}
      </button>
    </section>
  )
}

function SignInButton({ isBusy }: { readonly isBusy: boolean }) {
  return (
    <button type="submit" class="main" disabled={isBusy}>
      {isBusy ? t('signIn.busy') : t('signIn.title')}
    </button>
  )
}

function useSignIn(open: (form: FormData) => Promise<void>) {
  const { failure, isBusy, run } = useAction(open)
  const submit = (event: Event): void => {
    event.preventDefault()
    run(new FormData(event.currentTarget as HTMLFormElement))
  }
  return { failure, isBusy, submit }
}
