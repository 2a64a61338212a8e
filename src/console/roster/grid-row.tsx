import { Fragment } from 'preact'
import { useMemo } from 'preact/hooks'
import { NOBODY } from '../../model/roster.ts'
import { agreedText, dayClass, emptyText, type GridLook, hoursVerdict, isCellLit, nameOfCell, wishBitsOf } from './grid-look.ts'
import { blockLeft, DAYS_PER_BLOCK, FROZEN_COLUMNS, type Layout } from './layout.ts'
import { PARTLY_AWAY, WISH_BITS } from './roster-model.ts'
import { t } from '../texts/texts.ts'
import { hoursText, labelText } from './roster-words.ts'
import { type GridRow, seatsInWords, seatsOf, seatsText, shownShifts } from './rows.ts'
import type { Suit } from './suits.ts'

interface GridRowProps {
  readonly look: GridLook
  readonly row: GridRow
  /** Position among the rows shown. */
  readonly index: number
  readonly layout: Layout
  /** Blocks of days that are drawn. */
  readonly blocks: readonly number[]
  /** The column that can be reached by Tab, when it is in this row. */
  readonly activeColumn: number | null
  /** Days of cells of this row that are chosen together with others, both inclusive; null = none. */
  readonly chosenFrom: number | null
  readonly chosenTo: number | null
  /** A shift that is carried would be dropped here. */
  readonly isTarget: boolean
  /** How a shift that is carried would suit the employee; null = not known, or nothing is carried. */
  readonly suit: Suit['verdict'] | null
  /** The shift that is carried, when it is in this row, and the one that it would be swapped for. */
  readonly carried: number | null
  readonly swapped: number | null
  /** Id of the tooltip, while it tells of a cell of this row. */
  readonly describedBy: string | null
}

/** A row of the grid. Drawn again only when something of it changes. */
export function GridRowView(props: GridRowProps) {
  const { look, row, index, layout, blocks, activeColumn, chosenFrom, chosenTo, isTarget, suit, carried, swapped, describedBy } = props
  const { sizes } = layout
  const top = sizes.head + layout.tops[index]!
  return useMemo(
    () => (
      <div
        role="row"
        aria-rowindex={index + 2}
        class={`roster-row is-${row.kind}${isOptionalRow(look, row) ? ' is-optional' : ''}${isTarget ? ' is-target' : ''}${suit === null ? '' : ` suits-${suit}`}${isRowLit(look, row) ? ' is-lit' : ''}`}
        style={{ top: `${top}px`, height: `${row.lines * sizes.line + sizes.rowGap}px` }}
      >
        <FrozenCells look={look} row={row} index={index} activeColumn={activeColumn} describedBy={describedBy} />
        {blocks.map((block) => (
          <Block
            key={block}
            look={look}
            row={row}
            index={index}
            block={block}
            left={blockLeft(layout, block)}
            activeColumn={activeColumn !== null && blockOfColumn(activeColumn) === block ? activeColumn : null}
            chosenFrom={chosenFrom}
            chosenTo={chosenTo}
            carried={carried}
            swapped={swapped}
            describedBy={describedBy}
          />
        ))}
      </div>
    ),
    [look, row, index, top, sizes, blocks, activeColumn, chosenFrom, chosenTo, isTarget, suit, carried, swapped, describedBy],
  )
}

/** The block of days that a column lies in; −1 for a frozen one. */
export function blockOfColumn(column: number): number {
  return column < FROZEN_COLUMNS ? -1 : Math.floor((column - FROZEN_COLUMNS) / DAYS_PER_BLOCK)
}

interface BlockProps
  extends Pick<GridRowProps, 'look' | 'row' | 'index' | 'activeColumn' | 'chosenFrom' | 'chosenTo' | 'carried' | 'swapped' | 'describedBy'> {
  readonly block: number
  readonly left: number
}

function Block({ look, row, index, block, left, activeColumn, chosenFrom, chosenTo, carried, swapped, describedBy }: BlockProps) {
  return useMemo(() => {
    const first = block * DAYS_PER_BLOCK
    const days = row.cells.slice(first, first + DAYS_PER_BLOCK).map((_, at) => first + at)
    return (
      <div role="presentation" class="roster-block" style={{ left: `${left}px` }}>
        {days.map((day) => (
          <DayCell
            key={day}
            look={look}
            row={row}
            index={index}
            day={day}
            isActive={activeColumn === day + FROZEN_COLUMNS}
            isChosen={chosenFrom !== null && chosenTo !== null && day >= chosenFrom && day <= chosenTo}
            carried={carried}
            swapped={swapped}
            describedBy={describedBy}
          />
        ))}
      </div>
    )
  }, [look, row, index, block, left, activeColumn, chosenFrom, chosenTo, carried, swapped, describedBy])
}

