import { useId } from 'preact/hooks'
import { call } from '../gateway/ask.ts'
import { type Answered, useAnswer } from '../gateway/use-answer.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { ruleText } from '../parts/rule-text.ts'
import { type Column, Table } from '../parts/table.tsx'
import { priorityNames } from '../parts/priority-names.ts'
import { numberText, t } from '../texts/texts.ts'
import { HealthLines } from '../health/health-lines.tsx'
import { cellsOf, type Evaluation, type Health, type HealthLine, healthOf, type Place } from '../health/health.ts'
import type { PlanShift } from './plan-document.ts'
import type { LivePlan } from './use-plan.ts'

/** A saved roster as it was judged, and the same in words. */
export interface JudgedPlan {
  readonly evaluation: Evaluation
  readonly health: Health
}

/** How good the saved roster of a plan is; nothing is asked while the plan cannot be judged. */
export function useHealth({ kept }: LivePlan): Answered<JudgedPlan | null> {
  const isJudged = kept !== null && kept.answer.errors.length === 0
  return useAnswer<JudgedPlan | null>(isJudged ? kept.tag : '', async (signal) => {
    if (!isJudged) return null
    const evaluation = await call<Evaluation>('schedule.evaluate', { schedule: kept.saved, matchLimit: 100 }, { signal })
    return { evaluation, health: healthOf(evaluation, kept.saved) }
  })
}

interface HealthProps {
  readonly judged: Answered<JudgedPlan | null>
  readonly shifts: readonly PlanShift[]
  /** The line whose places are shown; null = none. */
  readonly opened: string | null
  readonly onOpen: (text: string | null) => void
}

/** How good the roster is, in a planner's words; each line opens its places, below and in the roster. */
export function HealthCard({ judged: { value, failure }, shifts, opened, onOpen }: HealthProps) {
  const id = useId()
  if (value === null) return failure === null ? <p class="quiet">{t('health.looking')}</p> : <FailureNotice failure={failure} />
  const open = value.health.lines.find(({ text, places }) => text === opened && places.length > 0)
  return (
    <>
      <HealthLines lines={value.health.lines} opened={opened} controls={id} onOpen={onOpen} />
      <div id={id}>{open !== undefined && <Places line={open} shifts={shifts} />}</div>
      <Scores evaluation={value.evaluation} />
    </>
  )
}

/** Names the element of a cell of the roster. */
export function cellId(key: string): string {
  return `cell ${key}`
}

function Places({ line: { places, more }, shifts }: { readonly line: HealthLine; readonly shifts: readonly PlanShift[] }) {
  return (
    <ul class="plan-places">
      {places.map((place, at) => (
        <li key={`${at} ${place.text}`}>
          <PlaceLink place={place} shifts={shifts} />
        </li>
      ))}
      {more > 0 && <li class="quiet">{t('words.more', { count: more })}</li>}
    </ul>
  )
}

/** A sentence that leads to its cell. */
function PlaceLink({ place, shifts }: { readonly place: Place; readonly shifts: readonly PlanShift[] }) {
  const [cell] = cellsOf([place], shifts)
  if (cell === undefined) return <span>{place.text}</span>
  return (
    <button type="button" class="plain" onClick={() => document.getElementById(cellId(cell))?.scrollIntoView({ block: 'center', inline: 'center' })}>
      {place.text}
    </button>
  )
}

type Release = Evaluation['constraintRelease'][number]

const ruleColumns = (): readonly Column<Release>[] => [
  { head: t('result.rule'), kind: 'title', cell: ({ setting }) => ruleText(setting) },
  { head: t('health.priority'), cell: ({ priority }) => priorityNames()[priority - 1] },
  { head: t('result.places'), kind: 'number', cell: ({ matches, matchCount }) => numberText(matchCount ?? matches.length) },
  { head: t('result.penalty'), kind: 'number', cell: ({ penalty }) => numberText(penalty) },
]

/** The numbers behind the words. */
function Scores({ evaluation: { score, constraintRelease } }: { readonly evaluation: Evaluation }) {
  return (
    <details>
      <summary>{t('health.scores')}</summary>
      <dl class="facts">
        {priorityNames().map((name, priority) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{numberText(score[priority] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      {constraintRelease.length > 0 && (
        <Table
          caption={t('result.broken')}
          columns={ruleColumns()}
          rows={constraintRelease}
          keyOf={({ setting, priority }) => `${setting} ${priority}`}
        />
      )}
    </details>
  )
}
