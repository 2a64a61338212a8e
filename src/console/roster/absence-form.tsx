import { useId, useState } from 'preact/hooks'
import { announce } from '../parts/announce.tsx'
import type { GridLook } from './grid-look.ts'
import { dayOf } from './matches.ts'
import { employeeName } from './roster-model.ts'
import { absenceText } from './roster-words.ts'
import type { Absence } from './working-copy.ts'
import { t } from '../texts/texts.ts'

interface AbsenceFormProps {
  readonly look: GridLook
  /** Position. */
  readonly employee: number
  /** Day of the calendar that is offered; null = today, or else the first that is planned. */
  readonly day: number | null
  readonly onAbsent: (absence: Absence) => void
}

/** Somebody is ill: the shifts of some days become empty, and nobody puts the absent on them again, neither a recommendation nor the search. */
export function AbsenceForm({ look: { model, today }, employee, day, onAbsent }: AbsenceFormProps) {
  const { days, horizonFirst } = model.schedule.calendar
  const id = useId()
  const offered = days[Math.max(horizonFirst, day ?? today ?? 0)]!.date
  const [first, setFirst] = useState(offered)
  const [last, setLast] = useState<string | null>(null)
  const [firstDay, lastDay] = [dayOf(model, first), dayOf(model, last ?? first)]
  const absence = firstDay === null || lastDay === null || firstDay > lastDay ? null : { employee, firstDay, lastDay }
  const [from, until] = [days[horizonFirst]!.date, days.at(-1)!.date]
  return (
    <details class="roster-absence">
      <summary>
        <bdi>{employeeName(model, employee)}</bdi> {t('absence.summary')}
      </summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (absence === null) return
          onAbsent(absence)
          announce(t('absence.told', { who: absenceText(model, absence) }))
        }}
      >
        <div class="row">
          <label class="roster-field" for={`${id}-first`}>
            <span>{t('absence.from')}</span>
            <input
              id={`${id}-first`}
              type="date"
              required
              min={from}
              max={until}
              value={first}
              onInput={(event) => setFirst(event.currentTarget.value)}
            />
          </label>
          <label class="roster-field" for={`${id}-last`}>
            <span>{t('absence.to')}</span>
            <input
              id={`${id}-last`}
              type="date"
              required
              min={first}
              max={until}
              value={last ?? first}
              onInput={(event) => setLast(event.currentTarget.value)}
            />
          </label>
          <button type="submit" disabled={absence === null}>
            {t('absence.mark')}
          </button>
        </div>
        <p class="quiet">{t('absence.effect')}</p>
      </form>
    </details>
  )
}
