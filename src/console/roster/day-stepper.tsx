import type { RosterModel } from './roster-model.ts'
import { dayText } from './roster-words.ts'
import { t } from '../texts/texts.ts'

interface DayStepperProps {
  readonly model: RosterModel
  /** Position of the day that is shown. */
  readonly day: number
  readonly onDay: (day: number) => void
}

/** Goes from day to day, or to one of all. */
export function DayStepper({ model, day, onDay }: DayStepperProps) {
  const { days } = model.schedule.calendar
  return (
    <div class="roster-stepper">
      <button type="button" aria-label={t('dayList.previous')} disabled={day === 0} onClick={() => onDay(day - 1)}>
        ‹
      </button>
      <label>
        <span class="hidden">{t('dayList.day')}</span>
        <select value={String(day)} onChange={(event) => onDay(Number(event.currentTarget.value))}>
          {days.map((_, each) => (
            <option key={each} value={String(each)}>
              {dayText(model, each)}
            </option>
          ))}
        </select>
      </label>
      <button type="button" aria-label={t('dayList.next')} disabled={day === days.length - 1} onClick={() => onDay(day + 1)}>
        ›
      </button>
    </div>
  )
}