interface DayCellProps extends Pick<BlockProps, 'look' | 'row' | 'index' | 'carried' | 'swapped' | 'describedBy'> {
  readonly day: number
  readonly isActive: boolean
  readonly isChosen: boolean
}

function DayCell({ look, row, index, day, isActive, isChosen, carried, swapped, describedBy }: DayCellProps) {
  const column = day + FROZEN_COLUMNS
  const wishes = wishBitsOf(look, row, day)
  return (
    <div
      role="gridcell"
      aria-colindex={column + 1}
      aria-label={nameOfCell(look, row, day)}
      data-cell={`${index} ${column}`}
      tabIndex={isActive ? 0 : -1}
      class={`roster-cell${dayClass(look, day)}${wishClass(wishes)}${isCellLit(look, row, day) ? ' is-lit' : ''}${isChosen ? ' is-chosen' : ''}`}
      {...(isChosen ? { 'aria-selected': true } : {})}
      {...(isActive && describedBy !== null ? { 'aria-describedby': describedBy } : {})}
    >
      {row.kind === 'demand' && <Filled look={look} shifts={row.cells[day]!} />}
      {row.kind === 'folded' && <EmptyCount look={look} shifts={row.cells[day]!} />}
      {(row.kind === 'employee' || row.kind === 'empty') && <Chips look={look} row={row} day={day} carried={carried} swapped={swapped} />}
    </div>
  )
}

function Filled({ look, shifts }: { readonly look: GridLook; readonly shifts: readonly number[] }) {
  if (shifts.length === 0) return null
  const seats = seatsOf(look.model, look.roster, shifts)
  return <span class={`roster-filled${seats.filled < seats.needed ? ' is-short' : ''}`}>{seatsText(seats, '/')}</span>
}

function EmptyCount({ look, shifts }: { readonly look: GridLook; readonly shifts: readonly number[] }) {
  if (shifts.length === 0) return null
  const { needed } = seatsOf(look.model, look.roster, shifts)
  return <span class={`roster-filled${needed > 0 ? ' is-short' : ''}`}>{emptyText(look, shifts)}</span>
}

function Chips({ look, row, day, carried, swapped }: Pick<DayCellProps, 'look' | 'row' | 'day' | 'carried' | 'swapped'>) {
  const shifts = row.cells[day]!
  const shown = shownShifts(shifts)
  if (shifts.length === 1) return <Chip look={look} shift={shifts[0]!} isCarried={carried === shifts[0]} isSwapped={swapped === shifts[0]} />
  return (
    <>
      {shown.map((shift, at) => (
        // The blank parts them for whoever reads the text of the cell.
        <Fragment key={shift}>
          {at > 0 && ' '}
          <Chip look={look} shift={shift} isCarried={carried === shift} isSwapped={swapped === shift} />
        </Fragment>
      ))}
      {shown.length < shifts.length && <span class="roster-more"> {t('cell.more', { number: shifts.length - shown.length })}</span>}
    </>
  )
}

interface ChipProps {
  readonly look: GridLook
  readonly shift: number
  readonly isCarried: boolean
  /** The carried one would be swapped for it. */
  readonly isSwapped: boolean
}

function Chip({ look, shift, isCarried, isSwapped }: ChipProps) {
  const { model, roster, brokenRules, highlight, changed, label } = look
  const { fixed, historic, importance } = model.schedule.shifts[shift]!
  const { ground, text } = model.colours[shift]!
  const isEmpty = roster[shift] === NOBODY
  const worst = brokenRules.get(shift)?.[0]?.priority
  const classes = [
    'roster-chip',
    historic ? 'is-historic' : fixed ? 'is-fixed' : '',
    isEmpty ? 'is-empty' : '',
    isEmpty && importance === 'OPTIONAL' ? 'is-optional' : '',
    worst === 1 && !isEmpty ? 'is-broken' : '',
    changed.has(shift) ? 'is-changed' : '',
    highlight.shifts.has(shift) ? 'is-lit' : '',
    isCarried ? 'is-carried' : '',
    isSwapped ? 'is-swapped' : '',
  ]
  return (
    <span class={classes.filter(Boolean).join(' ')} data-shift={shift} style={{ '--chip': ground, '--chip-text': text }}>
      {labelText(model, shift, label)}
    </span>
  )
}

