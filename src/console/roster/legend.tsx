import { legendText } from './colours.ts'
import type { GridLook } from './grid-look.ts'
import { useMemo } from 'preact/hooks'
import { t } from '../texts/texts.ts'

/** Most colours that are explained. */
const MOST_COLOURS = 12

/** What colours and marks mean. */
export function Legend({ look: { model } }: { readonly look: GridLook }) {
  const colours = useMemo(() => {
    const { shifts, shiftTags } = model.schedule
    const tags = new Set(shiftTags.filter(({ color }) => color !== null).map(({ tag }) => tag))
    return new Map(shifts.map((shift, position) => [shift.tags.find((tag) => tags.has(tag)) ?? legendText(shift), model.colours[position]!] as const))
  }, [model])
  return (
    <ul class="roster-legend" aria-label={t('legend.title')}>
      {[...colours].slice(0, MOST_COLOURS).map(([key, { ground, text }]) => (
        <li key={key}>
          <span class="roster-chip" style={{ '--chip': ground, '--chip-text': text }}>
            {key}
          </span>
        </li>
      ))}
      <li>
        <span class="roster-lock" /> {t('legend.fixed')}
      </li>
      <li>
        <span class="roster-swatch is-historic" /> {t('legend.historic')}
      </li>
      <li>
        <span class="roster-swatch is-empty" /> {t('legend.empty')}
      </li>
      <li>
        <span class="roster-swatch is-empty is-optional" /> {t('legend.emptyOptional')}
      </li>
      <li>
        <span class="roster-swatch is-broken" /> {t('legend.broken')}
      </li>
      <li>
        <span class="roster-swatch is-changed" /> {t('legend.changed')}
      </li>
      <li>
        <span class="roster-swatch is-unavailable" /> {t('legend.unavailable')}
      </li>
      <li>
        <span class="roster-swatch is-partly-unavailable" /> {t('legend.partlyUnavailable')}
      </li>
      <li>
        <span class="roster-swatch is-undesired" /> {t('legend.undesired')}
      </li>
      <li>
        <span class="roster-swatch is-desired" /> {t('legend.desired')}
      </li>
      <li>
        <span class="roster-swatch is-partly-asked" /> {t('legend.partlyAsked')}
      </li>
    </ul>
  )
}
