import { useState } from 'preact/hooks'
import { NOBODY } from '../../model/roster.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { listText, scoreText } from '../parts/words.ts'
import { isAway } from './absences.ts'
import { type Asked, type Recommendation, useRecommendation } from './questions.ts'
import { employeeName, type RosterModel } from './roster-model.ts'
import { changeText, signed, verdictOf } from './roster-words.ts'
import { type Handover, handoversOf, type NamedStep } from './working-copy.ts'
import type { Identifier } from '../../model/units.ts'

interface RecommendationsProps {
  readonly asked: Asked
  /** Position. */
  readonly shift: number
  readonly isAskedAtOnce: boolean
  /** Null = nothing may be changed. */
  readonly onTake: ((step: readonly Handover[]) => void) | null
}

/** Who could work a shift, with what it would do to the score. */
export function Recommendations(props: RecommendationsProps) {
  const [isAsked, ask] = useState(props.isAskedAtOnce)
  if (isAsked) return <Asked {...props} />
  return (
    <p>
      <button type="button" onClick={() => ask(true)}>
        Who else could work it?
      </button>
    </p>
  )
}

function Asked({ asked, shift, onTake }: RecommendationsProps) {
  const { value, failure, isAsking } = useRecommendation(asked, shift)
  const { model } = asked.job
  const worker = asked.roster[shift]!
  // Nobody is put back on what they were just taken off, unless somebody means it.
  const before = worker === NOBODY ? asked.job.roster[shift]! : NOBODY
  const options = value === null ? [] : optionsOf(model, value, { shift, worker, before })
  return (
    <section aria-busy={isAsking}>
      <h3>{worker === NOBODY ? 'Who could work it' : 'Who else could work it'}</h3>
      <FailureNotice failure={failure} />
      {value === null && isAsking && <p class="quiet">Asking …</p>}
      {value !== null && options.length === 0 && <p class="quiet">Nobody{worker === NOBODY ? '' : ' else'} is recommended.</p>}
      {options.length > 0 && <p class="quiet">Each is compared with what is on the screen.</p>}
      {options.length > 0 && (
        <ul class="roster-candidates">
          {options.map(({ key, title, text, scoreChange, steps }) => (
            <li key={key}>
              <div class="roster-candidate">
                <strong>
                  <bdi>{title}</bdi>
                </strong>
                <Change change={scoreChange} />
                {onTake !== null && (
                  <button type="button" aria-label={`Take ${title}`} onClick={() => onTake(handoversOf(model, asked.roster, steps))}>
                    Take
                  </button>
                )}
              </div>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
      {value !== null && value.absentEmployeeIds.length > 0 && <p class="quiet">{absentText(model, value.absentEmployeeIds)}</p>}
    </section>
  )
}

/** Names of the absent that are told; of more it is said how many. */
const MOST_ABSENT = 4

function absentText(model: RosterModel, ids: readonly Identifier[]): string {
  const names = ids.slice(0, MOST_ABSENT).map((id) => employeeName(model, model.employeeAt.get(id)!))
  const more = ids.length - names.length
  return `Absent then, and not listed: ${listText(more === 0 ? names : [...names, `${more} more`])}.`
}

/** A change of the score in four numbers, green or red by the first that changes. */
export function Change({ change }: { readonly change: readonly number[] }) {
  return (
    <span class={`roster-change is-${verdictOf(change)}`} title={`${changeText(change)} (${scoreText(change)})`}>
      {change.map(signed).join(' · ')}
    </span>
  )
}

export interface Option {
  readonly key: string
  readonly title: string
  readonly text: string
  readonly scoreChange: readonly number[]
  readonly steps: readonly NamedStep[]
}

interface Recommended {
  /** Positions; `NOBODY` where there is none: who works the shift, and who was taken off it by hand. */
  readonly shift: number
  readonly worker: number
  readonly before: number
}

/**
 * Chains stand before single employees: they are listed only where they are better than all of these. Who works it already is none, nor is who is absent; who was taken
 * off it by hand comes last.
 */
export function optionsOf(
  model: RosterModel,
  { shiftId, employees, chains }: Recommendation,
  { shift, worker, before }: Recommended,
): readonly Option[] {
  const positionOf = (id: Identifier): number => model.employeeAt.get(id)!
  const nameOf = (id: Identifier): string => employeeName(model, positionOf(id))
  const canTake = ({ shiftId: id, to }: NamedStep): boolean => to === null || !isAway(model, positionOf(to), model.seatsAt.get(id)![0]!)
  const single = employees.filter(({ employeeId }) => positionOf(employeeId) !== worker && !isAway(model, positionOf(employeeId), shift))
  const [last, others] = [single.filter(isBefore), single.filter((each) => !isBefore(each))]
  function isBefore({ employeeId }: { readonly employeeId: Identifier }): boolean {
    return positionOf(employeeId) === before
  }
  return [
    ...chains
      .filter(({ steps, employeeIds }) => steps.every(canTake) && (before === NOBODY || positionOf(employeeIds[0]!) !== before))
      .map(({ employeeIds, steps, ...rest }, at) => ({
        ...rest,
        key: `chain ${at}`,
        title: `Swap of ${employeeIds.map(nameOf).join(', ')}`,
        steps: steps.map((step, place) => (place === 0 ? { ...step, seat: shift } : step)),
      })),
    ...[...others, ...last].map(({ employeeId, text, scoreChange }) => ({
      key: String(employeeId),
      title: nameOf(employeeId),
      text: positionOf(employeeId) === before ? `${text} Was taken off it by hand.` : text,
      scoreChange,
      steps: [{ shiftId, to: employeeId, seat: shift }],
    })),
  ]
}
