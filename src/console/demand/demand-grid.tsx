import { useRef, useState } from 'preact/hooks'
import { cellKey, cellText, clockText, type DemandCell, type DemandMap, type Standing } from './demand-map.ts'
import { dateText } from '../parts/words.ts'
import { currentLocale, t } from '../texts/texts.ts'

/** Beside the colour, so that nobody needs to tell colours apart. */
const SIGNS: Readonly<Record<Standing, string>> = { missing: '▼', below: '▽', met: '', over: '▲' }

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

interface Place {
  readonly row: number
  readonly column: number
}

/** Times of day by dates. One cell can be reached by the tab key, the others from there by arrows, Home and End; below it stands what the cell says. */
export function DemandGrid({ map, label }: { readonly map: DemandMap; readonly label: string }) {
  const { dates, slots, slotMinutes, cells } = map
  const [place, setPlace] = useState<Place>(() => firstFault(map))
  const table = useRef<HTMLTableElement>(null)
  const goTo = (row: number, column: number): void => {
    const next = { row: within(row, slots.length), column: within(column, dates.length) }
    setPlace(next)
    table.current?.querySelector<HTMLElement>(`[data-place="${next.row} ${next.column}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (step !== undefined) goTo(place.row + step[0], place.column + step[1])
    else if (event.key === 'Home') goTo(event.ctrlKey ? 0 : place.row, 0)
    else if (event.key === 'End') goTo(event.ctrlKey ? slots.length - 1 : place.row, dates.length - 1)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div class="demand-scroll">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose cells take keys is a grid */}
        <table class="demand-map" role="grid" aria-label={label} ref={table} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">{t('demand.time')}</span>
              </th>
              {dates.map((date) => (
                <th key={date} scope="col">
                  <span class="demand-day">{weekdayOf(date)}</span> {Number(date.slice(8))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {slots.map((slot, row) => (
              <tr key={slot}>
                <th scope="row">{clockText(slot)}</th>
                {dates.map((date, column) => (
                  <Cell
                    key={date}
                    when={`${dateText(date)} ${clockText(slot)}`}
                    cell={cells.get(cellKey(date, slot)) ?? null}
                    at={`${row} ${column}`}
                    isHere={row === place.row && column === place.column}
                    onPick={() => goTo(row, column)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Told map={map} date={dates[place.column]!} slot={slots[place.row]!} slotMinutes={slotMinutes} />
    </>
  )
}

interface CellProps {
  readonly when: string
  readonly cell: DemandCell | null
  readonly at: string
  readonly isHere: boolean
  readonly onPick: () => void
}

function Cell({ when, cell, at, isHere, onPick }: CellProps) {
  return (
    <td
      class={cell === null ? 'is-free' : `is-${cell.standing}`}
      data-place={at}
      tabIndex={isHere ? 0 : -1}
      aria-selected={isHere}
      aria-label={`${when}: ${cell === null ? t('demand.nobody') : cellText(cell)}`}
      onClick={onPick}
    >
      {cell === null ? '' : `${cell.assigned}${SIGNS[cell.standing]}`}
    </td>
  )
}

interface ToldProps {
  readonly map: DemandMap
  readonly date: string
  readonly slot: number
  readonly slotMinutes: number
}

function Told({ map, date, slot, slotMinutes }: ToldProps) {
  const cell = map.cells.get(cellKey(date, slot))
  return (
    <p class="demand-told" aria-live="polite">
      <strong>
        {dateText(date)}, {clockText(slot)}–{clockText(slot + slotMinutes)}
      </strong>
      : {cell === undefined ? t('demand.nobody') : cellText(cell)}. {cell?.cause ?? ''}
    </p>
  )
}

/** The first place at which somebody is missing, or else the first of all. */
function firstFault({ dates, slots, cells }: DemandMap): Place {
  for (const standing of ['missing', 'below'] as const)
    for (const [column, date] of dates.entries())
      for (const [row, slot] of slots.entries()) if (cells.get(cellKey(date, slot))?.standing === standing) return { row, column }
  return { row: 0, column: 0 }
}

function within(at: number, count: number): number {
  return Math.max(0, Math.min(count - 1, at))
}

function weekdayOf(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString(currentLocale(), { weekday: 'short', timeZone: 'UTC' })
}
