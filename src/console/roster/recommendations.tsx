import { useState } from 'preact/hooks'
import { NOBODY } from '../../model/roster.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { listText, scoreText } from '../parts/words.ts'
import { type Option, optionsOf, othersOf } from './options.ts'
import { type Asked, useRecommendation } from './questions.ts'
import { employeeName, type RosterModel } from './roster-model.ts'
import { changeText, shortChangeText, verdictOf } from './roster-words.ts'
import { type Handover, handoversOf } from './working-copy.ts'
import type { Identifier } from '../../model/units.ts'
import { t } from '../texts/texts.ts'

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
        {t('recommend.ask')}
      </button>
    </p>
  )
}

function Asked({ asked, shift, onTake }: RecommendationsProps) {
  const [withOthers, askForOthers] = useState(false)
  const { value, failure, isAsking } = useRecommendation(asked, shift, withOthers)
  const { model } = asked.job
  const worker = asked.roster[shift]!
  // Nobody is put back on what they were just taken off, unless somebody means it.
  const before = worker === NOBODY ? asked.job.roster[shift]! : NOBODY
  const recommended = { shift, worker, before }
  const options = value === null ? [] : optionsOf(model, value, recommended)
  const others = value === null ? [] : othersOf(model, value, recommended)
  const onTakeOf = onTake === null ? null : ({ steps }: Option) => onTake(handoversOf(model, asked.roster, steps))
  return (
    <section aria-busy={isAsking}>
      <h3>{t(worker === NOBODY ? 'recommend.who' : 'recommend.whoElse')}</h3>
      <FailureNotice failure={failure} />
      {value === null && isAsking && <p class="quiet">{t('recommend.asking')}</p>}
      {value !== null && options.length === 0 && <p class="quiet">{t(worker === NOBODY ? 'recommend.nobody' : 'recommend.nobodyElse')}</p>}
      {options.length > 0 && <p class="quiet">{t('recommend.compared')}</p>}
      <Options options={options} onTake={onTakeOf} />
      {value !== null && value.otherCount > 0 && !withOthers && (
        <p>
          <button type="button" onClick={() => askForOthers(true)}>
            {t('recommend.showOthers', { number: value.otherCount })}
          </button>
        </p>
      )}
      {others.length > 0 && <h4>{t('recommend.others')}</h4>}
      <Options options={others} onTake={onTakeOf} />
      {value !== null && value.absentEmployeeIds.length > 0 && <p class="quiet">{absentText(model, value.absentEmployeeIds)}</p>}
    </section>
  )
}

interface OptionsProps {
  readonly options: readonly Option[]
  readonly onTake: ((option: Option) => void) | null
}

function Options({ options, onTake }: OptionsProps) {
  if (options.length === 0) return null
  return (
    <ul class="roster-candidates">
      {options.map((option) => (
        <li key={option.key}>
          <div class="roster-candidate">
            <strong>
              <bdi>{option.title}</bdi>
            </strong>
            <Change change={option.scoreChange} />
            {onTake !== null && (
              <button type="button" aria-label={t('recommend.takeOne', { title: option.title })} onClick={() => onTake(option)}>
                {t('recommend.take')}
              </button>
            )}
          </div>
          <p>{option.text}</p>
        </li>
      ))}
    </ul>
  )
}

/** Names of the absent that are told; of more it is said how many. */
const MOST_ABSENT = 4

function absentText(model: RosterModel, ids: readonly Identifier[]): string {
  const names = ids.slice(0, MOST_ABSENT).map((id) => employeeName(model, model.employeeAt.get(id)!))
  const more = ids.length - names.length
  return t('recommend.absent', { names: listText(more === 0 ? names : [...names, t('details.more', { number: more })]) })
}

/** A change of the score by the first priority that changes, which makes it green or red; all of it where it is pointed at. */
export function Change({ change }: { readonly change: readonly number[] }) {
  return (
    <span class={`roster-change is-${verdictOf(change)}`} title={`${changeText(change)} (${scoreText(change)})`}>
      {shortChangeText(change)}
    </span>
  )
}
