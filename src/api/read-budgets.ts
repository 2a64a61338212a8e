import { type Budget, OVERTIME_PERIODS } from '../model/pay.ts'
import type { Identifier } from '../model/units.ts'
import { integerOf, isGiven, objectsOf, requiredChoice, shapeOf } from './fields.ts'
import type { Place } from './fields.ts'
import { PERIOD_ADVICE } from './foreign-times.ts'
import { checkTwins, claimId, idsOf, requiredId } from './identifiers.ts'
import { MAX_BUDGETS, RANGES } from './limits.ts'
import { readOwnWeights, readPeriod } from './read-contract.ts'
import { moneyOf } from './read-pay.ts'
import { readTitle } from './read-rule-terms.ts'
import { checkSpot } from './reading.ts'
import type { Reading } from './reading.ts'
import { Budget as BudgetSchema } from './schemas/pay.ts'

const BUDGET = shapeOf('a budget', BudgetSchema)

/** Reads `budgets`. */
export function readBudgets(document: Place, reading: Reading): Budget[] {
  const seen = new Map<Identifier, number>()
  const budgets = objectsOf(document, 'budgets', BUDGET, MAX_BUDGETS).map((place, index): Budget => {
    const id = requiredId(place, 'id')
    claimId(place, id, seen, index)
    const per = requiredChoice(place, 'per', OVERTIME_PERIODS, PERIOD_ADVICE)
    const spots = idsOf(place, 'spots', (spot, pointer) => checkSpot(reading, pointer, spot))
    const max = isGiven(place, 'max') ? moneyOf(place, 'max', RANGES.budget) : null
    return {
      id,
      ...readTitle(place),
      per,
      period: readPeriod(place, per, reading),
      spotIndexes: [...new Set(spots)].map((spot) => reading.spots.get(spot)!),
      max: max ?? 0,
      weight: integerOf(place, 'weight', RANGES.weight) ?? 1,
      weights: readOwnWeights(place),
    }
  })
  checkTwins(reading.issues, 'budget', seen, (id) => `/budgets/${seen.get(id)}/id`)
  return budgets
}
