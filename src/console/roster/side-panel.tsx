import { useEffect } from 'preact/hooks'
import type { Health, Place } from '../health/health.ts'
import { ChangesPanel } from './changes-panel.tsx'
import { HEALTH_PLACES } from './health-row.tsx'
import { RosterNumbers } from './roster-numbers.tsx'
import { DetailsPanel, type DetailsPanelProps } from './details-panel.tsx'
import type { Told } from './matches.ts'
import type { Desk } from './use-desk.ts'
import type { Judged } from './use-judged.ts'
import { ViolationsPanel } from './violations-panel.tsx'
import { t } from '../texts/texts.ts'

export type Tab = 'violations' | 'details' | 'changes'

export interface SidePanelProps {
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
  /** Details are told elsewhere. */
  readonly isSmall: boolean
  readonly desk: Desk
  readonly judged: Judged
  readonly health: Health | null
  /** The line of the health whose places are listed; null = none. */
  readonly line: string | null
  readonly lit: Told | null
  readonly onShow: (match: Told | null) => void
  /** What is lit up is not among the rows shown. */
  readonly isHidden: boolean
  readonly details: DetailsPanelProps
  /** Null = it is always there. */
  readonly onClose: (() => void) | null
}

/** Beside the grid: what is broken, what was chosen, what was changed. */
export function SidePanel({ tab, onTab, isSmall, desk, judged, health, line, lit, onShow, isHidden, details, onClose }: SidePanelProps) {
  const { releases } = judged
  useEscape(onClose)
  const told = health?.lines.find(({ text, places }) => text === line && places.length > 0)
  const counts: Readonly<Record<Tab, string>> = {
    violations: t('side.broken', { number: releases.length }),
    details: t('desk.details'),
    changes: t('side.changes', { number: desk.changes.length + desk.copy.absences.length + desk.copy.times.length }),
  }
  return (
    <aside class="roster-side" aria-label={t('side.label')}>
      {onClose !== null && (
        <button type="button" class="plain roster-close" onClick={onClose}>
          {t('page.close')}
        </button>
      )}
      <div class="roster-tabs" role="group" aria-label={t('side.told')}>
        {(Object.keys(counts) as Tab[])
          .filter((each) => !isSmall || each !== 'details')
          .map((each) => (
            <button key={each} type="button" aria-pressed={tab === each} onClick={() => onTab(each)}>
              {counts[each]}
            </button>
          ))}
      </div>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div class="roster-told" tabIndex={0} role="region" aria-label={counts[tab]}>
        {isHidden && <p class="notice notice-warn">{t('side.hidden')}</p>}
        {tab === 'violations' && (
          <>
            <div id={HEALTH_PLACES}>
              {told !== undefined && <Places text={told.text} places={told.places} more={told.more} lit={lit} onShow={onShow} />}
            </div>
            <ViolationsPanel releases={releases} lit={lit} onShow={onShow} />
            <RosterNumbers judged={judged} hasChanges={desk.isChanged} standing={desk.shown.solution ?? desk.shown.entry} />
          </>
        )}
        {tab === 'details' && !isSmall && <DetailsPanel {...details} />}
        {tab === 'changes' && <ChangesPanel desk={desk} />}
      </div>
    </aside>
  )
}

/** Escape closes what stands over the grid, but not with a dialog that is open over it. */
function useEscape(onClose: (() => void) | null): void {
  useEffect(() => {
    if (onClose === null) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) onClose()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

interface PlacesProps extends Pick<SidePanelProps, 'lit' | 'onShow'> {
  readonly text: string
  readonly places: readonly Place[]
  readonly more: number
}

/** Where a line of the health is; each place lights up in the grid. */
function Places({ text, places, more, lit, onShow }: PlacesProps) {
  return (
    <section class="roster-places" aria-label={t('health.allPlaces', { line: text })}>
      <h2>{text}</h2>
      <ul class="roster-list">
        {places.map((place, at) => (
          <li key={`${at} ${place.text}`}>
            <button type="button" class="plain" aria-pressed={lit === place} onClick={() => onShow(lit === place ? null : place)}>
              {place.text}
            </button>
          </li>
        ))}
        {more > 0 && <li class="quiet">{t('words.more', { count: more })}</li>}
      </ul>
    </section>
  )
}
