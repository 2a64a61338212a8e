import type { SettingName } from '../../model/settings.ts'
import type { Identifier } from '../../model/units.ts'
import { listText } from '../parts/words.ts'
import { t } from '../texts/texts.ts'
import type { Recommendation } from './questions.ts'
import type { RosterModel } from './roster-model.ts'
import { verdictOf } from './roster-words.ts'

/** How a shift that is carried would suit somebody. */
export interface Suit {
  /** Against: law or contract would be broken more than now, or they are absent. Possible: wishes, fairness or costs would be worse. */
  readonly verdict: 'good' | 'possible' | 'against'
  /** Why, in a few words. */
  readonly reason: string
}

/** By the position of the employee, of everybody that an answer about a shift speaks of. */
export function suitsOf({ employeeAt }: RosterModel, { employees, otherEmployees, absentEmployeeIds }: Recommendation): ReadonlyMap<number, Suit> {
  const at = (id: Identifier): number => employeeAt.get(id)!
  const absent: Suit = { verdict: 'against', reason: t('suit.absent') }
  return new Map([
    ...absentEmployeeIds.map((id) => [at(id), absent] as const),
    ...otherEmployees.map(
      ({ employeeId, breaks }) => [at(employeeId), { verdict: 'against', reason: t('suit.against', { rules: rulesText(breaks) }) }] as const,
    ),
    ...employees.map(({ employeeId, scoreChange, settings }) => {
      const isWorse = verdictOf(scoreChange) === 'worse'
      const suit: Suit = isWorse
        ? { verdict: 'possible', reason: settings.length === 0 ? t('suit.worse') : t('suit.possible', { rules: rulesText(settings) }) }
        : { verdict: 'good', reason: t('suit.good') }
      return [at(employeeId), suit] as const
    }),
  ])
}

function rulesText(settings: readonly SettingName[]): string {
  return listText(settings.map((setting) => t(`rule.${setting}`)))
}
