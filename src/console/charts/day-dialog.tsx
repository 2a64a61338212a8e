import { useMemo, useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { employeeName, type RosterModel, spotName } from '../roster/roster-model.ts'
import { DayStepper } from '../roster/day-stepper.tsx'
import { labelText, shiftText, shortTime, shortTimes } from '../roster/roster-words.ts'
import { NOBODY } from '../../model/roster.ts'
import { MINUTES_PER_HOUR } from '../../model/units.ts'
import type { Desk } from '../roster/use-desk.ts'
import { t } from '../texts/texts.ts'
import './charts.css'
import { breaksIn, type DayBar, type DayPlan, type DayRow, dayPlan, type Span } from './day-plan.ts'

interface DayDialogProps {
  readonly desk: Desk
  /** Position of the day to begin with. */
  readonly day: number
  readonly onClose: () => void
}

/** A day of the roster by time: who is at work when, and how many at once; with what was changed by hand. */
export function DayDialog({ desk, day: first, onClose }: DayDialogProps) {
  const { model } = desk.shown
  const { roster } = desk.copy
  const [day, setDay] = useState(first)
  const [spot, setSpot] = useState<number | null>(null)
  const breaksOf = useMemo(() => breaksIn(desk.shown, roster), [desk.shown, roster])
  const plan = useMemo(() => dayPlan(model, roster, { day, spot, breaksOf }), [model, roster, day, spot, breaksOf])
  return (
    <Dialog title={t('day.byTime')} isWide onClose={onClose}>
      <div class="row">
        <DayStepper model={model} day={day} onDay={setDay} />
        {model.schedule.spots.length > 1 && <SpotChoice model={model} spot={spot} onSpot={setSpot} />}
      </div>
      {plan.people.length + plan.empty.length === 0 ? <p>{t('dayList.nobody')}</p> : <Lines model={model} plan={plan} />}
    </Dialog>
  )
}

interface SpotChoiceProps {
  readonly model: RosterModel
  readonly spot: number | null
  readonly onSpot: (spot: number | null) => void
}

function SpotChoice({ model, spot, onSpot }: SpotChoiceProps) {
  return (
    <label class="roster-field">
      <span>{t('grid.spot')}</span>
      <select value={String(spot ?? '')} onChange={({ currentTarget: { value } }) => onSpot(value === '' ? null : Number(value))}>
        <option value="">{t('day.allSpots')}</option>
        {model.schedule.spots.map((_, position) => (
          <option key={position} value={String(position)}>
            {spotName(model, position)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Lines({ model, plan }: { readonly model: RosterModel; readonly plan: DayPlan }) {
  const hours = Math.ceil((plan.end - plan.start) / MINUTES_PER_HOUR)
  const timesOf = ({ start, end }: Span): string => `${model.clock.timeOf(start)}–${model.clock.timeOf(end)}`
  return (
    // It is wider than a phone, and scrolls by itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
    <div class="day-scroll" style={{ '--hours': String(hours) }} tabIndex={0} role="group" aria-label={t('day.byTime')}>
      <div class="day-row day-head" aria-hidden="true">
        <span class="day-name" />
        <span class="day-line">
          {Array.from({ length: hours }, (_, hour) => (
            <span key={hour} class="day-hour" style={placeOf(plan, { start: plan.start + MINUTES_PER_HOUR * hour, end: plan.end })}>
              {shortTime(model.clock.timeOf(plan.start + MINUTES_PER_HOUR * hour))}
            </span>
          ))}
        </span>
      </div>
      <div class="day-row">
        <span class="day-name">{t('demand.atWork')}</span>
        <span class="day-line">
          {plan.crowds.map((crowd) => (
            <span key={crowd.start} class="day-crowd" style={placeOf(plan, crowd)} title={`${timesOf(crowd)}: ${crowd.count}`}>
              <span class="hidden">{timesOf(crowd)}: </span>
              {crowd.count}
            </span>
          ))}
        </span>
      </div>
      <ul class="day-rows">
        {[...plan.empty, ...plan.people].map((row) => (
          <Line key={row.employee === NOBODY ? `empty ${row.bars[0]!.shift}` : row.employee} model={model} plan={plan} row={row} />
        ))}
      </ul>
    </div>
  )
}

function Line({ model, plan, row }: { readonly model: RosterModel; readonly plan: DayPlan; readonly row: DayRow }) {
  const isEmpty = row.employee === NOBODY
  return (
    <li class={`day-row${isEmpty ? ' is-empty' : ''}`}>
      <span class="day-name">
        <bdi>{isEmpty ? t('words.nobody') : employeeName(model, row.employee)}</bdi>
      </span>
      <span class="day-line">
        {row.bars.map((bar) => (
          <Bar key={bar.shift} model={model} plan={plan} bar={bar} />
        ))}
      </span>
    </li>
  )
}

function Bar({ model, plan, bar }: { readonly model: RosterModel; readonly plan: DayPlan; readonly bar: DayBar }) {
  const { shift, isFromBefore, goesOn, breaks } = bar
  const { ground, text } = model.colours[shift]!
  const pauses = breaks.map(({ start, end }) => t('day.break', { from: model.clock.timeOf(start), to: model.clock.timeOf(end) }))
  const said = [shiftText(model, shift), ...pauses].join(', ')
  return (
    <span class="day-bar" style={{ ...placeOf(plan, bar), '--chip': ground, '--chip-text': text }} title={said}>
      <span class="hidden">{said}</span>
      <span class="day-label" aria-hidden="true">
        {isFromBefore && '‹ '}
        {barText(model, shift)}
        {goesOn && ' ›'}
      </span>
      {breaks.map((pause) => (
        <span key={pause.start} class="day-break" style={placeOf(bar, pause)} />
      ))}
    </span>
  )
}

/** `Early 7–15`; of a shift without a name the times alone. */
function barText(model: RosterModel, shift: number): string {
  return [...new Set([labelText(model, shift, 'name'), shortTimes(model, shift)])].join(' ')
}

/** Where a stretch lies on a line, as shares of it. */
function placeOf(line: Span, { start, end }: Span): Readonly<Record<'--from' | '--width', string>> {
  const length = line.end - line.start
  return { '--from': String((start - line.start) / length), '--width': String((end - start) / length) }
}
