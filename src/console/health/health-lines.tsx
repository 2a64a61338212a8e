import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useMedia } from '../parts/use-media.ts'
import { t } from '../texts/texts.ts'
import type { HealthLine } from './health.ts'
import './health.css'

/** Lines on a small screen until all are asked for, and as many as it takes to show all that is bad. */
const FIRST_LINES = 3

interface HealthListProps {
  readonly lines: readonly HealthLine[]
  /** Draws a line. */
  readonly children: (line: HealthLine) => ComponentChildren
}

/** What is said of a roster in the place of numbers, a line for each thing. */
export function HealthList({ lines, children }: HealthListProps) {
  const isNarrow = useMedia('(max-width: 44rem)')
  const [isAll, setAll] = useState(false)
  const first = Math.max(FIRST_LINES, lines.findLastIndex(({ tone }) => tone === 'bad') + 1)
  const shown = isAll || !isNarrow ? lines : lines.slice(0, first)
  return (
    <ul class="health" aria-label={t('health.label')}>
      {shown.map((line) => (
        <li key={line.text}>{children(line)}</li>
      ))}
      {shown.length < lines.length && (
        <li>
          <button type="button" class="plain" onClick={() => setAll(true)}>
            {t('words.more', { count: lines.length - shown.length })}
          </button>
        </li>
      )}
    </ul>
  )
}

interface HealthLinesProps {
  readonly lines: readonly HealthLine[]
  /** The text of the line whose places are shown; null = none. */
  readonly opened: string | null
  /** The element that the places are shown in. */
  readonly controls: string
  readonly onOpen: (text: string | null) => void
}

/** The health of a roster; a line with places opens them. */
export function HealthLines({ lines, opened, controls, onOpen }: HealthLinesProps) {
  return (
    <HealthList lines={lines}>
      {({ tone, text, places }) =>
        places.length === 0 ? (
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
        )
      }
    </HealthList>
  )
}
