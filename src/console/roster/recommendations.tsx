import { useState } from 'preact/hooks'
import { NOBODY } from '../../model/roster.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { scoreText } from '../parts/words.ts'
import { type Asked, type Recommendation, useRecommendation } from './questions.ts'
import { employeeName, type RosterModel } from './roster-model.ts'
import { changeText, signed, verdictOf } from './roster-words.ts'
import { type Handover, handoversOf } from './working-copy.ts'

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
  const options = value === null ? [] : optionsOf(model, value, worker)
  return (
    <section aria-busy={isAsking}>
      <h3>{worker === NOBODY ? 'Who could work it' : 'Who else could work it'}</h3>
      <FailureNotice failure={failure} />
      {value === null && isAsking && <p class="quiet">Asking …</p>}
      {value !== null && options.length === 0 && <p class="quiet">Nobody{worker === NOBODY ? '' : ' else'} is recommended.</p>}
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
                  <button type="button" aria-label={`Take ${title}`} onClick={() => onTake(handoversOf(model, steps))}>
                    Take
                  </button>
                )}
              </div>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A change of the score in four numbers, green or red by the first that changes. */
export function Change({ change }: { readonly change: readonly number[] }) {
  return (
    <span class={`roster-change is-${verdictOf(change)}`} title={`${changeText(change)} (${scoreText(change)})`}>
      {change.map(signed).join(' · ')}
    </span>
  )
}

interface Option {
  readonly key: string
  readonly title: string
  readonly text: string
  readonly scoreChange: readonly number[]
  readonly steps: readonly { readonly shiftId: number; readonly to: number | null }[]
}

/** Chains stand before single employees: they are listed only where they are better than all of these. Who works it already (`worker`, a position) is none. */
function optionsOf(model: RosterModel, { shiftId, employees, chains }: Recommendation, worker: number): readonly Option[] {
  const nameOf = (id: number): string => employeeName(model, model.employeeAt.get(id)!)
  return [
    ...chains.map(({ employeeIds, steps, ...rest }, at) => ({
      ...rest,
      key: `chain ${at}`,
      title: `Swap of ${employeeIds.map(nameOf).join(', ')}`,
      steps,
    })),
    ...employees
      .filter(({ employeeId }) => model.employeeAt.get(employeeId) !== worker)
      .map(({ employeeId, text, scoreChange }) => ({
        key: String(employeeId),
        title: nameOf(employeeId),
        text,
        scoreChange,
        steps: [{ shiftId, to: employeeId }],
      })),
  ]
}
