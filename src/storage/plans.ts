import type { Plan, PlanRequest, PlanVersion, Publication, VersionSource } from '../model/plan.ts'
import { onlyRow, storableText } from './db.ts'
import type { Queryable, Transaction } from './db.ts'

const COLUMNS = `id, department_id as "departmentId", name, note, version, published, created_at as "createdAt", updated_at as "updatedAt",
  archived_at as "archivedAt"`

/** Of `plan_versions v`. */
const VERSION_COLUMNS = `v.id, v.number, v.author, v.source, v.note, v.accepted_job_id as "acceptedJobId", v.employees, v.shifts, v.errors, v.warnings,
  v.created_at as "createdAt", (select max(p.published_at) from plan_publications p where p.plan_id = v.plan_id and p.version = v.number) as "publishedAt"`

/** What a version is stored with. */
export interface NewVersion {
  readonly source: VersionSource
  readonly note: string
  readonly acceptedJobId: number | null
  /** Gzip and sealed. */
  readonly content: Uint8Array
  readonly employees: number
  readonly shifts: number
  readonly errors: number
  readonly warnings: number
}

/** Whose plan it is, and the token that it is stored with. */
interface Owned {
  readonly organizationId: number
  readonly departmentId: number
  readonly tokenId: number | null
}

/** Stores a plan without its first version. */
export async function insertPlan(tx: Transaction, plan: Owned & { readonly name: string; readonly note: string }): Promise<Plan> {
  return onlyRow(
    await tx.query<Plan>(`insert into plans (organization_id, department_id, name, note, version) values ($1, $2, $3, $4, 1) returning ${COLUMNS}`, [
      plan.organizationId,
      plan.departmentId,
      plan.name,
      storableText(plan.note),
    ]),
  )
}

/** Stores a version, which is never changed. */
export async function insertVersion(
  tx: Transaction,
  { id, departmentId, tokenId }: Omit<Owned, 'organizationId'> & { readonly id: number },
  version: NewVersion & { readonly number: number },
): Promise<PlanVersion> {
  return onlyRow(
    await tx.query<PlanVersion>(
      `insert into plan_versions as v (department_id, plan_id, number, author, source, note, accepted_job_id, content, content_bytes, employees,
                                       shifts, errors, warnings)
       values ($1, $2, $3, coalesce(author_of_token($4), ''), $5, $6, $7, $8, $9, $10, $11, $12, $13)
    returning ${VERSION_COLUMNS}`,
      [
        departmentId,
        id,
        version.number,
        tokenId,
        version.source,
        storableText(version.note),
        version.acceptedJobId,
        version.content,
        version.content.length,
        version.employees,
        version.shifts,
        version.errors,
        version.warnings,
      ],
    ),
  )
}

/** Gives a plan the next version number; null when `base` is not its newest version any more. */
export async function advancePlan(tx: Transaction, at: { readonly id: number; readonly base: number }): Promise<Plan | null> {
  const { rows } = await tx.query<Plan>(
    `update plans set version = version + 1, updated_at = now() where id = $1 and version = $2 returning ${COLUMNS}`,
    [at.id, at.base],
  )
  return rows[0] ?? null
}

/** The plan with this id, of whichever department the connection may see; null when there is none. */
export async function findPlanById(db: Queryable, id: number): Promise<Plan | null> {
  return (await db.query<Plan>(`select ${COLUMNS} from plans where id = $1`, [id])).rows[0] ?? null
}

/** The department that a plan of the organization belongs to; null when there is no such plan there. */
export async function findDepartmentOfPlan(db: Queryable, id: number): Promise<number | null> {
  const { rows } = await db.query<{ departmentId: number | null }>('select department_of_plan($1) as "departmentId"', [id])
  return rows[0]?.departmentId ?? null
}

/** Which plans of a department. */
export interface PlanFilter {
  /** Only those whose name has this text in it, in capitals or not; null = all. */
  readonly search: string | null
  /** Those that are archived, or those that are not. */
  readonly archived: boolean
}

/** Plans of a department, newest first, at most `limit`, with ids below `before` unless that is null. */
export async function pagePlans(
  db: Queryable,
  page: PlanFilter & { readonly departmentId: number; readonly before: number | null; readonly limit: number },
): Promise<readonly Plan[]> {
  const { rows } = await db.query<Plan>(
    `select ${COLUMNS} from plans
      where department_id = $1
        and ($2::bigint is null or id < $2)
        and ($3::text is null or position(lower($3) in lower(name)) > 0)
        and (archived_at is not null) = $4
      order by id desc limit $5`,
    [page.departmentId, page.before, page.search, page.archived, page.limit],
  )
  return rows
}

/** Changes what is given of a plan; null when there is no such plan. */
export async function updatePlan(
  db: Queryable,
  change: { readonly id: number; readonly name?: string | undefined; readonly note?: string | undefined; readonly archived?: boolean | undefined },
): Promise<Plan | null> {
  const { rows } = await db.query<Plan>(
    `update plans
        set name = coalesce($2, name),
            note = coalesce($3, note),
            archived_at = case when $4::boolean is null then archived_at when $4 then coalesce(archived_at, now()) end
      where id = $1
  returning ${COLUMNS}`,
    [change.id, change.name ?? null, change.note === undefined ? null : storableText(change.note), change.archived ?? null],
  )
  return rows[0] ?? null
}

