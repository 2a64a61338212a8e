import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { onReach } from '../gateway/reach.ts'
import { FailureNotice } from './notices.tsx'
import { t } from '../texts/texts.ts'

/** A part of the page that is fetched when it is first needed. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  // Kept across drawings: a second visit shows it at once.
  let loaded: ComponentType<Props> | null = null
  return function Lazy(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded)
    const [failure, setFailure] = useState<unknown>(null)
    const [round, setRound] = useState(0)
    useEffect(() => {
      if (Part !== null) return
      setFailure(null)
      load().then(
        (part) => {
          loaded = part
          setPart(() => part)
        },
        () => setFailure(new Error(t('page.partNotFetched'))),
      )
    }, [round])
    useEffect(
      () =>
        onReach((reach) => {
          if (reach === 'reached') setRound((last) => last + 1)
        }),
      [],
    )
    if (Part !== null) return <Part {...props} />
    if (failure === null) return <p class="quiet">{t('page.loading')}</p>
    return (
      <>
        <FailureNotice failure={failure} />
        <button type="button" onClick={() => setRound(round + 1)}>
          {t('page.tryAgain')}
        </button>
      </>
    )
  }
}
