import type { Desk } from './use-desk.ts'
import { dayText, shiftText, whoText } from './roster-words.ts'

/** What was changed by hand, shift by shift. */
export function ChangesPanel({ desk }: { readonly desk: Desk }) {
  const { changes, shown, take, discard } = desk
  const { model } = shown
  if (changes.length === 0) {
    return (
      <p class="roster-empty-note">
        Nothing is changed. Drag a shift to somebody else, or move to it with the arrow keys, pick it up with Space and put it down with Enter; Delete
        empties it. Nothing is saved until you submit it again.
      </p>
    )
  }
  return (
    <>
      <ul class="roster-list">
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
