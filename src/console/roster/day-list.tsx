import { useEffect, useState } from 'preact/hooks'
import { NOBODY } from '../../model/roster.ts'
import { DayStepper } from './day-stepper.tsx'
import { accountLines, emptyText, type GridLook } from './grid-look.ts'
import type { Opened } from './grid-props.ts'
import { employeeName } from './roster-model.ts'
import { dayText, timesText, whoText, wishText } from './roster-words.ts'
import { type GridRow, isMissing, seatsInWords, seatsOf } from './rows.ts'
import { t } from '../texts/texts.ts'

interface DayListProps {
  readonly look: GridLook
  readonly rows: readonly GridRow[]
  readonly onOpen: (opened: Opened) => void
  /** Where to look; a new object looks there again. */
  readonly sight: { readonly day: number | null } | null
}

/** The roster on a phone: a day, or an employee, at a time. */
export function DayList(props: DayListProps) {
  const { look, rows, sight } = props
  const { calendar } = look.model.schedule
  const [day, setDay] = useState<number>(calendar.horizonFirst)
  const [employee, setEmployee] = useState<number | null>(null)
  useEffect(() => {
    if (sight === null || sight.day === null) return
    setDay(sight.day)
    setEmployee(null)
  }, [sight])
  const people = rows.filter(({ kind }) => kind === 'employee')
  const chosen = people.find(({ position }) => position === employee)
  return (
    <div class="roster-days">
      {people.length > 0 && (
        <label class="roster-field">
          <span>{t('dayList.show')}</span>
          <select
            value={chosen === undefined ? '' : String(employee)}
            onChange={(event) => setEmployee(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
          >
            <option value="">{t('dayList.everybody')}</option>
            {people.map(({ position }) => (
              <option key={position} value={String(position)}>
                {employeeName(look.model, position)}
              </option>
            ))}
          </select>
        </label>
      )}
      {chosen === undefined ? (
        <>
          <DayStepper model={look.model} day={day} onDay={setDay} />
          <DayOfAll {...props} day={day} />
        </>
      ) : (
        <DaysOfOne {...props} row={chosen} />
      )}
    </div>
  )
}

/** Empty shifts of a day that are listed before the people. */
const MOST_EMPTY = 4

/** All shifts of a day: the empty ones first, then by who works them. */
function DayOfAll({ look, rows, onOpen, day }: Omit<DayListProps, 'sight'> & { readonly day: number }) {
  const busy = rows.filter(({ cells }) => cells[day]!.length > 0)
  if (busy.length === 0) return <p class="roster-empty-note">{t('dayList.nobody')}</p>
  const empty = busy.filter(({ kind }) => kind === 'empty' || kind === 'folded')
  const emptyCount = empty.reduce((sum, { cells }) => sum + cells[day]!.length, 0)
  const entriesOf = (some: readonly GridRow[]) =>
    some.flatMap((row) => row.cells[day]!.map((shift) => <ShiftEntry key={shift} look={look} row={row} day={day} shift={shift} onOpen={onOpen} />))
  return (
    <>
      {/* People come first: more than these would fill the screen. */}
      {emptyCount > MOST_EMPTY && (
        <details>
          <summary>
            {emptyText(
              look,
              empty.flatMap(({ cells }) => cells[day]!),
            )}
          </summary>
          <ul class="roster-list">{entriesOf(empty)}</ul>
        </details>
      )}
      <ul class="roster-list">
        {emptyCount <= MOST_EMPTY && entriesOf(empty)}
        {busy
          .filter(({ kind }) => kind === 'demand')
          .map((row) => (
            <li key={row.key}>
              <button type="button" class="roster-entry" onClick={() => onOpen({ row, day, shift: null })}>
                <bdi>{row.label}</bdi>
                <DemandText look={look} shifts={row.cells[day]!} />
              </button>
            </li>
          ))}
        {entriesOf(busy.filter(({ kind }) => kind === 'employee'))}
      </ul>
    </>
  )
}

function DaysOfOne({ look, row, onOpen }: Pick<DayListProps, 'look' | 'onOpen'> & { readonly row: GridRow }) {
  const { model, accounts } = look
  const days = row.cells.flatMap((shifts, day) => (shifts.length > 0 || model.wishBits[row.position]![day]! > 0 ? [day] : []))
  return (
    <>
      <p class="quiet">{accountLines(accounts[row.position]!).join('; ')}</p>
      <p>
        <button type="button" onClick={() => onOpen({ row, day: null, shift: null })}>
          {t('dayList.why')}
        </button>
      </p>
      <ul class="roster-list">
        {days.map((day) => (
          <li key={day}>
            <h2>
              {dayText(model, day)} <span class="quiet">{wishText(model.wishBits[row.position]![day]!)}</span>
            </h2>
            <ul class="roster-list">
              {row.cells[day]!.map((shift) => (
                <ShiftEntry key={shift} look={look} row={row} day={day} shift={shift} onOpen={onOpen} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}

interface ShiftEntryProps extends Pick<DayListProps, 'look' | 'onOpen'> {
  readonly row: GridRow
  readonly day: number
  readonly shift: number
}

function ShiftEntry({ look, row, day, shift, onOpen }: ShiftEntryProps) {
  const { model, roster, brokenRules } = look
  const { ground, text } = model.colours[shift]!
  const { spotIndex } = model.schedule.shifts[shift]!
  const worst = brokenRules.get(shift)?.[0]?.priority
  return (
    <li>
      <button type="button" class={`roster-entry${look.highlight.shifts.has(shift) ? ' is-lit' : ''}`} onClick={() => onOpen({ row, day, shift })}>
        <span class="roster-chip" style={{ '--chip': ground, '--chip-text': text }}>
          {timesText(model, shift)}
        </span>
        <span class={isMissing(model, roster, shift) ? 'is-short' : ''}>
          <bdi>{whoText(model, roster[shift]!)}</bdi>
          <br />
          <span class="quiet">{model.schedule.spots[spotIndex]!.name ?? ''}</span>
        </span>
        {worst === 1 && roster[shift] !== NOBODY && <span class="badge badge-bad">{t('dayList.breaks')}</span>}
      </button>
    </li>
  )
}

function DemandText({ look, shifts }: { readonly look: GridLook; readonly shifts: readonly number[] }) {
  const seats = seatsOf(look.model, look.roster, shifts)
  return <span class={seats.filled < seats.needed ? 'is-short' : ''}>{seatsInWords(seats)}</span>
}
