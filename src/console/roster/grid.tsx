import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Carry } from './carry.ts'
import type { CellRange } from './cell-range.ts'
import { dayClass, type GridLook } from './grid-look.ts'
import { blockOfColumn, GridRowView } from './grid-row.tsx'
import type { CellAt } from './grid-keys.ts'
import type { GridProps } from './grid-props.ts'
import { bringIntoSight, cellOf, type GridParts, viewportOf } from './grid-place.ts'
import {
  areApart,
  blockLeft,
  COMPACT,
  DAYS_PER_BLOCK,
  drawnPart,
  type DrawnPart,
  FROZEN_COLUMNS,
  isSamePart,
  type Layout,
  layOut,
  seenPart,
} from './layout.ts'
import { holidayText, monthText, weekdayText } from './roster-words.ts'
import { Tooltip, useTooltip } from './tooltip.tsx'
import { type Ranging, useCellRange } from './use-cell-range.ts'
import { useDrag } from './use-drag.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { t } from '../texts/texts.ts'

/** What stands above the frozen columns. */
function frozenHeads(isDemand: boolean): readonly string[] {
  if (isDemand) return [t('grid.spot'), t('grid.filled'), '', '']
  return [t('grid.name'), t('grid.hours'), t('grid.nights'), t('grid.weekendsHead')]
}

/** Employees × days. Only what can be seen is drawn; the keyboard reaches all of it. */
export function Grid(props: GridProps) {
  const { rows, look, carry, sizes } = props
  const dayCount = look.model.schedule.calendar.days.length
  const scroller = useRef<HTMLDivElement>(null)
  const layout = useMemo(() => layOut(rows, dayCount, sizes), [rows, dayCount, sizes])
  const part = useDrawnPart(scroller, layout, dayCount)
  const [active, setActive] = useActive(rows.length, props.firstDay)
  const tooltip = useTooltip(scroller, carry !== null)
  const drag = useDrag({ ...props, scroller, layout, hideTip: tooltip.hide })
  useScrolling(props, { scroller, layout, setActive })
  const ranging = useCellRange(props, active)
  const onKeyDown = useGridKeys(props, { scroller, layout, active, setActive, hideTip: tooltip.hide, ranging })
  return (
    <div class={`roster-stage${carry === null ? '' : ' is-carrying'}${sizes === COMPACT ? ' is-compact' : ''}`} style={useVariables(layout)}>
      <div
        ref={scroller}
        class="roster-grid"
        role="grid"
        tabIndex={-1}
        aria-label={props.label}
        aria-multiselectable="true"
        aria-rowcount={rows.length + 1}
        aria-colcount={dayCount + FROZEN_COLUMNS}
        onKeyDown={onKeyDown}
        onClick={(event) => openClicked(event, props, { setActive, ranging })}
        onCopy={ranging.onCopy}
        onPaste={ranging.onPaste}
        onFocusIn={(event) => {
          const at = cellOf(event.target)
          if (at !== null) setActive(at)
        }}
        // Before the focus goes to the cell: until then the active one is where the choice begins.
        onPointerDown={(event) => (event.shiftKey ? extendTo(event, ranging) : drag.onPointerDown(event))}
      >
        <div
          role="presentation"
          class="roster-sizer"
          style={{ width: `${layout.frozenWidth + layout.width}px`, height: `${sizes.head + layout.height}px` }}
        >
          <GridHead look={look} layout={layout} part={part} heads={frozenHeads(rows[0]?.kind === 'demand')} />
          <Rows {...props} layout={layout} part={part} active={active} range={ranging.range} describedBy={tooltip.tip === null ? null : tooltip.id} />
        </div>
      </div>
      {carry !== null && <DropPlace carry={carry} preview={props.preview} ghost={drag.ghost} />}
      <Tooltip id={tooltip.id} tip={tooltip.tip} rows={rows} look={look} />
    </div>
  )
}

/** Between shifts of a cell, and below each cell; pixels, as roster.css has them. */
const LINE_GAP = 2
const BORDER = 1

