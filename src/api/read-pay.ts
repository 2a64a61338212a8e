import type { Pay } from '../model/pay.ts'
import type { Identifier } from '../model/units.ts'
import { integerOf, isGiven, isJsonObject, objectOf, shapeOf, shown } from './fields.ts'
import type { Place } from './fields.ts'
import { hintForUnknownId, idsOf } from './identifiers.ts'
import { RANGES, type Range } from './limits.ts'
import type { Reading } from './reading.ts'
import { Pay as PaySchema } from './schemas/pay.ts'

const PAY = shapeOf('pay', PaySchema)

/** Where the pay rules stand, by id, before they can be read: employees and contracts refer to them. */
export function payRulePositions(value: unknown): Map<Identifier, number> {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return new Map(list.flatMap((rule, at) => (isJsonObject(rule) ? [[rule['id'] as Identifier, at] as const] : [])))
}

/** Reads `pay` of an employee or a contract. */
export function readPay(owner: Place, reading: Pick<Reading, 'issues' | 'payRules'>): { readonly pay?: Pay } {
  const place = objectOf(owner, 'pay', PAY)
  if (place === null) return {}
  const hourly = isGiven(place, 'hourly') ? moneyOf(place, 'hourly', RANGES.hourly) : null
  const isRestricted = (place.fields['payRules'] ?? null) !== null
  const rules = idsOf(place, 'payRules', (id, pointer) => {
    if (reading.payRules.has(id)) return true
    const hint = hintForUnknownId(reading.payRules, id, 'Add it to payRules, or correct the id.')
    reading.issues.error(pointer, 'pay-rule-unknown', `No pay rule has the id ${shown(id)}.`, hint)
    return false
  })
  return { pay: { hourly: hourly ?? 0, rules: isRestricted ? [...new Set(rules)] : null } }
}

/** A whole number of minor units; whoever sends 18.5 means 1850 of them. */
export function moneyOf(place: Place, key: string, range: Range): number | null {
  const value = place.fields[key]
  if (typeof value !== 'number' || Number.isInteger(value)) return integerOf(place, key, range)
  const detail = `${key} must be a whole number, not ${value}.`
  place.issues.error(`${place.pointer}/${key}`, 'not-an-integer', detail, 'It is in minor units of the currency, such as cents: send 1850 for 18.50.')
  return null
}