/** Deletes a plan with everything that belongs to it. False when there is none. */
export async function deletePlan(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.query('delete from plans where id = $1', [id])).rowCount === 1
}

/** Versions of a plan, newest first, at most `limit`, with ids below `before` unless that is null. */
export async function pageVersions(
  db: Queryable,
  page: { readonly planId: number; readonly before: number | null; readonly limit: number },
): Promise<readonly PlanVersion[]> {
  const { rows } = await db.query<PlanVersion>(
    `select ${VERSION_COLUMNS} from plan_versions v where v.plan_id = $1 and ($2::bigint is null or v.id < $2) order by v.id desc limit $3`,
    [page.planId, page.before, page.limit],
  )
  return rows
}

/** A version by its number; null when there is none, or it was deleted to make room. */
export async function findVersion(db: Queryable, at: { readonly planId: number; readonly number: number }): Promise<PlanVersion | null> {
  const { rows } = await db.query<PlanVersion>(`select ${VERSION_COLUMNS} from plan_versions v where v.plan_id = $1 and v.number = $2`, [
    at.planId,
    at.number,
  ])
  return rows[0] ?? null
}

/** What a version holds, gzip and sealed; null when it is gone. */
export async function findSealedContent(db: Queryable, versionId: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ content: Buffer }>('select content from plan_versions where id = $1', [versionId])
  return rows[0]?.content ?? null
}

/** What a department has stored of plans: how many, and the bytes of all their versions. */
export async function countPlans(db: Queryable, departmentId: number): Promise<{ readonly plans: number; readonly bytes: number }> {
  return onlyRow(
    await db.query<{ plans: number; bytes: number }>(
      `select (select count(*) from plans where department_id = $1) as plans,
              (select coalesce(sum(content_bytes), 0)::bigint from plan_versions where department_id = $1) as bytes`,
      [departmentId],
    ),
  )
}

/**
 * Deletes the oldest versions of a plan beyond `most` that nobody named, published or accepted, and none of the newest `most`. Answers how many versions the plan
 * has left.
 */
export async function trimVersions(tx: Transaction, { planId, most }: { readonly planId: number; readonly most: number }): Promise<number> {
  await tx.query(
    `delete from plan_versions v
      where v.plan_id = $1 and v.note = '' and v.source = 'EDITED'
        and v.number <= (select max(number) - $2::integer from plan_versions where plan_id = $1)
        and not exists (select from plan_publications p where p.plan_id = v.plan_id and p.version = v.number)
        and not exists (select from plan_requests r where r.plan_id = v.plan_id and r.version = v.number)`,
    [planId, most],
  )
  return onlyRow(await tx.query<{ count: number }>('select count(*) from plan_versions where plan_id = $1', [planId])).count
}

/** Publishes a version, in the place of the one that was. */
export async function publishVersion(
  tx: Transaction,
  { plan, version, tokenId }: { readonly plan: Pick<Plan, 'id' | 'departmentId'>; readonly version: number; readonly tokenId: number | null },
): Promise<Plan> {
  await tx.query(`insert into plan_publications (department_id, plan_id, version, author) values ($1, $2, $3, coalesce(author_of_token($4), ''))`, [
    plan.departmentId,
    plan.id,
    version,
    tokenId,
  ])
  return onlyRow(await tx.query<Plan>(`update plans set published = $2 where id = $1 returning ${COLUMNS}`, [plan.id, version]))
}

/** How a plan was published, newest first, at most `limit`. */
export async function listPublications(db: Queryable, at: { readonly planId: number; readonly limit: number }): Promise<readonly Publication[]> {
  const { rows } = await db.query<Publication>(
    `select version, author, published_at as "publishedAt" from plan_publications where plan_id = $1 order by id desc limit $2`,
    [at.planId, at.limit],
  )
  return rows
}

/** Notes that a request was made of a version. */
export async function insertPlanRequest(
  db: Queryable,
  request: { readonly departmentId: number; readonly planId: number; readonly jobId: number; readonly version: number },
): Promise<void> {
  await db.query('insert into plan_requests (department_id, plan_id, job_id, version) values ($1, $2, $3, $4)', [
    request.departmentId,
    request.planId,
    request.jobId,
    request.version,
  ])
}

/** Requests that were made of a plan and not withdrawn, newest first, at most `limit`. */
export async function listPlanRequests(db: Queryable, at: { readonly planId: number; readonly limit: number }): Promise<readonly PlanRequest[]> {
  const { rows } = await db.query<PlanRequest>(
    `select r.job_id as "jobId", r.version, j.state, j.created_at as "createdAt"
       from plan_requests r join jobs j on j.id = r.job_id
      where r.plan_id = $1 and j.erased_at is null
      order by r.job_id desc limit $2`,
    [at.planId, at.limit],
  )
  return rows
}

/** The ids of all requests that were made of a plan and not withdrawn. */
export async function listJobsOfPlan(db: Queryable, planId: number): Promise<readonly number[]> {
  const { rows } = await db.query<{ id: number }>(
    'select r.job_id as id from plan_requests r join jobs j on j.id = r.job_id where r.plan_id = $1 and j.erased_at is null',
    [planId],
  )
  return rows.map(({ id }) => id)
}
