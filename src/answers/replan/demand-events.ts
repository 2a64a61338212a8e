import { type Place, shown } from '../../api/fields.ts'
import { hintForUnknownId, isId, requiredId } from '../../api/identifiers.ts'
import type { Identifier } from '../../model/units.ts'
import { type Draft, noteChanges, type DraftEntry } from './draft.ts'

/** More people are wanted, by a demand under an id that no other has. */
export function applyAddDemand(draft: Draft, event: Place): void {
  const id = requiredId(event, 'id')
  if (!isId(event.fields['id'])) return
  if (draft.demands.has(id)) {
    const detail = `The schedule has a demand ${shown(id)} already.`
    event.issues.error(`${event.pointer}/id`, 'id-duplicate', detail, 'Give the demand an id of its own, or change the one that is there.')
    return
  }
  draft.demands.set(id, { fields: event.fields, lastEvent: event.pointer, writtenBy: new Map() })
  draft.wantsOthers = true
}

/** A demand is no more. */
export function applyCancelDemand(draft: Draft, event: Place): void {
  const demand = demandIn(draft, event)
  if (demand === null) return
  draft.demands.delete(event.fields['demandId'] as Identifier)
  draft.wantsOthers = true
}

/** Fields of a demand are others. */
export function applyChangeDemand(draft: Draft, event: Place): void {
  const demand = demandIn(draft, event)
  if (demand === null) return
  const { demandId: _, ...changes } = event.fields
  demand.fields = { ...demand.fields, ...changes }
  noteChanges(demand, event, changes)
  draft.wantsOthers = true
}

/** The demand that an event names; null when there is none, which is reported. */
function demandIn({ demands }: Draft, event: Place): DraftEntry | null {
  const id = requiredId(event, 'demandId')
  if (!isId(event.fields['demandId'])) return null
  const demand = demands.get(id)
  if (demand !== undefined) return demand
  const hint = hintForUnknownId(demands, id, 'Give the id of one of its demands.')
  event.issues.error(`${event.pointer}/demandId`, 'demand-unknown', `The schedule has no demand ${shown(id)}.`, hint)
  return null
}
