import { GatewayError } from '../model/errors.ts'
import type { Plan } from '../model/plan.ts'
import type { Queryable } from '../storage/db.ts'
import { findDepartmentOfPlan, findPlanById } from '../storage/plans.ts'

const MOST_DIGITS = 15

/** The owner's plan with this id. Throws `plan-not-found`, and `department-foreign` for a plan of another department of the organization. */
export async function findPlan(db: Queryable, owner: { readonly departmentId: number }, planId: string): Promise<Plan> {
  const id = /^[1-9]\d*$/.test(planId) && planId.length <= MOST_DIGITS ? Number(planId) : null
  const plan = id === null ? null : await findPlanById(db, id)
  if (plan?.departmentId === owner.departmentId) return plan
  if (id !== null && (await findDepartmentOfPlan(db, id)) !== null) {
    const detail = `Plan ${planId} belongs to another department than the token.`
    throw new GatewayError('department-foreign', detail, 'Use a token of the department that made it.')
  }
  throw planNotFound(planId)
}

/** What is thrown for an id that names no plan. */
export function planNotFound(planId: string): GatewayError {
  const detail = `There is no plan ${JSON.stringify(planId.slice(0, 40))}.`
  return new GatewayError('plan-not-found', detail, 'Look for its id in GET /api/v1/plans; a deleted plan is gone.')
}

/** What is thrown for a number that names no version of a plan. */
export function versionNotFound(planId: number, number: string): GatewayError {
  const detail = `Plan ${planId} has no version ${JSON.stringify(number.slice(0, 40))}.`
  return new GatewayError(
    'plan-version-not-found',
    detail,
    `Look for its number in GET /api/v1/plans/${planId}/versions; of old ones that nobody named, published or accepted only the newest are kept.`,
  )
}