/** The sizes as roster.css wants them. */
function useVariables({ sizes, frozenWidth }: Layout): Readonly<Record<`--${string}`, string>> {
  return useMemo(
    () => ({
      '--head': `${sizes.head}px`,
      '--day': `${sizes.day}px`,
      '--frozen': `${frozenWidth}px`,
      '--frozen-columns': sizes.frozen.map((width) => `${width}px`).join(' '),
      '--chip-height': `${sizes.line - LINE_GAP}px`,
      '--cell-padding': `${(sizes.rowGap + LINE_GAP - BORDER) / 2}px`,
    }),
    [sizes, frozenWidth],
  )
}

interface RowsProps extends Pick<GridProps, 'rows' | 'look' | 'carry' | 'suits'> {
  readonly layout: Layout
  readonly part: DrawnPart
  readonly active: CellAt
  /** Cells that are chosen together; null = none are. */
  readonly range: CellRange | null
  /** Id of the tooltip, while there is one. */
  readonly describedBy: string | null
}

function Rows({ rows, look, carry, suits, layout, part, active, range: chosen, describedBy }: RowsProps) {
  const blocks = useMemo(() => range(part.firstBlock, part.endBlock), [part.firstBlock, part.endBlock])
  const activeBlock = blockOfColumn(active.column)
  // What has the focus is drawn wherever it is: an element that is taken away loses it.
  const blocksOfActive = useMemo(() => (activeBlock < 0 || blocks.includes(activeBlock) ? blocks : [...blocks, activeBlock]), [blocks, activeBlock])
  const carriedDay = carry === null ? 0 : look.model.schedule.shifts[carry.shift]!.day
  return drawnRows(part, active.row, rows.length).map((index) => {
    const row = rows[index]!
    const isActive = index === active.row
    const isChosen = chosen !== null && index >= chosen.firstRow && index <= chosen.lastRow
    return (
      <GridRowView
        key={row.key}
        look={look}
        row={row}
        index={index}
        layout={layout}
        blocks={isActive ? blocksOfActive : blocks}
        activeColumn={isActive ? active.column : null}
        chosenFrom={isChosen ? chosen.firstDay : null}
        chosenTo={isChosen ? chosen.lastDay : null}
        isTarget={carry?.row === index}
        suit={carry !== null && row.kind === 'employee' && row.position !== carry.from ? (suits.get(row.position)?.verdict ?? null) : null}
        carried={carry !== null && row.cells[carriedDay]!.includes(carry.shift) ? carry.shift : null}
        swapped={carry?.row === index ? carry.onto : null}
        describedBy={isActive ? describedBy : null}
      />
    )
  })
}

/** Where a carried shift can always be left empty, and what follows the pointer. */
function DropPlace({ carry, preview, ghost }: { readonly carry: Carry; readonly preview: string; readonly ghost: RefObject<HTMLDivElement | null> }) {
  return (
    <>
      {carry.by === 'pointer' && <div class={`roster-drop-empty${carry.row === null ? ' is-target' : ''}`}>{t('grid.dropEmpty')}</div>}
      <div ref={ghost} class={`roster-ghost is-by-${carry.by}`} aria-hidden="true">
        {preview}
      </div>
    </>
  )
}

interface GridHeadProps {
  readonly look: GridLook
  readonly layout: Layout
  readonly part: DrawnPart
  /** Of the frozen columns. */
  readonly heads: readonly string[]
}

