import type { Desk } from './use-desk.ts'
import { absenceText, dayText, shiftText, whoText } from './roster-words.ts'

/** What was changed by hand, shift by shift. */
export function ChangesPanel({ desk }: { readonly desk: Desk }) {
  const { changes, shown, copy, isChanged, take, unmarkAbsent, discard } = desk
  const { model } = shown
  if (!isChanged) {
    return (
      <p class="roster-empty-note">
        Nothing is changed. Drag a shift to somebody else, or move to it with the arrow keys, pick it up with Space and put it down with Enter; Delete
        empties it. Who is ill is marked absent in the account behind the name. Changes stay in this tab until you submit them.
      </p>
    )
  }
  return (
    <>
      <ul class="roster-list">
        {copy.absences.map((absence) => (
          <li key={absenceText(model, absence)} class="roster-changed">
            <span>
              Absent: <bdi>{absenceText(model, absence)}</bdi>
            </span>
            <button type="button" class="plain" aria-label={`Not absent: ${absenceText(model, absence)}`} onClick={() => unmarkAbsent(absence)}>
              Take back
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
            <button type="button" class="plain" aria-label={`Take back: ${shiftText(model, shift)}`} onClick={() => take([{ shift, to: before }])}>
              Take back
            </button>
          </li>
        ))}
      </ul>
      <p>
        <button type="button" class="danger" onClick={discard}>
          Discard all changes
        </button>
      </p>
    </>
  )
}
