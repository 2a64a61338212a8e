import type { FastifyReply, FastifyRequest } from 'fastify'
import { invariant } from '../../model/errors.ts'
import type { NewContent } from '../../plans/plans.ts'
import { compress } from '../../storage/compress.ts'
import { callerOf } from '../caller.ts'
import type { CallThreads } from '../rpc/call-threads.ts'
import { carryOutPlanTask, type ComparedPlans, isQuick, type PlanTask, type ReadPlan } from './plan-task.ts'

/** Carries out what plans need of schedules: small ones at once, others in a thread of those that answer calls, by their limits. */
export interface PlanWork {
  read(task: Exclude<PlanTask, { readonly kind: 'compare' }>): Promise<ReadPlan>
  compare(before: Uint8Array, after: Uint8Array, of: 'documents' | 'rosters too'): Promise<ComparedPlans>
}

/** The work of one request, which ends when its client is gone or the node stops. */
export function planWorkOf(
  request: FastifyRequest,
  reply: FastifyReply,
  means: { readonly threads: CallThreads; readonly stopping: AbortSignal },
): PlanWork {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const { departmentId } = callerOf(request)
  const signal = AbortSignal.any([gone.signal, means.stopping])
  const carryOut = async (task: PlanTask, bodies: readonly Uint8Array[]): Promise<ReadPlan | ComparedPlans> => {
    if (bodies.every(isQuick)) return carryOutPlanTask(task)
    const thread = await means.threads.open({ departmentId, signal })
    return thread.planWork(task).finally(() => thread.leave())
  }
  return {
    async read(task) {
      const read = await carryOut(task, task.kind === 'accept' ? [task.schedule, task.solution] : [task.posted])
      invariant('content' in read, 'a schedule that is to be stored was read')
      return read
    },
    async compare(before, after, of) {
      const compared = await carryOut({ kind: 'compare', before, after, of }, [before, after])
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
