import type { ComponentChildren } from 'preact'
import { useId, useMemo, useState } from 'preact/hooks'
import { changeQuery } from '../frame/router.ts'
import { choicesOf, type Filters, isFiltered } from './filters.ts'
import { type DateSpan, datesProblem, readDates } from './holidays.ts'
import { heldLabel, type RosterModel } from './roster-model.ts'
import type { EmptyView } from './rows.ts'
import { LABELS, type Label } from './roster-words.ts'
import { t } from '../texts/texts.ts'

export interface ViewOptions {
  readonly view: 'roster' | 'demand'
  readonly label: Label
  readonly holidays: ReadonlySet<string>
  readonly empty: EmptyView
  /** Four weeks on one screen, to look at. */
  readonly isCompact: boolean
}

/** What the address says of how the roster is shown. */
export function readViewOptions(query: URLSearchParams, model: RosterModel): ViewOptions {
  const label = query.get('label') ?? ''
  return {
    view: query.get('view') === 'demand' ? 'demand' : 'roster',
    label: LABELS.find((known) => known === label) ?? LABELS[0],
    holidays: new Set(readDates(query.get('holidays') ?? '', spanOf(model)).dates),
    empty: readEmptyView(query),
    isCompact: query.get('size') === COMPACT,
  }
}

/** What the address says where empty shifts are shown by spot. */
const OPEN = 'open'
/** What it says where the grid is compact. */
const COMPACT = 'compact'

function readEmptyView(query: URLSearchParams): EmptyView {
  return query.get('empty') === OPEN ? 'by-spot' : 'short'
}

interface FilterBarProps {
  readonly model: RosterModel
  readonly filters: Filters
  readonly options: ViewOptions
  /** How many rows are shown, in words. */
  readonly shown: string
  /** Whether empty shifts may be shown as one row. */
  readonly canFold: boolean
  /** Where there is little room. */
  readonly isFolded: boolean
  /** More to choose from, at the end. */
  readonly children?: ComponentChildren
}

/** What is shown of the roster, and how. All of it is in the address. */
export function FilterBar({ model, filters, options, shown, canFold, isFolded, children }: FilterBarProps) {
  const fields = <Fields model={model} filters={filters} options={options} />
  return (
    <div class="roster-filters" role="group" aria-label={t('filter.shown')}>
      <div class="choices" role="group" aria-label={t('filter.view')}>
        <button type="button" aria-pressed={options.view === 'roster'} onClick={() => changeQuery({ view: null })}>
          {t('jobs.roster')}
        </button>
        <button type="button" aria-pressed={options.view === 'demand'} onClick={() => changeQuery({ view: 'demand' })}>
          {t('filter.demand')}
        </button>
      </div>
      {!isFolded && (
        <button type="button" aria-pressed={options.isCompact} onClick={() => changeQuery({ size: options.isCompact ? null : COMPACT })}>
          {t('filter.compact')}
        </button>
      )}
      {isFolded ? (
        <details class="roster-folded">
          <summary>{t(isFiltered(filters) ? 'filter.foldedFiltered' : 'filter.folded')}</summary>
          <div class="roster-filters">{fields}</div>
        </details>
      ) : (
        fields
      )}
      {canFold && (
        <button
          type="button"
          aria-pressed={options.empty === 'by-spot'}
          onClick={() => changeQuery({ empty: options.empty === 'by-spot' ? null : OPEN })}
        >
          {t('filter.emptyBySpot')}
        </button>
      )}
      {children}
      <span class="roster-shown" role="status">
        {shown}
      </span>
      {isFiltered(filters) && (
        <button type="button" class="plain" onClick={() => changeQuery({ team: null, skill: null, tag: null, name: null })}>
          {t('filter.showAll')}
        </button>
      )}
    </div>
  )
}

function Fields({ model, filters, options }: Pick<FilterBarProps, 'model' | 'filters' | 'options'>) {
  const { teams, skills, tags } = useMemo(() => choicesOf(model), [model])
  return (
    <>
      <label class="roster-field">
        <span>{t('grid.name')}</span>
        <input
          type="search"
          value={filters.name}
          placeholder={t('filter.anybody')}
          onInput={(event) => changeQuery({ name: event.currentTarget.value })}
        />
      </label>
      <Choice
        name="team"
        label={t('filter.team')}
        any={t('filter.allTeams')}
        value={filters.team}
        values={teams.map((id) => [String(id), heldLabel(model, 'teams', id)])}
      />
      <Choice
        name="skill"
        label={t('filter.skill')}
        any={t('filter.allSkills')}
        value={filters.skill}
        values={skills.map((id) => [String(id), heldLabel(model, 'skills', id)])}
      />
      <Choice name="tag" label={t('filter.tag')} any={t('filter.allTags')} value={filters.tag} values={tags.map((tag) => [tag, tag])} />
      <Choice
        name="label"
        label={t('filter.label')}
        any={t('label.time')}
        value={options.label === 'time' ? null : options.label}
        values={[
          ['name', t('label.name')],
          ['spot', t('label.spot')],
        ]}
      />
      <Holidays model={model} holidays={options.holidays} />
    </>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  /** What the empty choice says. */
  readonly any: string
  readonly value: string | number | null
  readonly values: readonly (readonly [string, string])[]
}

function Choice({ name, label, any, value, values }: ChoiceProps) {
  if (values.length === 0) return null
  return (
    <label class="roster-field">
      <span>{label}</span>
      <select value={value === null ? '' : String(value)} onChange={(event) => changeQuery({ [name]: event.currentTarget.value })}>
        <option value="">{any}</option>
        {values.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The schedule does not know holidays: who looks at it does. */
function Holidays({ model, holidays }: Pick<ViewOptions, 'holidays'> & Pick<FilterBarProps, 'model'>) {
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const take = (text: string): void => {
    setProblem(datesProblem(text, spanOf(model)))
    changeQuery({ holidays: readDates(text, spanOf(model)).dates.join(',') })
  }
  return (
    <div class="roster-checked">
      <label class="roster-field" for={id}>
        <span>{t('filter.holidays')}</span>
        <input
          id={id}
          type="text"
          placeholder="25.12.2027, …"
          title={t('filter.holidaysTitle')}
          defaultValue={[...holidays].join(', ')}
          onChange={(event) => take(event.currentTarget.value)}
          {...(problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
        />
      </label>
      {/* Over what is below it: nothing moves under the pointer. */}
      <p class="roster-problem" id={`${id}-problem`} role="status">
        {problem}
      </p>
    </div>
  )
}

function spanOf({ schedule: { calendar } }: RosterModel): DateSpan {
  return { first: calendar.days[0]!.date, last: calendar.days.at(-1)!.date }
}
