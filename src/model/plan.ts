import type { JobState } from './job.ts'
import type { Identifier } from './units.ts'

/** How a version came to be: somebody edited the schedule, or took over the roster of a request. */
export const VERSION_SOURCES = ['EDITED', 'ACCEPTED'] as const
export type VersionSource = (typeof VERSION_SOURCES)[number]

/** A schedule that is kept and edited, without the schedule. */
export interface Plan {
  readonly id: number
  readonly departmentId: number
  readonly name: string
  readonly note: string
  /** Number of the newest version, from 1. */
  readonly version: number
  /** Number of the version that is published now; null when none is. */
  readonly published: number | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly archivedAt: Date | null
}

/** What a plan was at a time, without the schedule. */
export interface PlanVersion {
  readonly id: number
  readonly number: number
  /** An e-mail, or the name of a token. */
  readonly author: string
  readonly source: VersionSource
  readonly note: string
  /** The request whose roster it took over; null unless it was accepted. */
  readonly acceptedJobId: number | null
  /** How many of each the schedule lists; 0 where it lists none. */
  readonly employees: number
  readonly shifts: number
  readonly errors: number
  readonly warnings: number
  readonly createdAt: Date
  /** When it was published last; null when it never was. */
  readonly publishedAt: Date | null
}

/** A request that was made of a plan. */
export interface PlanRequest {
  readonly jobId: number
  readonly version: number
  readonly state: JobState
  readonly createdAt: Date
}

/** Once that a version was published. */
export interface Publication {
  readonly version: number
  readonly author: string
  readonly publishedAt: Date
}

/** A link by which an employee reads the own roster; its secret is not kept. */
export interface EmployeeLink {
  readonly id: number
  readonly employeeId: Identifier
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  /** To the minute; null before. */
  readonly lastUsedAt: Date | null
}
