import { useMemo } from 'preact/hooks'
import { usePlace } from '../frame/router.ts'
import { useLanguage } from '../texts/texts.ts'
import type { Release } from '../gateway/documents.ts'
import { accountsOf } from './accounts.ts'
import { readViewOptions } from './filter-bar.tsx'
import { readFilters } from './filters.ts'
import type { GridLook } from './grid-look.ts'
import { brokenRulesOf, highlightOf, NO_HIGHLIGHT, placeOf, type Told, todayOf } from './matches.ts'
import { retimedSeats } from './retimings.ts'
import type { RosterModel } from './roster-model.ts'
import type { Desk } from './use-desk.ts'

/** What the address says of how the roster is shown. */
export function useView(model: RosterModel) {
  const { query } = usePlace()
  const asked = query.toString()
  return useMemo(() => ({ filters: readFilters(query), options: readViewOptions(query, model) }), [asked, model])
}

interface LookParts {
  readonly judged: readonly Release[]
  readonly lit: Told | null
  readonly options: ReturnType<typeof readViewOptions>
}

/** All that decides how cells look; the same object while nothing of it changes. */
export function useLook({ shown: { model }, copy, changes }: Desk, { judged, lit, options: { label, holidays } }: LookParts): GridLook {
  const accounts = useMemo(() => accountsOf(model, copy.roster), [model, copy.roster])
  const brokenRules = useMemo(() => brokenRulesOf(model, judged), [model, judged])
  const changed = useMemo(() => new Set([...changes.map(({ shift }) => shift), ...retimedSeats(model, copy.times)]), [model, changes, copy.times])
  // A look of its own for each language: rows are drawn anew for it.
  const language = useLanguage()
  return useMemo(
    () => ({
      model,
      roster: copy.roster,
      label,
      accounts,
      brokenRules,
      holidays,
      changed,
      today: todayOf(model, Date.now()),
      highlight: lit === null ? NO_HIGHLIGHT : highlightOf(placeOf(model, lit)),
    }),
    [model, copy.roster, label, accounts, brokenRules, holidays, changed, lit, language],
  )
}
