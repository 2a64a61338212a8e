import { NOBODY } from '../../model/roster.ts'
import type { Identifier } from '../../model/units.ts'
import { t } from '../texts/texts.ts'
import { isAway } from './absences.ts'
import type { Recommendation } from './questions.ts'
import { employeeName, type RosterModel } from './roster-model.ts'
import type { NamedStep } from './working-copy.ts'

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
export function optionsOf(model: RosterModel, recommendation: Recommendation, recommended: Recommended): readonly Option[] {
  const { shift, before } = recommended
  const positionOf = (id: Identifier): number => model.employeeAt.get(id)!
  const canTake = ({ shiftId: id, to }: NamedStep): boolean => to === null || !isAway(model, positionOf(to), model.seatsAt.get(id)![0]!)
  return [
    ...recommendation.chains
      .filter(({ steps, employeeIds }) => steps.every(canTake) && (before === NOBODY || positionOf(employeeIds[0]!) !== before))
      .map(({ employeeIds, steps, ...rest }, at) => ({
        ...rest,
        key: `chain ${at}`,
        title: t('recommend.swap', { names: employeeIds.map((id) => employeeName(model, positionOf(id))).join(', ') }),
        steps: steps.map((step, place) => (place === 0 ? { ...step, seat: shift } : step)),
      })),
    ...singlesOf(model, recommendation, recommendation.employees, recommended),
  ]
}

/** Those with whom a rule that must be kept would be broken, once they were asked for. */
export function othersOf(model: RosterModel, recommendation: Recommendation, recommended: Recommended): readonly Option[] {
  return singlesOf(model, recommendation, recommendation.otherEmployees, recommended)
}

function singlesOf(
  model: RosterModel,
  { shiftId }: Recommendation,
  employees: Recommendation['employees'],
  { shift, worker, before }: Recommended,
): readonly Option[] {
  const positionOf = (id: Identifier): number => model.employeeAt.get(id)!
  const isBefore = ({ employeeId }: { readonly employeeId: Identifier }): boolean => positionOf(employeeId) === before
  const single = employees.filter(({ employeeId }) => positionOf(employeeId) !== worker && !isAway(model, positionOf(employeeId), shift))
  return [...single.filter((each) => !isBefore(each)), ...single.filter(isBefore)].map((each) => ({
    key: String(each.employeeId),
    title: employeeName(model, positionOf(each.employeeId)),
    text: isBefore(each) ? t('recommend.takenOff', { text: each.text }) : each.text,
    scoreChange: each.scoreChange,
    steps: [{ shiftId, to: each.employeeId, seat: shift }],
  }))
}
