import type { Entry, ProgressCurve } from '../api/schemas/entry.ts'
import type { ProgressPoint } from '../jobs/read-progress.ts'
import type { Job } from '../storage/jobs.ts'

/** Shows the points of a job. */
export function toProgressCurve(solverProblemId: string, points: readonly ProgressPoint[]): ProgressCurve {
  return {
    solverProblemId,
    points: points.map((point) => ({
      seconds: point.solveMs / 1000,
      score: [...point.score],
      bound: point.bound === null ? null : [...point.bound],
    })),
  }
}

/** Where one request can be read, stopped and withdrawn; paths of the scheduler application. */
export function linksOf(solverProblemId: string): Entry['links'] {
  const self = `/api/v1/gateway/${solverProblemId}`
  return {
    self,
    schedule: `${self}/schedule`,
    solution: `${self}/solution`,
    progress: `${self}/progress`,
    events: `${self}/events`,
    deliveries: `${self}/deliveries`,
    stop: `${self}/stop`,
    replan: `${self}/replan`,
    lineage: `${self}/lineage`,
  }
}

/** Shows a job. */
export function toEntry(job: Job): Entry {
  const solverProblemId = String(job.id)
  return {
    solverProblemId,
    status: job.state,
    name: job.name,
    reference: job.reference,
    labels: job.labels,
    basedOn: job.basedOn,
    queuePriority: job.priority,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    improvedAt: job.improvedAt?.toISOString() ?? null,
    endedAt: job.endedAt?.toISOString() ?? null,
    progress: {
      attempt: job.attempt,
      revision: job.revision,
      moves: job.moves,
      solveMs: job.solveMs,
      maxSeconds: job.maxSeconds,
      stopRequested: job.stopRequestedAt !== null,
      employees: job.employees,
      shifts: job.shifts,
    },
    score: job.score === null ? null : [...job.score],
    bound: job.bound === null ? null : [...job.bound],
    gap: job.gap,
    noBoundReason: job.noBoundReason,
    boundLeavesOut: [...job.boundLeavesOut],
    stopReason: job.stopReason,
    failureReason: job.failureReason,
    links: linksOf(solverProblemId),
  }
}
