import type { PlanChange } from '../../answers/plan-changes.ts'
import type { Plan as ShownPlanEntry, PlanAnswer, PlanVersion as ShownVersion, SavedPlan } from '../../api/schemas/plans.ts'
import type { Issue } from '../../model/issue.ts'
import type { Plan, PlanVersion } from '../../model/plan.ts'
import type { ShownPlan } from '../../plans/plans.ts'
import { shortIssue } from '../problem-details.ts'
import { partsOf } from './plan-task.ts'

/** Changes that a refusal carries. */
const MOST_CONFLICTING = 100

/** Shows a plan. */
export function toPlan(plan: Plan): ShownPlanEntry {
  return {
    planId: String(plan.id),
    name: plan.name,
    note: plan.note,
    version: plan.version,
    publishedVersion: plan.published,
    createdAt: plan.createdAt.toISOString(),
    updatedAt: plan.updatedAt.toISOString(),
    archivedAt: plan.archivedAt?.toISOString() ?? null,
  }
}

/** Shows a version. */
export function toVersion(version: PlanVersion): ShownVersion {
  return {
    version: version.number,
    author: version.author,
    source: version.source,
    comment: version.note,
    solverProblemId: version.acceptedJobId === null ? null : String(version.acceptedJobId),
    employees: version.employees,
    shifts: version.shifts,
    errors: version.errors,
    warnings: version.warnings,
    createdAt: version.createdAt.toISOString(),
    publishedAt: version.publishedAt?.toISOString() ?? null,
  }
}

/** Shows a plan with a version that was just stored. */
export function toSaved(
  { plan, version }: { readonly plan: Plan; readonly version: PlanVersion },
  { errors, warnings }: { readonly errors: readonly Issue[]; readonly warnings: readonly Issue[] },
): SavedPlan {
  return { ...toPlan(plan), content: toVersion(version), errors: errors.map(shortIssue), warnings: warnings.map(shortIssue) }
}

/** Writes a plan with the schedule of a version, of which nothing is parsed: it may be as large as a schedule may be. */
export async function writePlan(shown: ShownPlan): Promise<Buffer> {
  const { issues, schedule } = partsOf(await shown.read())
  const front = {
    ...toPlan(shown.plan),
    content: toVersion(shown.version),
    requests: shown.requests.map(({ jobId, version, state, createdAt }) => ({
      solverProblemId: String(jobId),
      version,
      status: state,
      createdAt: createdAt.toISOString(),
    })),
    publications: shown.publications.map(({ publishedAt, ...publication }) => ({ ...publication, publishedAt: publishedAt.toISOString() })),
  } satisfies Omit<PlanAnswer, 'schedule' | 'errors' | 'warnings'>
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(front).slice(0, -1)},`),
    issues.subarray(1, -1),
    Buffer.from(',"schedule":'),
    schedule,
    Buffer.from('}'),
  ])
}

/** The strong `ETag` of a version of a plan. */
export function planTag(planId: number, version: number): string {
  return `"${planId}-${version}"`
}

/** The version that `If-Match` names; null when it names none of the plan. */
export function versionMatched(header: string | undefined, planId: string): number | null {
  const [, plan, version] = /^(?:W\/)?"([1-9]\d{0,14})-([1-9]\d{0,8})"$/.exec(header?.trim() ?? '') ?? []
  return plan === planId && version !== undefined ? Number(version) : null
}

/** Some of the changes, for a refusal. */
export function conflictingChanges(changes: readonly PlanChange[]): readonly PlanChange[] {
  return changes.slice(0, MOST_CONFLICTING)
}
