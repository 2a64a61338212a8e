import { useMemo, useState } from 'preact/hooks'
import { NOBODY } from '../../model/roster.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { priorityNames } from '../parts/priority-names.ts'
import { t } from '../texts/texts.ts'
import type { GridLook } from './grid-look.ts'
import type { Opened } from './grid-props.ts'
import { payslipTexts, weekTexts } from './money.ts'
import { type Asked, type EmployeeAccount, useAccount } from './questions.ts'
import { Recommendations } from './recommendations.tsx'
import { askedText, employeeName, heldText, wishesOn } from './roster-model.ts'
import { isMissing, isOptional } from './rows.ts'
import { dayText, hoursText, shiftText, timesText, wishText, whoText } from './roster-words.ts'
import { AbsenceForm } from './absence-form.tsx'
import { canRetime, type Retiming } from './retimings.ts'
import { TimesForm } from './times-form.tsx'
import { type Absence, canMove, type Handover } from './working-copy.ts'

export interface DetailsPanelProps {
  readonly asked: Asked
  readonly look: GridLook
  readonly opened: Opened | null
  readonly canChange: boolean
  readonly onOpen: (opened: Opened) => void
  readonly onTake: (step: readonly Handover[]) => void
  readonly onAbsent: (absence: Absence) => void
  readonly onRetime: (retiming: Retiming) => void
}

/** What was clicked in the grid: a shift, a day of somebody, or somebody. */
export function DetailsPanel(props: DetailsPanelProps) {
  const { opened, look } = props
  if (opened === null) {
    return <NothingOpened {...props} />
  }
  const { row, day, shift } = opened
  if (shift !== null) return <ShiftDetails {...props} shift={shift} />
  if (day === null) return row.kind === 'employee' ? <EmployeeDetails {...props} employee={row.position} /> : <SpotDetails {...props} />
  const shifts = row.cells[day]!
  if (shifts.length === 1 && row.kind !== 'demand') return <ShiftDetails {...props} shift={shifts[0]!} />
  return (
    <>
      <h2>
        {dayText(look.model, day)}, <bdi>{row.label}</bdi>
      </h2>
      {row.kind === 'employee' && <Wishes look={look} employee={row.position} day={day} />}
      <ShiftList {...props} shifts={shifts} />
      {row.kind === 'employee' && <OpenEmployee {...props} employee={row.position} />}
    </>
  )
}

/** What to choose, and what each week costs meanwhile. */
function NothingOpened({ asked, look }: DetailsPanelProps) {
  const weeks = useMemo(() => weekTexts(look.model, asked.roster, null), [look.model, asked.roster])
  return (
    <>
      <p class="roster-empty-note">{t('details.choose')}</p>
      <Texts title={t('pay.weeks')} texts={weeks} />
    </>
  )
}

function ShiftDetails(props: DetailsPanelProps & { readonly shift: number }) {
  const { look, shift, canChange, onTake, onRetime, asked } = props
  const { model, roster, brokenRules } = look
  const { day, fixed, historic, importance, tags, breakMin, workMin, spotIndex, skills, anySkills, preferredSkills } = model.schedule.shifts[shift]!
  const spot = model.schedule.spots[spotIndex]!
  const employee = roster[shift]!
  const isMovable = canChange && canMove(model, shift)
  return (
    <>
      <h2>{shiftText(model, shift)}</h2>
      <dl class="roster-facts">
        <Fact label={t('details.day')} text={dayText(model, day)} />
        <Fact label={t('details.workedBy')} text={whoText(model, employee)} />
        <Fact label={t('details.work')} text={workText(workMin, breakMin)} />
        {tags.length > 0 && <Fact label={t('details.tags')} text={tags.join(', ')} />}
        {spot.skills.length + skills.length > 0 && <Fact label={t('details.skills')} text={askedText(model, [...spot.skills, ...skills], ', ')} />}
        {anySkills.length > 0 && <Fact label={t('details.anySkill')} text={askedText(model, anySkills, t('details.or'))} />}
        {preferredSkills.length > 0 && <Fact label={t('details.preferredSkills')} text={askedText(model, preferredSkills, ', ')} />}
        {spot.teams.length > 0 && (
          <Fact label={t('details.teams')} text={spot.teams.map((id) => heldText(model, 'teams', id)).join(t('details.or'))} />
        )}
        <Fact label={t('details.state')} text={stateText({ fixed, historic, isOptional: importance === 'OPTIONAL' })} />
      </dl>
      {employee === NOBODY && <Cause {...props} />}
      <BrokenRules texts={(brokenRules.get(shift) ?? []).map(({ priority, text }) => `${priorityNames()[priority - 1]}: ${text}`)} />
      {canChange && !historic && employee !== NOBODY && <AbsenceForm key={`${shift} ${employee}`} {...props} employee={employee} day={day} />}
      {canChange && canRetime(model, shift) && (
        <TimesForm key={`times ${shift} ${timesText(model, shift)}`} model={model} shift={shift} onRetime={onRetime} />
      )}
      {isMovable && employee !== NOBODY && (
        <div class="row">
          <button type="button" onClick={() => onTake([{ shift, to: NOBODY }])}>
            {t('details.leaveEmpty')}
          </button>
          <OpenEmployee {...props} employee={employee} />
        </div>
      )}
      {!historic && !fixed && (
        <Recommendations
          key={`${shift} ${employee === NOBODY}`}
          asked={asked}
          shift={shift}
          isAskedAtOnce={employee === NOBODY}
          onTake={canChange ? onTake : null}
        />
      )}
    </>
  )
}