function GridHead({ look, layout, part, heads }: GridHeadProps) {
  const blocks = range(part.firstBlock, part.endBlock)
  const { days } = look.model.schedule.calendar
  return (
    <div role="row" aria-rowindex={1} class="roster-head">
      <div role="presentation" class="roster-frozen">
        {heads.map((text, column) => (
          <div key={column} role="columnheader" aria-colindex={column + 1} class={column === 0 ? 'roster-name' : 'roster-sum'}>
            {text === '' ? <span class="hidden">{t('sums.nothing')}</span> : text}
          </div>
        ))}
      </div>
      {blocks.map((block) => (
        <div key={block} role="presentation" class="roster-block" style={{ left: `${blockLeft(layout, block)}px` }}>
          {days.slice(block * DAYS_PER_BLOCK, (block + 1) * DAYS_PER_BLOCK).map(({ date, weekday }, at) => {
            const day = block * DAYS_PER_BLOCK + at
            return (
              <div
                key={day}
                role="columnheader"
                aria-colindex={day + FROZEN_COLUMNS + 1}
                title={holidayText(look.model, day) || undefined}
                class={`roster-day${dayClass(look, day)}${day === look.today ? ' is-today' : ''}${day === 0 || date.endsWith('-01') ? ' is-month-start' : ''}`}
              >
                <span class="roster-weekday">{weekdayText(weekday)}</span> <span class="roster-date">{Number(date.slice(8))}</span>{' '}
                <span class="roster-month">{monthText(date)}</span>
                {holidayText(look.model, day) === '' ? null : <span class="hidden"> {holidayText(look.model, day)}</span>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** After a jump all is new, and comes in so many frames: the upper half of what can be seen, all that can be seen, what lies beyond. */
const STAGES = 3

/** The part that has to be drawn, as it is scrolled and as the window changes. */
function useDrawnPart(scroller: RefObject<HTMLDivElement | null>, layout: Layout, dayCount: number): DrawnPart {
  const [part, setPart] = useState<DrawnPart>(() => drawnPart(layout, dayCount, { left: 0, top: 0, width: 1200, height: 700 }))
  useLayoutEffect(() => {
    const element = scroller.current!
    let last: DrawnPart | null = null
    let stage = STAGES
    let frame = 0
    const look = (): void => {
      const viewport = viewportOf(element)
      const next = drawnPart(layout, dayCount, viewport)
      if (last !== null && areApart(last, next)) {
        stage = 1
        cancelAnimationFrame(frame)
        // Scrolling is told before the callbacks of a frame, which are therefore of the same frame.
        frame = requestAnimationFrame(() => (frame = requestAnimationFrame(goOn)))
      }
      const drawn = stage === STAGES ? next : seenPart(layout, dayCount, viewport, stage / (STAGES - 1))
      last = drawn
      setPart((before) => (isSamePart(before, drawn) ? before : drawn))
    }
    const goOn = (): void => {
      stage += 1
      look()
      if (stage < STAGES) frame = requestAnimationFrame(goOn)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, layout, dayCount])
  return part
}

/** The cell that Tab reaches; kept within the rows when these become fewer. */
function useActive(rowCount: number, firstDay: number): readonly [CellAt, (at: CellAt) => void] {
  const [active, setActive] = useState<CellAt>({ row: 0, column: firstDay + FROZEN_COLUMNS })
  const row = Math.max(0, Math.min(active.row, rowCount - 1))
  const kept = useMemo(() => ({ ...active, row }), [active, row])
  return [kept, setActive]
}

/** Begins at the horizon, again when the sizes change, and goes where it is told to. */
function useScrolling({ firstDay, sight, sizes }: GridProps, { scroller, layout, setActive }: GridParts): void {
  useLayoutEffect(() => {
    scroller.current!.scrollLeft = firstDay * sizes.day
  }, [scroller, firstDay, sizes])
  const latest = useRef(layout)
  latest.current = layout
  useEffect(() => {
    if (sight === null || sight.row < 0) return
    const at = { row: sight.row, column: sight.day === null ? 0 : sight.day + FROZEN_COLUMNS }
    bringIntoSight(scroller.current!, latest.current, at)
    setActive(at)
  }, [sight])
}

/** Chooses the cells up to the one that was pressed. */
function extendTo({ target }: PointerEvent, { extend }: Ranging): void {
  const at = cellOf(target)
  if (at !== null) extend(at)
}

/** Opens what was clicked. */
function openClicked(
  event: MouseEvent,
  { rows, onOpen }: GridProps,
  { setActive, ranging }: { readonly setActive: (at: CellAt) => void; readonly ranging: Ranging },
): void {
  const at = cellOf(event.target)
  if (at === null) return
  if (event.shiftKey) return
  ranging.clear()
  setActive(at)
  const shift = (event.target as Element).closest<HTMLElement>('[data-shift]')?.dataset['shift']
  onOpen({
    row: rows[at.row]!,
    day: at.column < FROZEN_COLUMNS ? null : at.column - FROZEN_COLUMNS,
    shift: shift === undefined ? null : Number(shift),
  })
}

function drawnRows({ firstRow, endRow }: DrawnPart, active: number, rowCount: number): readonly number[] {
  const drawn = range(firstRow, Math.min(endRow, rowCount))
  if (active >= rowCount || (active >= firstRow && active < endRow)) return drawn
  return active < firstRow ? [active, ...drawn] : [...drawn, active]
}

function range(first: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)
}
