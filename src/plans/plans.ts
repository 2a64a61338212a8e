import { type Page, type PageOf, pageOf } from '../api/cursor.ts'
import type { Limits } from '../config.ts'
import { GatewayError } from '../model/errors.ts'
import type { Plan, PlanRequest, PlanVersion, Publication, VersionSource } from '../model/plan.ts'
import { type Actor, insertAuditEvent } from '../storage/audit-events.ts'
import { decompress } from '../storage/compress.ts'
import { type Db, inTransaction, type Transaction } from '../storage/db.ts'
import {
  advancePlan,
  countPlans,
  deletePlan,
  findSealedContent,
  findVersion,
  insertPlan,
  insertPlanRequest,
  insertVersion,
  listJobsOfPlan,
  listPlanRequests,
  listPublications,
  type PlanFilter,
  pagePlans,
  pageVersions,
  publishVersion,
  trimVersions,
  updatePlan,
} from '../storage/plans.ts'
import { openSecret, sealSecret, type SecretKey } from '../storage/seal.ts'
import { findPlan, planNotFound, versionNotFound } from './find-plan.ts'
import { type NamedPriorities, namedPrioritiesOf } from './priority-names.ts'

/** Whose plans they are, and who works on them. */
export interface PlanOwner {
  readonly organizationId: number
  readonly departmentId: number
  readonly tokenId: number | null
}

export interface PlanDeps {
  /** Of the rows of the owner's department. */
  readonly db: Db
  readonly key: SecretKey
  readonly limits: Pick<Limits, 'plansPerDepartment' | 'planMibPerDepartment' | 'planVersions'>
  /** For the audit log. */
  readonly actor: Actor
  /** Withdraws a request of the department; what is withdrawn already stays so. */
  readonly withdraw: (jobId: number) => Promise<void>
}

/** A schedule as it is kept: the issues that were found in it, and the JSON itself. */
export interface PlanContent {
  /** `issues line + "\n" + schedule`, gzip. */
  readonly packed: Uint8Array
  readonly employees: number
  readonly shifts: number
  readonly errors: number
  readonly warnings: number
}

/** What is to become a version. */
export interface NewContent extends PlanContent {
  readonly source: VersionSource
  readonly comment: string
  readonly acceptedJobId: number | null
}

/** A plan, and one of its versions. */
export interface SavedPlan {
  readonly plan: Plan
  readonly version: PlanVersion
}

/** One version to be shown. */
export interface ShownPlan extends SavedPlan {
  readonly requests: readonly PlanRequest[]
  readonly publications: readonly Publication[]
  /** The issues line and the schedule. Read only when it is called: a version never changes. */
  read(): Promise<Uint8Array>
}

/** That somebody saved a version meanwhile: the newest. */
export interface Overtaken {
  readonly overtakenBy: PlanVersion
}

/** Requests and publications that are shown with a plan. */
const MOST_SHOWN = 20
const MIB = 1024 * 1024

/** The plans of one department, as somebody works on them. All throw `plan-not-found`, and `department-foreign` for a plan of another department. */
export interface Plans {
  list(page: PageOf & PlanFilter): Promise<Page<Plan>>
  /** Throws `plans-full`. */
  create(wanted: { readonly name: string; readonly note: string; readonly content: NewContent }): Promise<SavedPlan>
  find(id: string): Promise<Plan>
  /** A version; null = the newest. Throws `plan-version-not-found`. */
  read(id: string, number: string | null): Promise<ShownPlan>
  /** Stores the next version, unless `base` is not the newest any more. Throws `plans-full`. */
  save(id: string, base: number, content: NewContent): Promise<SavedPlan | Overtaken>
  change(id: string, change: { readonly name?: string; readonly note?: string; readonly archived?: boolean }): Promise<Plan>
  /** Deletes a plan with its versions, and withdraws the requests that were made of it. */
  delete(id: string): Promise<void>
  listVersions(id: string, page: PageOf): Promise<Page<PlanVersion>>
  /** Throws `plan-version-not-found`, and `plan-incomplete` for a version with errors. */
  publish(id: string, number: number): Promise<Plan>
  noteRequest(id: string, request: { readonly version: number; readonly jobId: number }): Promise<void>
  /** What the department calls its priorities. */
  readonly priorities: NamedPriorities
}

/** Makes them. */
export function plansOf(deps: PlanDeps, owner: PlanOwner): Plans {
  const { db } = deps
  const find = (id: string): Promise<Plan> => findPlan(db, owner, id)
  return {
    find,
    priorities: namedPrioritiesOf(db, owner.departmentId),
    list: ({ search, archived, ...page }) => pageOf(page, (at) => pagePlans(db, { departmentId: owner.departmentId, search, archived, ...at })),
    create: (wanted) => createPlan(deps, owner, wanted),
    read: async (id, number) => readPlan(deps, await find(id), number),
    save: async (id, base, content) => savePlan(deps, owner, { plan: await find(id), base, content }),
    async change(id, change) {
      const changed = await updatePlan(db, { id: (await find(id)).id, ...change })
      if (changed === null) throw planNotFound(id)
      return changed
    },
    delete: async (id) => erasePlan(deps, owner, await find(id)),
    async listVersions(id, page) {
      const plan = await find(id)
      return pageOf(page, (at) => pageVersions(db, { planId: plan.id, ...at }))
    },
    publish: async (id, number) => publishPlan(deps, owner, { plan: await find(id), number }),
    async noteRequest(id, request) {
      const plan = await find(id)
      await insertPlanRequest(db, { departmentId: plan.departmentId, planId: plan.id, ...request })
    },
  }
}