/** Why nobody is on it, as the solution says; after changes by hand it may be another. */
function Cause({ asked, look, shift }: DetailsPanelProps & { readonly shift: number }) {
  const { job, roster } = asked
  const shiftId = look.model.schedule.shifts[shift]!.id
  const cause = job.roster[shift] === roster[shift] ? job.solution?.unassigned.find((empty) => empty.shiftId === shiftId)?.cause : undefined
  return cause === undefined ? null : <p class={`notice roster-cause${isOptional(look.model, shift) ? '' : ' notice-warn'}`}>{cause}</p>
}

function EmployeeDetails({ asked, look, employee, canChange, onAbsent }: DetailsPanelProps & { readonly employee: number }) {
  const { value, failure, isAsking } = useAccount(asked, employee)
  const payslip = useMemo(() => payslipTexts(look.model, asked.roster, employee), [look.model, asked.roster, employee])
  const weeks = useMemo(() => weekTexts(look.model, asked.roster, employee), [look.model, asked.roster, employee])
  return (
    <>
      <h2>
        <bdi>{employeeName(look.model, employee)}</bdi>
      </h2>
      {canChange && <AbsenceForm key={employee} look={look} employee={employee} day={null} onAbsent={onAbsent} />}
      <FailureNotice failure={failure} />
      <Texts title={t('pay.payslip')} texts={payslip} />
      <Texts title={t('pay.weeks')} texts={weeks} />
      {value === null ? <p class="quiet">{isAsking ? t('recommend.asking') : ''}</p> : <Account account={value} />}
    </>
  )
}

function Account({ account }: { readonly account: EmployeeAccount }) {
  const { shifts, workMinutes, nights, lates, weekends, summary, wishes, hours, shares, fairness, remarks } = account
  return (
    <>
      <dl class="roster-facts">
        <Fact label={t('details.work')} text={t('account.hoursIn', { hours: hoursText(workMinutes), count: shifts })} />
        <Fact label={t('details.nightsLates')} text={`${nights}, ${lates}`} />
        <Fact label={t('grid.weekends')} text={String(weekends)} />
      </dl>
      <Texts title={t('details.inShort')} texts={summary} />
      <Texts title={t('details.brokenRules')} texts={remarks.map(({ priority, text }) => `${priorityNames()[priority - 1]}: ${text}`)} />
      <Texts title={t('details.wishes')} texts={wishes.map(({ granted, text }) => `${granted ? '✓' : '✗'} ${text}`)} />
      <Texts title={t('grid.hours')} texts={hours.map(({ text }) => text)} />
      <Texts title={t('details.fairShares')} texts={[...shares, ...fairness].map(({ text }) => text)} />
    </>
  )
}

function SpotDetails(props: DetailsPanelProps) {
  const { row } = props.opened!
  return (
    <>
      <h2>
        <bdi>{row.label}</bdi>
      </h2>
      <ShiftList {...props} shifts={row.cells.flat()} />
    </>
  )
}

function ShiftList({ look, shifts, opened, onOpen }: DetailsPanelProps & { readonly shifts: readonly number[] }) {
  const { model, roster } = look
  if (shifts.length === 0) return <p class="roster-empty-note">{t('details.noShift')}</p>
  return (
    <ul class="roster-list">
      {shifts.map((shift) => (
        <li key={shift}>
          <button type="button" class="roster-match" onClick={() => onOpen({ ...opened!, shift })}>
            {dayText(model, model.schedule.shifts[shift]!.day)}: {shiftText(model, shift)}{' '}
            <span class={isMissing(model, roster, shift) ? 'is-short' : 'quiet'}>
              {whoText(model, roster[shift]!)}
              {roster[shift] === NOBODY && isOptional(model, shift) && `, ${t('cell.optional')}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Wishes({ look, employee, day }: { readonly look: GridLook; readonly employee: number; readonly day: number }) {
  const wishes = wishesOn(look.model, employee, day)
  if (wishes.length === 0) return null
  return <p class="notice">{t('details.onThisDay', { wishes: wishText(look.model.wishBits[employee]![day]!) })}</p>
}

function OpenEmployee({ employee, look, onOpen, opened }: DetailsPanelProps & { readonly employee: number }) {
  const row = { ...opened!.row, kind: 'employee' as const, position: employee, label: employeeName(look.model, employee) }
  return (
    <button type="button" class="plain" onClick={() => onOpen({ row, day: null, shift: null })}>
      {t('details.accountOf')} <bdi>{row.label}</bdi>
    </button>
  )
}

function Texts({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  if (texts.length === 0) return null
  const shown = isOpen ? texts : texts.slice(0, 6)
  return (
    <>
      <h3>{title}</h3>
      <ul class="roster-texts">
        {shown.map((text, at) => (
          <li key={at}>{text}</li>
        ))}
      </ul>
      {shown.length < texts.length && (
        <button type="button" class="plain" onClick={() => setOpen(true)}>
          {t('details.more', { number: texts.length - shown.length })}
        </button>
      )}
    </>
  )
}

function BrokenRules({ texts }: { readonly texts: readonly string[] }) {
  return texts.length === 0 ? <p class="roster-kept">{t('details.breaksNone')}</p> : <Texts title={t('details.partOf')} texts={texts} />
}

function Fact({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{text}</bdi>
      </dd>
    </div>
  )
}

function stateText({ fixed, historic, isOptional }: { readonly fixed: boolean; readonly historic: boolean; readonly isOptional: boolean }): string {
  if (historic) return t('details.isHistoric')
  if (fixed) return t(isOptional ? 'details.fixedOptional' : 'details.fixedMandatory')
  return t(isOptional ? 'details.optional' : 'details.mandatory')
}

function workText(workMin: number, breakMin: number): string {
  const hours = hoursText(workMin)
  return breakMin === 0 ? t('details.workHours', { hours }) : t('details.workBreak', { hours, minutes: breakMin })
}
