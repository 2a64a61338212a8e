import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { SavedPlan as SavedAnswer } from '../../api/schemas/plans.ts'
import { GatewayError } from '../../model/errors.ts'
import type { NewContent, Overtaken, Plans, SavedPlan } from '../../plans/plans.ts'
import { callerOf } from '../caller.ts'
import type { BodyShape } from '../json-body.ts'
import type { CallThreads } from '../rpc/call-threads.ts'
import type { ScheduleReader } from '../schedule-reader.ts'
import type { UseCases } from '../use-cases.ts'
import { partsOf, type ReadPlan } from './plan-task.ts'
import type { PlanWork } from './plan-work.ts'
import { conflictingChanges, planTag, toSaved, toVersion, versionMatched } from './show-plan.ts'

export interface PlanMeans {
  readonly useCases: Pick<UseCases, 'plans' | 'employeeLinks' | 'openLink' | 'submit' | 'checkCallbackUrl' | 'findJob' | 'readSolution'>
  readonly reader: ScheduleReader
  readonly threads: CallThreads
  readonly stopping: AbortSignal
  readonly limits: BodyShape & { readonly jobMemoryMib: number }
}

export const PLANS = '/api/v1/plans'
/** Numbers of versions have no more digits. */
export const MAX_VERSION = 999_999_999
export const PLAN_PARAMS = Type.Object({ planId: Type.String({ description: 'The identifier that the plan was answered with.' }) })
export const PLAN_COMMON = { tags: ['plans'], security: [{ token: [] }] }
export const VERSION_TAG = { ETag: 'Names the version; send it back as If-Match to save the next one.' }
export const IF_MATCH = Type.Object({
  'if-match': Type.Optional(Type.String({ description: 'The `ETag` of the version that the change begins with. It must be given.' })),
})

/** The plans that a request may work on. */
export function plansFor(request: FastifyRequest, { useCases }: Pick<PlanMeans, 'useCases'>): Plans {
  return useCases.plans(callerOf(request), request.ip)
}

/** Answers a version that was just stored. */
export function answerSaved(reply: FastifyReply, saved: SavedPlan, posted: ReadPlan): SavedAnswer {
  reply.header('etag', planTag(saved.plan.id, saved.version.number))
  return toSaved(saved, posted)
}

/** The version that a change begins with. Throws `precondition-missing`. */
export function versionToChange(request: FastifyRequest, planId: string): number {
  const version = versionMatched(request.headers['if-match'], planId)
  if (version !== null) return version
  throw new GatewayError(
    'precondition-missing',
    'If-Match does not name the version of the plan that the change begins with.',
    'Send the ETag that the version was read or saved with: If-Match: "7-3".',
  )
}

interface Saving {
  readonly plans: Plans
  readonly work: PlanWork
  readonly planId: string
  readonly base: number
}

/** Stores a version on top of another one. Throws `plan-changed` with what somebody else saved meanwhile. */
export async function saveOnTop({ plans, work, planId, base }: Saving, content: NewContent): Promise<SavedPlan> {
  const saved = await plans.save(planId, base, content)
  if ('plan' in saved) return saved
  const newest = saved.overtakenBy
  throw new GatewayError(
    'plan-changed',
    `The newest version is ${newest.number} of ${newest.author}, and the change begins with version ${base}.`,
    'Read the newest version, put your change on top of it, and save with its ETag.',
    { conflict: { version: toVersion(newest), changes: await changesSince({ plans, work, planId, base }, saved) } },
  )
}

/** Empty when the version that the change began with is not kept any more. */
async function changesSince({ plans, work, planId, base }: Saving, { overtakenBy }: Overtaken): Promise<readonly object[]> {
  try {
    const [before, after] = await Promise.all([scheduleOf(plans, planId, base), scheduleOf(plans, planId, overtakenBy.number)])
    return conflictingChanges((await work.compare(before, after, { of: 'documents', language: 'en' })).documentChanges)
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'plan-version-not-found') return []
    throw error
  }
}

/** The schedule of a version, as JSON; null = the newest. */
export async function scheduleOf(plans: Plans, planId: string, version: number | null): Promise<Uint8Array> {
  return partsOf(await (await plans.read(planId, version === null ? null : String(version))).read()).schedule
}
