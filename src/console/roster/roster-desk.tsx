import { useMemo } from 'preact/hooks'
import { may, useSession } from '../gateway/session.ts'
import { Dialog } from '../parts/dialog.tsx'
import { DayList } from './day-list.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { GridLook } from './grid-look.ts'
import { Grid } from './grid.tsx'
import { HealthRow, useRosterHealth } from './health-row.tsx'
import { COMPACT, ROOMY } from './layout.ts'
import { Legend } from './legend.tsx'
import { PrintSheet, usePrinting } from './print-sheet.tsx'
import { RosterHead } from './roster-head.tsx'
import { RosterNotices } from './roster-notices.tsx'
import { t, useLanguage } from '../texts/texts.ts'
import { demandRows, emptyLines, type EmptyView, type GridRow, MOST_EMPTY_LINES, rosterRows } from './rows.ts'
import { SidePanel, type SidePanelProps } from './side-panel.tsx'
import { useCarry } from './use-carry.ts'
import { useDesk } from './use-desk.ts'
import type { JobRoster } from './use-job-roster.ts'
import { useJudged } from './use-judged.ts'
import { useLook, useView } from './use-look.ts'
import { useMedia } from '../parts/use-media.ts'
import { useSight } from './use-sight.ts'
import { useUndoKeys } from './use-undo-keys.ts'

/** The roster of a job, with what is changed of it by hand. */
export function RosterDesk({ newest, failure }: { readonly newest: JobRoster; readonly failure: unknown }) {
  const desk = useDesk(newest)
  const { shown, copy } = desk
  const { model } = shown
  const canChange = may(useSession(), 'gateway:write')
  const judged = useJudged(desk)
  const health = useRosterHealth(desk, judged)
  const { filters, options } = useView(model)
  const language = useLanguage()
  const rowsOf = (empty: EmptyView): readonly GridRow[] =>
    options.view === 'demand' ? demandRows(model, filters) : rosterRows(model, copy.roster, filters, empty)
  const rows = useMemo(() => rowsOf(options.empty), [model, copy.roster, filters, options.view, options.empty, language])
  const canFold = rows.some(({ kind }) => kind === 'folded') || emptyLines(rows) > MOST_EMPTY_LINES
  const sighted = useSight(desk, rows)
  const { opened, onOpen, line, lit, isAsideOpen } = sighted
  const look = useLook(desk, { judged: judged.releases, lit, options })
  const { money, ...carrying } = useCarry({ desk, rows, score: judged.score, canCarry: canChange && options.view === 'roster' })
  useUndoKeys(desk, carrying.carry)
  const isPrinting = usePrinting()
  const isSmall = useMedia('(max-width: 699px)')
  const isCompact = options.isCompact && !isSmall
  const details = {
    asked: { job: shown, roster: copy.roster },
    look,
    opened,
    canChange,
    onOpen,
    onTake: desk.take,
    onAbsent: desk.markAbsent,
    onRetime: desk.retime,
  }
  return (
    <section class="roster">
      <RosterHead desk={desk} newest={newest} money={money} canChange={canChange} day={opened?.day ?? null} />
      <HealthRow desk={desk} judged={judged} health={health} opened={line} onOpen={sighted.onLine} />
      <FilterBar model={model} filters={filters} options={options} shown={shownText(rows)} canFold={canFold} isFolded={isSmall}>
        {isCompact && (
          <button type="button" aria-expanded={isAsideOpen} onClick={sighted.toggleAside}>
            {t('side.open')}
          </button>
        )}
      </FilterBar>
      <p class="hidden" role="status">
        {carrying.spoken}
      </p>
      <RosterBody
        look={look}
        rows={rows}
        sighted={sighted}
        carrying={carrying}
        isSmall={isSmall}
        isCompact={isCompact}
        side={{ desk, judged, health, details }}
      />
      <Legend look={look} />
      <RosterNotices desk={desk} failure={failure ?? judged.failure} />
      {isPrinting && <PrintSheet look={look} rows={rowsOf('by-spot')} />}
    </section>
  )
}

interface RosterBodyProps {
  readonly look: GridLook
  readonly rows: readonly GridRow[]
  readonly sighted: ReturnType<typeof useSight>
  readonly carrying: Omit<ReturnType<typeof useCarry>, 'money'>
  /** A phone: days in the place of a grid, and details in a dialog. */
  readonly isSmall: boolean
  /** The grid takes all of the width. */
  readonly isCompact: boolean
  readonly side: Pick<SidePanelProps, 'desk' | 'judged' | 'health' | 'details'>
}

/** The roster itself, and what is told beside it; over it where the grid is compact. */
function RosterBody({ look, rows, sighted, carrying, isSmall, isCompact, side }: RosterBodyProps) {
  const { sight, onOpen, opened, isAsideOpen, toggleAside, ...told } = sighted
  const { details } = side
  return (
    <>
      <div class={`roster-body${isCompact ? ' is-compact' : ''}`}>
        {isSmall && <DayList look={look} rows={rows} onOpen={onOpen} sight={sight} />}
        {!isSmall && rows.length > 0 && (
          <Grid
            label={t('jobs.roster')}
            rows={rows}
            look={look}
            sizes={isCompact ? COMPACT : ROOMY}
            firstDay={look.model.schedule.calendar.horizonFirst}
            sight={sight}
            canCarry={details.canChange}
            onOpen={onOpen}
            {...carrying}
          />
        )}
        {!isSmall && rows.length === 0 && <p class="roster-empty-note">{t('desk.nothingFits')}</p>}
        {(!isCompact || isAsideOpen) && <SidePanel {...told} {...side} isSmall={isSmall} onClose={isCompact ? toggleAside : null} />}
      </div>
      {isSmall && opened !== null && told.tab === 'details' && (
        <Dialog title={t('desk.details')} onClose={() => told.onTab('violations')}>
          <DetailsPanel {...details} />
        </Dialog>
      )}
    </>
  )
}

function shownText(rows: readonly GridRow[]): string {
  const people = rows.filter(({ kind }) => kind === 'employee').length
  const folded = rows.find(({ kind }) => kind === 'folded')
  const spots = rows.length - people - (folded === undefined ? 0 : 1)
  return [
    ...(people === 0 ? [] : [t('words.employees', { count: people })]),
    ...(folded === undefined ? [] : [t('words.emptyShifts', { count: folded.cells.flat().length })]),
    ...(spots === 0 ? [] : [t(rows[0]!.kind === 'demand' ? 'words.spots' : 'desk.spotsEmpty', { count: spots })]),
  ].join(', ')
}
