import { keyOf } from './colours.ts'
import type { GridLook } from './grid-look.ts'
import { useMemo } from 'preact/hooks'

/** Most colours that are explained. */
const MOST_COLOURS = 12

/** What colours and marks mean. */
export function Legend({ look: { model } }: { readonly look: GridLook }) {
  const colours = useMemo(() => {
    const { shifts, shiftTags } = model.schedule
    const tags = new Set(shiftTags.filter(({ color }) => color !== null).map(({ tag }) => tag))
    return new Map(shifts.map((shift, position) => [shift.tags.find((tag) => tags.has(tag)) ?? keyOf(shift), model.colours[position]!] as const))
  }, [model])
  return (
    <ul class="roster-legend" aria-label="What colours and marks mean">
      {[...colours].slice(0, MOST_COLOURS).map(([key, { ground, text }]) => (
        <li key={key}>
          <span class="roster-chip" style={{ '--chip': ground, '--chip-text': text }}>
            {key}
          </span>
        </li>
      ))}
      <li>
        <span class="roster-lock" /> fixed
      </li>
      <li>
        <span class="roster-swatch is-historic" /> historic
      </li>
      <li>
        <span class="roster-swatch is-empty" /> empty
      </li>
      <li>
        <span class="roster-swatch is-empty is-optional" /> empty, optional
      </li>
      <li>
        <span class="roster-swatch is-broken" /> breaks a first-priority rule
      </li>
      <li>
        <span class="roster-swatch is-changed" /> changed
      </li>
      <li>
        <span class="roster-swatch is-unavailable" /> unavailable
      </li>
      <li>
        <span class="roster-swatch is-partly-unavailable" /> unavailable for a part of the day
      </li>
      <li>
        <span class="roster-swatch is-undesired" /> wishes to be free
      </li>
      <li>
        <span class="roster-swatch is-desired" /> wishes to work
      </li>
      <li>
        <span class="roster-swatch is-partly-asked" /> a wish about some shifts
      </li>
    </ul>
  )
}
