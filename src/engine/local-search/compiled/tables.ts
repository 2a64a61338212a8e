import type { Instance } from '../../instance/instance.ts'
import type { SearchParams } from '../../portfolio/params.ts'
import { listsOf, type MemoryPlan } from './memory-plan.ts'
import type { Variables } from './rule-tables.ts'

/** Demands, and what days are decided. */
export function demandTables(plan: MemoryPlan, { demands, openDemands, decidedDuty }: Instance): Variables {
  const open = listsOf(plan, openDemands)
  return {
    demandDay: plan.copyOf(demands.day),
    demandStart: plan.copyOf(demands.start),
    demandEnd: plan.copyOf(demands.end),
    seats: plan.copyOf(demands.seats),
    isDecided: plan.copyOf(demands.isDecided),
    coverOffset: plan.copyOf(demands.coverOffset),
    coverCost: plan.copyOf(demands.coverCost),
    typeOf: plan.copyOf(demands.typeOf),
    demandOfType: plan.copyOf(demands.demandOfType),
    tagList: plan.copyOf(demands.tagList),
    tagBits: plan.copyOf(demands.tagBits),
    tagWords: demands.tagWords,
    openFrom: open.from,
    openDemands: open.all,
    decidedDuty: plan.copyOf(decidedDuty),
    fillChange: plan.room(4 * demands.count),
    touchedDemands: plan.room(4 * demands.count),
    isTouched: plan.room(demands.count),
  }
}

/** What an employee on a demand costs. */
export function fitTables(plan: MemoryPlan, { fit }: Instance): Variables {
  const lists = listsOf(plan, fit.candidateLists)
  return {
    fitCost: plan.copyOf(fit.cost),
    fitRowOf: plan.copyOf(fit.rowOf),
    fitDated: plan.copyOf(fit.isDated),
    fitPlain: plan.copyOf(fit.isPlain),
    fitColumnOf: plan.copyOf(fit.columnOf),
    fitDatedColumnOf: plan.copyOf(fit.datedColumnOf),
    fitRows: plan.copyOf(fit.rows),
    wishesOn: plan.copyOf(fit.wishesOn),
    placeOf: plan.copyOf(fit.placeOf),
    wished: plan.copyOf(fit.wished),
    namedFrom: plan.copyOf(fit.namedFrom),
    namedEmployee: plan.copyOf(fit.namedEmployee),
    named: plan.copyOf(fit.named),
    fitGain: plan.copyOf(fit.gain),
    candidateListOf: plan.copyOf(fit.candidateListOf),
    candidateFrom: lists.from,
    candidates: lists.all,
    isMember: plan.copyOf(fit.isMember),
  }
}

/** Wishes to work. */
export function wishTables(plan: MemoryPlan, { wishes }: Instance): Variables {
  return {
    wishUnit: wishes?.unit ?? 0,
    wishOffset: plan.copyOfAny(wishes?.offset),
    wishList: plan.copyOfAny(wishes?.wishes),
    wishStart: plan.copyOfAny(wishes?.start),
    wishEnd: plan.copyOfAny(wishes?.end),
    wishTag: plan.copyOfAny(wishes?.tag),
    wishWeight: plan.copyOfAny(wishes?.weight),
    meetChange: plan.room(4 * (wishes?.count ?? 0)),
  }
}

/** Sizes of the schedule, what each unit costs by priority, and how moves are drawn. */
export function searchTables(
  plan: MemoryPlan,
  instance: Instance,
  { moves }: SearchParams,
  { risks, draw }: { readonly risks: Float64Array; readonly draw: Uint8Array },
): Variables {
  const { employeeCount, dayCount, horizonFirst, demands, units, weights, parts } = instance
  return {
    employeeCount,
    dayCount,
    horizonFirst,
    demandCount: demands.count,
    unitCount: units.length,
    weights: plan.copyOf(weights),
    parts: plan.copyOf(Float64Array.from(parts)),
    risks: plan.copyOf(risks),
    draw: plan.copyOf(draw),
    maxDays: moves.maxDays,
    maxWeekends: moves.maxWeekends,
    openSeatTries: moves.openSeatTries,
    wantedSeatTries: moves.wantedSeatTries,
    anybodyOneIn: moves.anybodyOneIn,
    doubtfulOneIn: moves.doubtfulOneIn,
    partOneIn: moves.partOneIn,
    freeDayOneIn: moves.freeDayOneIn,
    besideOneIn: moves.besideOneIn,
    freeStretchOneIn: moves.freeStretchOneIn,
    passBesideOneIn: moves.passBesideOneIn,
    fillBesideOneIn: moves.fillBesideOneIn,
  }
}
