import { useMemo, useState } from 'preact/hooks'
import type { Release } from '../gateway/documents.ts'
import { byImportance, type Told } from './matches.ts'
import { ruleText } from '../parts/rule-text.ts'
import { priorityNames } from '../parts/priority-names.ts'
import { numberText, t } from '../texts/texts.ts'

type Match = Release['matches'][number]

interface ViolationsPanelProps {
  readonly releases: readonly Release[]
  /** The match that is lit up in the grid. */
  readonly lit: Told | null
  readonly onShow: (match: Match | null) => void
}

/** Matches of one rule that are listed at once. */
const MOST_LISTED = 100

/** Every rule that the roster breaks, with its places. */
export function ViolationsPanel({ releases, lit, onShow }: ViolationsPanelProps) {
  const sorted = useMemo(() => byImportance(releases), [releases])
  const [open, setOpen] = useState<string | null>(null)
  if (sorted.length === 0) return <p class="roster-empty-note">{t('violations.none')}</p>
  return (
    <ul class="roster-rules">
      {sorted.map((release) => {
        const key = `${release.setting} ${release.priority}`
        return (
          <li key={key}>
            <button type="button" class="roster-rule" aria-expanded={open === key} onClick={() => setOpen(open === key ? null : key)}>
              <span class={`roster-priority is-p${release.priority}`}>{priorityNames()[release.priority - 1]}</span>
              <span class="roster-rule-name">{ruleText(release.setting)}</span>
              <span class="roster-rule-sum">
                {t('words.places', { count: release.matchCount ?? release.matches.length })}
                <strong>{numberText(release.penalty)}</strong>
              </span>
            </button>
            {open === key && <Matches release={release} lit={lit} onShow={onShow} />}
          </li>
        )
      })}
    </ul>
  )
}

function Matches({ release, lit, onShow }: { readonly release: Release } & Pick<ViolationsPanelProps, 'lit' | 'onShow'>) {
  const { matches, matchCount = matches.length } = release
  const at = matches.findIndex((match) => match === lit)
  const step = (by: number): void => onShow(matches[(at + by + matches.length) % matches.length]!)
  const first = at < MOST_LISTED ? 0 : at - (at % MOST_LISTED)
  return (
    <div class="roster-matches">
      <div class="roster-stepper">
        <button type="button" onClick={() => step(at < 0 ? 0 : -1)} aria-label={t('violations.previous')}>
          ‹
        </button>
        <span role="status">{at < 0 ? t('words.places', { count: matchCount }) : t('violations.of', { number: at + 1, all: matches.length })}</span>
        <button type="button" onClick={() => step(1)} aria-label={t('violations.next')}>
          ›
        </button>
        {at >= 0 && (
          <button type="button" class="plain" onClick={() => onShow(null)}>
            {t('violations.clear')}
          </button>
        )}
      </div>
      <ul>
        {matches.slice(first, first + MOST_LISTED).map((match, index) => (
          <li key={first + index}>
            <button type="button" class="roster-match" aria-pressed={match === lit} onClick={() => onShow(match)}>
              {match.text} <span class="quiet">{numberText(match.penalty)}</span>
            </button>
          </li>
        ))}
      </ul>
      {matches.length > MOST_LISTED && (
        <p class="quiet">
          {matchCount > matches.length
            ? t('violations.first', { number: matchCount, listed: matches.length })
            : t('violations.all', { number: matchCount })}
        </p>
      )}
    </div>
  )
}