async function createPlan(
  deps: PlanDeps,
  owner: PlanOwner,
  { name, note, content }: { readonly name: string; readonly note: string; readonly content: NewContent },
): Promise<SavedPlan> {
  return inTransaction(deps.db, async (tx) => {
    const plan = await insertPlan(tx, { ...owner, name, note })
    const version = await storeVersion(deps, tx, owner, { plan, content })
    return { plan, version }
  })
}

async function savePlan(
  deps: PlanDeps,
  owner: PlanOwner,
  { plan, base, content }: { readonly plan: Plan; readonly base: number; readonly content: NewContent },
): Promise<SavedPlan | Overtaken> {
  const saved = await inTransaction(deps.db, async (tx) => {
    const advanced = await advancePlan(tx, { id: plan.id, base })
    return advanced === null ? null : { plan: advanced, version: await storeVersion(deps, tx, owner, { plan: advanced, content }) }
  })
  if (saved !== null) return saved
  const { version } = await findPlan(deps.db, owner, String(plan.id))
  const overtakenBy = await findVersion(deps.db, { planId: plan.id, number: version })
  if (overtakenBy === null) throw planNotFound(String(plan.id))
  return { overtakenBy }
}

/** Stores a version, and makes room for it among those of the plan. Throws `plans-full`, which undoes what the transaction did. */
async function storeVersion(
  { key, limits }: PlanDeps,
  tx: Transaction,
  owner: PlanOwner,
  { plan, content: { comment, packed, ...content } }: { readonly plan: Plan; readonly content: NewContent },
): Promise<PlanVersion> {
  const sealed = sealSecret(key, 'plan', packed)
  const at = { ...owner, id: plan.id, departmentId: plan.departmentId }
  const version = await insertVersion(tx, at, { ...content, note: comment, content: sealed, number: plan.version })
  const left = await trimVersions(tx, { planId: plan.id, most: limits.planVersions })
  const { plans, bytes } = await countPlans(tx, plan.departmentId)
  if (plans > limits.plansPerDepartment) throw full(`The department has ${plans - 1} plans, which is as many as it may.`)
  if (bytes > limits.planMibPerDepartment * MIB)
    throw full(`The plans of the department take ${limits.planMibPerDepartment} MiB, as much as they may.`)
  if (left > VERSIONS_IN_ALL * limits.planVersions) throw full(`The plan has ${left - 1} versions that are to be kept, which is as many as it may.`)
  return version
}

/** How many times as many versions a plan may have as are kept of those that nobody named, published or accepted. */
const VERSIONS_IN_ALL = 10

function full(detail: string): GatewayError {
  return new GatewayError('plans-full', detail, 'Delete plans that nobody needs any more, or ask the operator for a higher limit.')
}

async function readPlan({ db, key }: PlanDeps, plan: Plan, number: string | null): Promise<ShownPlan> {
  const wanted = number === null ? plan.version : Number(/^[1-9]\d{0,8}$/.exec(number)?.[0] ?? 0)
  const at = { planId: plan.id, limit: MOST_SHOWN }
  const [version, requests, publications] = await Promise.all([
    findVersion(db, { planId: plan.id, number: wanted }),
    listPlanRequests(db, at),
    listPublications(db, at),
  ])
  if (version === null) throw versionNotFound(plan.id, number ?? String(wanted))
  const read = async (): Promise<Uint8Array> => {
    const sealed = await findSealedContent(db, version.id)
    if (sealed === null) throw versionNotFound(plan.id, String(wanted))
    return decompress(openSecret(key, 'plan', sealed))
  }
  return { plan, version, requests, publications, read }
}

async function erasePlan(deps: PlanDeps, { organizationId, departmentId }: PlanOwner, plan: Plan): Promise<void> {
  // First: what is left over when this breaks off is a plan that can be deleted again.
  for (const jobId of await listJobsOfPlan(deps.db, plan.id)) await deps.withdraw(jobId)
  await inTransaction(deps.db, async (tx) => {
    if (!(await deletePlan(tx, plan.id))) throw planNotFound(String(plan.id))
    const target = { type: 'plan', id: plan.id, name: null }
    await insertAuditEvent(tx, { actor: deps.actor, action: 'plan.deleted', organizationId, departmentId, target })
  })
}

async function publishPlan(
  deps: PlanDeps,
  { organizationId, departmentId, tokenId }: PlanOwner,
  { plan, number }: { readonly plan: Plan; readonly number: number },
): Promise<Plan> {
  return inTransaction(deps.db, async (tx) => {
    const version = await findVersion(tx, { planId: plan.id, number })
    if (version === null) throw versionNotFound(plan.id, String(number))
    if (version.errors > 0) {
      const what = version.errors === 1 ? 'one thing is' : `${version.errors} things are`
      throw new GatewayError('plan-incomplete', `Of version ${number} ${what} wrong.`, 'Correct what its errors list, and publish the version after.')
    }
    const published = await publishVersion(tx, { plan, version: number, tokenId })
    const target = { type: 'plan', id: plan.id, name: null }
    await insertAuditEvent(tx, { actor: deps.actor, action: 'plan.published', organizationId, departmentId, target, detail: { version: number } })
    return published
  })
}
