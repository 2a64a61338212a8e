import { useEffect, useState } from 'preact/hooks'
import { dayClass, type GridLook, wishBitsOf } from './grid-look.ts'
import { WISH_BITS } from './roster-model.ts'
import { holidayText, hoursText, labelText, weekdayText } from './roster-words.ts'
import { type GridRow, isOptional, seatsOf, seatsText } from './rows.ts'
import { dateYearText } from '../parts/words.ts'
import { t } from '../texts/texts.ts'

/** Days that fit side by side on a sheet. */
const DAYS_PER_SHEET = 31

/** True while the page is printed, by its button or by the browser. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = (): void => setPrinting(true)
    const end = (): void => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/** The whole roster on paper: all rows shown and all days of the horizon, a table for every 31 of them. */
export function PrintSheet({ look, rows }: { readonly look: GridLook; readonly rows: readonly GridRow[] }) {
  const { days, horizonFirst, timeZone } = look.model.schedule.calendar
  const parts = Array.from({ length: Math.ceil((days.length - horizonFirst) / DAYS_PER_SHEET) }, (_, at) => {
    const first = horizonFirst + at * DAYS_PER_SHEET
    return days.slice(first, first + DAYS_PER_SHEET).map((_day, within) => first + within)
  })
  return (
    <div class="roster-print">
      <PrintLegend />
      {parts.map((part) => (
        <table key={part[0]}>
          <caption>
            {t('print.caption', { first: dateYearText(days[part[0]!]!.date), last: dateYearText(days[part.at(-1)!]!.date), timeZone })}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('grid.name')}</th>
              {part.map((day) => (
                <th key={day} scope="col" class={dayClass(look, day)}>
                  {weekdayText(days[day]!.weekday)} {Number(days[day]!.date.slice(8))} {holidayText(look.model, day)}
                </th>
              ))}
              <th scope="col">{t('grid.hours')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <PrintedRow key={row.key} look={look} row={row} part={part} />
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}

/** What the marks mean, which are to be told apart without colours. */
function PrintLegend() {
  return (
    <p class="roster-print-legend">
      <span class="roster-print-swatch is-empty" /> {t('legend.empty')}
      <span class="roster-print-swatch is-empty is-optional" /> {t('legend.emptyOptional')}
      <span class="roster-print-swatch is-unavailable" /> {t('legend.unavailable')}
    </p>
  )
}

function PrintedRow({ look, row, part }: { readonly look: GridLook; readonly row: GridRow; readonly part: readonly number[] }) {
  const { model, label, accounts } = look
  return (
    <tr class={`is-${row.kind}`}>
      <th scope="row">{row.label}</th>
      {part.map((day) => (
        <td key={day} class={`${dayClass(look, day)}${(wishBitsOf(look, row, day) & WISH_BITS.UNAVAILABLE) === 0 ? '' : ' is-unavailable'}`}>
          {row.kind === 'demand' ? (
            <Filled look={look} shifts={row.cells[day]!} />
          ) : (
            row.cells[day]!.map((shift) => (
              <span
                key={shift}
                class={`roster-printed${isOptional(model, shift) ? ' is-optional' : ''}`}
                style={{ '--chip': model.colours[shift]!.ground, '--chip-text': model.colours[shift]!.text }}
              >
                {labelText(model, shift, label)}
              </span>
            ))
          )}
        </td>
      ))}
      <td>{row.kind === 'employee' ? hoursText(accounts[row.position]!.workMin) : ''}</td>
    </tr>
  )
}

function Filled({ look, shifts }: { readonly look: GridLook; readonly shifts: readonly number[] }) {
  if (shifts.length === 0) return null
  return <>{seatsText(seatsOf(look.model, look.roster, shifts), '/')}</>
}
