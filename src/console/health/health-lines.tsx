import { t } from '../texts/texts.ts'
import type { HealthLine } from './health.ts'
import './health.css'

interface HealthLinesProps {
  readonly lines: readonly HealthLine[]
  /** The text of the line whose places are shown; null = none. */
  readonly opened: string | null
  /** The element that the places are shown in. */
  readonly controls: string
  readonly onOpen: (text: string | null) => void
}

/** What is said of a roster in the place of numbers; a line with places opens them. */
export function HealthLines({ lines, opened, controls, onOpen }: HealthLinesProps) {
  return (
    <ul class="health" aria-label={t('health.label')}>
      {lines.map(({ tone, text, places }) => (
        <li key={text}>
          {places.length === 0 ? (
            <span class={`notice notice-${tone}`}>{text}</span>
          ) : (
            <button
              type="button"
              class={`notice notice-${tone}`}
              aria-expanded={text === opened}
              aria-controls={controls}
              onClick={() => onOpen(text === opened ? null : text)}
            >
              {text}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
