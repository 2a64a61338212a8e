import type { Release } from '../gateway/documents.ts'
import { ChangesPanel } from './changes-panel.tsx'
import { DetailsPanel, type DetailsPanelProps } from './details-panel.tsx'
import type { Desk } from './use-desk.ts'
import { ViolationsPanel } from './violations-panel.tsx'
import { t } from '../texts/texts.ts'

export type Tab = 'violations' | 'details' | 'changes'

interface SidePanelProps {
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
  /** Details are told elsewhere. */
  readonly isSmall: boolean
  readonly desk: Desk
  readonly releases: readonly Release[]
  readonly lit: Release['matches'][number] | null
  readonly onShow: (match: Release['matches'][number] | null) => void
  /** What is lit up is not among the rows shown. */
  readonly isHidden: boolean
  readonly details: DetailsPanelProps
}

/** Beside the grid: what is broken, what was chosen, what was changed. */
export function SidePanel({ tab, onTab, isSmall, desk, releases, lit, onShow, isHidden, details }: SidePanelProps) {
  const counts: Readonly<Record<Tab, string>> = {
    violations: t('side.broken', { number: releases.length }),
    details: t('desk.details'),
    changes: t('side.changes', { number: desk.changes.length + desk.copy.absences.length }),
  }
  return (
    <aside class="roster-side" aria-label={t('side.label')}>
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
        {tab === 'violations' && <ViolationsPanel releases={releases} lit={lit} onShow={onShow} />}
        {tab === 'details' && !isSmall && <DetailsPanel {...details} />}
        {tab === 'changes' && <ChangesPanel desk={desk} />}
      </div>
    </aside>
  )
}
