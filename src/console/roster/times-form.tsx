import { useId, useState } from 'preact/hooks'
import { announce } from '../parts/announce.tsx'
import type { RosterModel } from './roster-model.ts'
import { type Retiming, timesOf, whyNot } from './retimings.ts'
import { retimingText } from './roster-words.ts'
import { t } from '../texts/texts.ts'

interface TimesFormProps {
  readonly model: RosterModel
  /** Position. */
  readonly shift: number
  readonly onRetime: (retiming: Retiming) => void
}

/** A shift begins or ends at another time; who works it stays. */
export function TimesForm({ model, shift, onRetime }: TimesFormProps) {
  const id = useId()
  const now = timesOf(model, shift)
  const [from, setFrom] = useState(now.from)
  const [to, setTo] = useState(now.to)
  const [problem, setProblem] = useState<string | null>(null)
  const next = { ...now, from, to }
  const isSame = from === now.from && to === now.to
  return (
    <details class="roster-absence">
      <summary>{t('times.summary')}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const why = whyNot(model, [next])
          setProblem(why)
          if (why !== null) return
          onRetime(next)
          announce(t('times.told', { shift: retimingText(model, next) }))
        }}
      >
        <div class="row">
          <label class="roster-field" for={`${id}-from`}>
            <span>{t('times.from')}</span>
            <input id={`${id}-from`} type="time" required value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
          </label>
          <label class="roster-field" for={`${id}-to`}>
            <span>{t('times.to')}</span>
            <input id={`${id}-to`} type="time" required value={to} onInput={(event) => setTo(event.currentTarget.value)} />
          </label>
          <button type="submit" disabled={isSame || from === '' || to === ''}>
            {t('times.change')}
          </button>
        </div>
        <p class="quiet">{t('times.effect')}</p>
        {problem !== null && (
          <p class="notice notice-warn" role="alert">
            {problem}
          </p>
        )}
      </form>
    </details>
  )
}
