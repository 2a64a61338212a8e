import type { ComponentChildren } from 'preact'
import type { Desk } from './use-desk.ts'
import { absenceText, dayText, retimingText, shiftText, whoText } from './roster-words.ts'
import { t } from '../texts/texts.ts'

/** What was changed by hand, shift by shift. */
export function ChangesPanel({ desk }: { readonly desk: Desk }) {
  const { changes, shown, copy, isChanged, take, unmarkAbsent, takeBackTimes, discard } = desk
  const { model } = shown
  if (!isChanged) {
    return <p class="roster-empty-note">{t('changes.none')}</p>
  }
  return (
    <>
      <ul class="roster-list">
        {copy.absences.map((absence) => (
          <Item
            key={absenceText(model, absence)}
            label={t('changes.notAbsent', { who: absenceText(model, absence) })}
            onTakeBack={() => unmarkAbsent(absence)}
          >
            {t('changes.absent')} <bdi>{absenceText(model, absence)}</bdi>
          </Item>
        ))}
        {copy.times.map((retiming) => (
          <Item
            key={`times ${retiming.shift}`}
            label={t('changes.takeBackShift', { shift: retimingText(model, retiming) })}
            onTakeBack={() => takeBackTimes(retiming)}
          >
            {t('changes.times')} {retimingText(model, retiming)}
          </Item>
        ))}
        {changes.map(({ shift, before, after }) => (
          <Item key={shift} label={t('changes.takeBackShift', { shift: shiftText(model, shift) })} onTakeBack={() => take([{ shift, to: before }])}>
            {dayText(model, model.schedule.shifts[shift]!.day)}: {shiftText(model, shift)}
            <br />
            <bdi class="quiet">{whoText(model, before)}</bdi> → <bdi>{whoText(model, after)}</bdi>
          </Item>
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

interface ItemProps {
  /** What the button does, for a screen reader. */
  readonly label: string
  readonly onTakeBack: () => void
  readonly children: ComponentChildren
}

/** One change, and the way to take it back. */
function Item({ label, onTakeBack, children }: ItemProps) {
  return (
    <li class="roster-changed">
      <span>{children}</span>
      <button type="button" class="plain" aria-label={label} onClick={onTakeBack}>
        {t('changes.takeBack')}
      </button>
    </li>
  )
}
