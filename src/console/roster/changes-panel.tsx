import type { Desk } from './use-desk.ts'
import { absenceText, dayText, shiftText, whoText } from './roster-words.ts'
import { t } from '../texts/texts.ts'

/** What was changed by hand, shift by shift. */
export function ChangesPanel({ desk }: { readonly desk: Desk }) {
  const { changes, shown, copy, isChanged, take, unmarkAbsent, discard } = desk
  const { model } = shown
  if (!isChanged) {
    return <p class="roster-empty-note">{t('changes.none')}</p>
  }
  return (
    <>
      <ul class="roster-list">
        {copy.absences.map((absence) => (
          <li key={absenceText(model, absence)} class="roster-changed">
            <span>
              {t('changes.absent')} <bdi>{absenceText(model, absence)}</bdi>
            </span>
            <button
              type="button"
              class="plain"
              aria-label={t('changes.notAbsent', { who: absenceText(model, absence) })}
              onClick={() => unmarkAbsent(absence)}
            >
              {t('changes.takeBack')}
            </button>
          </li>
        ))}
        {changes.map(({ shift, before, after }) => (
          <li key={shift} class="roster-changed">
            <span>
              {dayText(model, model.schedule.shifts[shift]!.day)}: {shiftText(model, shift)}
              <br />
              <bdi class="quiet">{whoText(model, before)}</bdi> → <bdi>{whoText(model, after)}</bdi>
            </span>
            <button
              type="button"
              class="plain"
              aria-label={t('changes.takeBackShift', { shift: shiftText(model, shift) })}
              onClick={() => take([{ shift, to: before }])}
            >
              {t('changes.takeBack')}
            </button>
          </li>
        ))}
      </ul>
      <p>
        <button type="button" class="danger" onClick={discard}>
          {t('changes.discard')}
        </button>
      </p>
    </>
  )
}
