import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { may, type Session } from '../gateway/session.ts'
import { Announcements } from '../parts/announce.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { placesOfChanges } from '../roster/kept-places.ts'
import { ChangeDepartment } from '../sign-in/change-department.tsx'
import { useOwnDepartments } from '../sign-in/own-departments.ts'
import { OwnPassword } from '../sign-in/own-password.tsx'
import { signOut } from '../sign-in/sign-out.ts'
import { LanguageChoice } from '../texts/language-choice.tsx'
import { t } from '../texts/texts.ts'
import { ReachNotice } from './reach-notice.tsx'
import { hrefOf, usePlace } from './router.ts'

interface FrameProps {
  readonly session: Session
  readonly children: ComponentChildren
}

/** What is around every page: where one is, who one is, and whether the gateway answers. */
export function Frame({ session, children }: FrameProps) {
  const { path } = usePlace()
  const [part = 'jobs'] = path
  const main = useFocusOnArrival(path.join('/'))
  useKeptFocus(main)
  useOwnDepartments(session, part)
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => skipTo(event, main.current)}>
        {t('frame.skip')}
      </a>
      <header class="frame-header">
        <a class="frame-name" href={hrefOf(['jobs'])}>
          <img src="./icon.svg" alt="" width="24" height="24" />
          <span class="frame-word">Turnus</span>
        </a>
        <nav aria-label={t('frame.pages')}>
          <NavLink to={['jobs']} isHere={part === 'jobs'} text={t('frame.jobs')} />
          <NavLink to={['plans']} isHere={part === 'plans'} text={t('frame.plans')} />
          {may(session, 'gateway:write') && <NavLink to={['submit']} isHere={part === 'submit'} text={t('frame.submit')} />}
          {may(session, 'gateway:read') && <NavLink to={['callbacks']} isHere={part === 'callbacks'} text={t('frame.callbacks')} />}
          {may(session, 'tokens:admin') && <NavLink to={['administration']} isHere={part === 'administration'} text={t('frame.administration')} />}
        </nav>
        <Who session={session} />
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
      <ReachNotice />
      <Announcements />
    </>
  )
}

/** Who is signed in and for which department; the ways to change either. */
function Who({ session }: { readonly session: Session }) {
  const [isChanging, setChanging] = useState(false)
  const [isOnPassword, setOnPassword] = useState(false)
  const { email } = session
  return (
    <div class="frame-who">
      <span class="frame-department">{session.department.name}</span>
      {session.departments.length > 1 && (
        <button type="button" class="plain" aria-label={t('frame.changeDepartment')} onClick={() => setChanging(true)}>
          {t('frame.change')}
        </button>
      )}
      {email !== null && (
        <button type="button" class="plain frame-email" title={t('frame.password')} onClick={() => setOnPassword(true)}>
          {email}
        </button>
      )}
      <LanguageChoice />
      <SignOut />
      {isChanging && <ChangeDepartment session={session} onClose={() => setChanging(false)} />}
      {isOnPassword && email !== null && <OwnPassword session={{ ...session, email }} onClose={() => setOnPassword(false)} />}
    </div>
  )
}

/** Changes to rosters and plans that are neither submitted nor saved are forgotten with the session, so it is asked first. */
function SignOut() {
  const [unsubmitted, setUnsubmitted] = useState(0)
  const leave = (): void => {
    const places = placesOfChanges(sessionStorage)
    if (places.length === 0) void signOut()
    else setUnsubmitted(places.length)
  }
  return (
    <>
      <button type="button" class="plain" onClick={leave}>
        {t('frame.signOut')}
      </button>
      {unsubmitted > 0 && (
        <Confirm title={t('frame.signOutTitle')} action={t('frame.signOut')} onConfirm={signOut} onClose={() => setUnsubmitted(0)}>
          <p>{t('frame.signOutChanges', { count: unsubmitted })}</p>
        </Confirm>
      )}
    </>
  )
}

function NavLink({ to, isHere, text }: { readonly to: readonly string[]; readonly isHere: boolean; readonly text: string }) {
  return (
    <a href={hrefOf(to)} {...(isHere ? { 'aria-current': 'page' as const } : {})}>
      {text}
    </a>
  )
}

/** The focus goes to the page that was come to, so that a screen reader begins there; not on the first page, where it belongs to the browser. */
function useFocusOnArrival(place: string) {
  const main = useRef<HTMLElement>(null)
  const last = useRef(place)
  useEffect(() => {
    if (last.current === place) return
    last.current = place
    main.current?.focus()
    scrollTo(0, 0)
  }, [place])
  return main
}

/** When what had the focus goes away, such as a button that did its work, the focus goes to the page instead of nowhere. */
function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = main.current!
    let last: Element | null = null
    const note = (): void => {
      last = document.activeElement
    }
    const observer = new MutationObserver(() => {
      if (last?.isConnected === false && document.activeElement === document.body) page.focus({ preventScroll: true })
    })
    page.addEventListener('focusin', note)
    observer.observe(page, { childList: true, subtree: true })
    return () => {
      page.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [main])
}

function skipTo(event: Event, main: HTMLElement | null): void {
  // The address keeps the place in its hash, which an anchor would overwrite.
  event.preventDefault()
  main?.focus()
}