function FrozenCells({ look, row, index, activeColumn, describedBy }: Pick<GridRowProps, 'look' | 'row' | 'index' | 'activeColumn' | 'describedBy'>) {
  const attributes = (column: number): object => ({
    'aria-colindex': column + 1,
    'data-cell': `${index} ${column}`,
    tabIndex: activeColumn === column ? 0 : -1,
    ...(activeColumn === column && describedBy !== null ? { 'aria-describedby': describedBy } : {}),
  })
  const sums = row.kind === 'employee' ? employeeSums(look, row) : spotSums(look, row)
  return (
    <div role="presentation" class="roster-frozen">
      <div role="rowheader" class="roster-name" {...attributes(0)}>
        <bdi>{row.label}</bdi>
      </div>
      {sums.map(({ text, className, title }, at) => (
        <div key={at} role="gridcell" class={`roster-sum ${className}`} aria-label={title} title={title} {...attributes(at + 1)}>
          {text}
        </div>
      ))}
    </div>
  )
}

interface Sum {
  readonly text: string
  readonly className: string
  readonly title: string
}

function employeeSums({ accounts }: GridLook, { position }: GridRow): readonly Sum[] {
  const account = accounts[position]!
  const { workMin, creditMin, nights, weekends, mostWeekends } = account
  const isOver = mostWeekends !== null && weekends > mostWeekends
  const hours = besideLimit(hoursText(workMin), agreedText(account))
  const free = besideLimit(String(weekends), mostWeekends === null ? '' : `max ${mostWeekends}`)
  return [
    {
      text: hours,
      className: `is-${hoursVerdict(account)}`,
      title: creditMin === 0 ? t('sums.hours', { hours }) : t('sums.hoursCredited', { hours, credit: hoursText(creditMin) }),
    },
    { text: String(nights), className: '', title: t('sums.nights', { nights }) },
    { text: free, className: isOver ? 'is-over' : '', title: t('sums.weekends', { weekends: free }) },
  ]
}

/** `225 / min 126`: what is, and what the contract says of it. */
function besideLimit(is: string, limit: string): string {
  return limit === '' ? is : `${is} / ${limit}`
}

function spotSums({ roster, model }: GridLook, { cells, kind }: GridRow): readonly Sum[] {
  const blank = { text: '', className: '', title: t('sums.nothing') }
  const shifts = cells.flat()
  const seats = seatsOf(model, roster, shifts)
  const isShort = seats.filled < seats.needed
  if (kind === 'demand')
    return [
      { text: seatsText(seats, ' / '), className: isShort ? 'is-short' : '', title: `${seatsText(seats, ' / ')}; ${seatsInWords(seats)}` },
      blank,
      blank,
    ]
  const optional = t('words.optionalShifts', { count: seats.optional })
  const title = [
    ...(seats.needed === 0 ? [] : [t('sums.empty', { number: seats.needed })]),
    ...(seats.optional === 0 ? [] : [t('sums.allEmpty', { optional })]),
  ].join('; ')
  return [{ text: emptyText({ model, roster }, shifts), className: isShort ? 'is-short' : '', title }, blank, blank]
}

/** Whether nobody is needed in the row: all its empty shifts are optional. */
function isOptionalRow({ model, roster }: GridLook, { kind, cells }: GridRow): boolean {
  return (kind === 'empty' || kind === 'folded') && seatsOf(model, roster, cells.flat()).needed === 0
}

function isRowLit({ highlight }: GridLook, { kind, position }: GridRow): boolean {
  return kind === 'employee' && highlight.employees.has(position)
}

function wishClass(bits: number): string {
  if (bits === 0) return ''
  if ((bits & WISH_BITS.UNAVAILABLE) !== 0) return ' is-unavailable'
  const away = (bits & PARTLY_AWAY) === 0 ? '' : ' is-partly-unavailable'
  return `${away}${markClass(bits & ~PARTLY_AWAY)}`
}

/** The mark in the corner. */
function markClass(bits: number): string {
  if (bits === 0) return ''
  if ((bits & WISH_BITS.UNDESIRED) !== 0) return ' is-undesired'
  return (bits & WISH_BITS.DESIRED) !== 0 ? ' is-desired' : ' is-partly-asked'
}
