import type { FastifyReply, FastifyRequest } from 'fastify'
import { invariant } from '../../model/errors.ts'
import type { NewContent } from '../../plans/plans.ts'
import { compress } from '../../storage/compress.ts'
import { bodyWeight } from '../body-weight.ts'
import { callerOf } from '../caller.ts'
import type { CallThreads } from '../rpc/call-threads.ts'
import { carryOutPlanTask, type CompareAs, type ComparedPlans, type PlanOutcome, type PlanTask, type ReadPlan } from './plan-task.ts'

/** Carries out what plans need of schedules: small ones at once, others in a thread of those that answer calls, by their limits. */
export interface PlanWork {
  read(task: Exclude<PlanTask, { readonly kind: 'compare' | 'personal' }>): Promise<ReadPlan>
  compare(before: Uint8Array, after: Uint8Array, as: CompareAs): Promise<ComparedPlans>
}

interface WorkMeans {
  readonly threads: CallThreads
  readonly stopping: AbortSignal
}

/** The work of one request, which ends when its client is gone or the node stops. */
export function planWorkOf(request: FastifyRequest, reply: FastifyReply, means: WorkMeans): PlanWork {
  const { departmentId } = callerOf(request)
  const carryOut = (task: PlanTask, bodies: readonly Uint8Array[]): Promise<PlanOutcome> => carryOutFor(reply, means, { departmentId, task, bodies })
  return {
    async read(task) {
      const read = await carryOut(task, task.kind === 'accept' ? [task.schedule, task.solution] : [task.posted])
      invariant('content' in read, 'a schedule that is to be stored was read')
      return read
    },
    async compare(before, after, as) {
      const compared = await carryOut({ kind: 'compare', before, after, ...as }, [before, after])
      invariant('documentChanges' in compared, 'two schedules were compared')
      return compared
    },
  }
}

/** What was read, as it is stored. */
export async function contentOf(
  { content, employees, shifts, errors, warnings, comment }: ReadPlan,
  of: Pick<NewContent, 'source' | 'acceptedJobId'> & { readonly comment?: string },
): Promise<NewContent> {
  const counts = { employees, shifts, errors: errors.length, warnings: warnings.length }
  return { comment, ...of, ...counts, packed: await compress(content) }
}

async function carryOutFor(
  reply: FastifyReply,
  { threads, stopping }: WorkMeans,
  { departmentId, task, bodies }: { readonly departmentId: number; readonly task: PlanTask; readonly bodies: readonly Uint8Array[] },
): Promise<PlanOutcome> {
  if (bodies.every((body) => bodyWeight(body) !== 'large')) return carryOutPlanTask(task)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const thread = await threads.open({ departmentId, signal: AbortSignal.any([gone.signal, stopping]) })
  return thread.planWork(task).finally(() => thread.leave())
}

/** What an employee is shown of a schedule; null when there is nothing of that employee in it. */
export async function personalRoster(
  reply: FastifyReply,
  means: WorkMeans,
  { departmentId, ...task }: Omit<Extract<PlanTask, { readonly kind: 'personal' }>, 'kind'> & { readonly departmentId: number },
): Promise<string | null> {
  const shown = await carryOutFor(reply, means, { departmentId, task: { kind: 'personal', ...task }, bodies: [task.schedule] })
  invariant('personal' in shown, 'the roster of one employee was written')
  return shown.personal
}
