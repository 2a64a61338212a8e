import { type PageOf, pageOf } from '../api/cursor.ts'
import { GatewayError } from '../model/errors.ts'
import type { JobState } from '../model/job.ts'
import type { Plan, PlanRequest, PlanVersion, Publication } from '../model/plan.ts'
import { planNotFound, versionNotFound } from '../plans/find-plan.ts'
import type { NewContent, PlanOwner, Plans, SavedPlan } from '../plans/plans.ts'
import { decompress } from '../storage/compress.ts'
import { createPriorityMemory } from './priorities.ts'

/** Everything that is kept of one plan. */
interface KeptPlan {
  plan: Plan
  readonly versions: { readonly version: PlanVersion; readonly packed: Uint8Array }[]
  readonly publications: Publication[]
  readonly requests: PlanRequest[]
}

/** Plans in memory, as a gateway keeps them. */
export interface PlanMemory {
  of(owner: PlanOwner): Plans
}

const AUTHOR = 'fake'
const MOST_SHOWN = 20
const MOST_PLANS = 1000

/** What plans need of the requests that are made of them. */
interface PlanRequests {
  /** Told of each request of a plan that is deleted. */
  readonly withdraw: (owner: PlanOwner, jobId: number) => void
  /** Where a request stands; null when it is not kept any more. */
  readonly stateOf: (jobId: number) => JobState | null
}

const NO_REQUESTS: PlanRequests = { withdraw: () => undefined, stateOf: () => null }

/** An empty one. */
export function createPlanMemory({ withdraw, stateOf }: PlanRequests = NO_REQUESTS): PlanMemory {
  const kept = new Map<number, KeptPlan>()
  let lastId = 0
  const prioritiesOf = createPriorityMemory()
  return {
    of(owner) {
      const find = (id: string): KeptPlan => findKept(kept, owner, id)
      return {
        ...readingOf(find, stateOf),
        ...changingOf(find),
        priorities: prioritiesOf(owner.departmentId),
        list: (page) => listKept([...kept.values()], owner, page),
        async create({ name, note, content }) {
          if (kept.size >= MOST_PLANS) throw new GatewayError('plans-full', `There are ${kept.size} plans.`, 'Delete some.')
          lastId += 1
          const times = { createdAt: new Date(), updatedAt: new Date(), archivedAt: null }
          const plan: Plan = { id: lastId, departmentId: owner.departmentId, name, note, version: 1, published: null, ...times }
          const made: KeptPlan = { plan, versions: [], publications: [], requests: [] }
          kept.set(lastId, made)
          return addVersion(made, content)
        },
        async delete(id) {
          const { plan, requests } = find(id)
          for (const { jobId } of requests) withdraw(owner, jobId)
          kept.delete(plan.id)
        },
      }
    },
  }
}

function findKept(kept: ReadonlyMap<number, KeptPlan>, owner: PlanOwner, id: string): KeptPlan {
  const found = /^[1-9]\d{0,14}$/.test(id) ? kept.get(Number(id)) : undefined
  if (found === undefined) throw planNotFound(id)
  if (found.plan.departmentId === owner.departmentId) return found
  throw new GatewayError('department-foreign', `Plan ${id} belongs to another department than the token.`, 'Use a token of that department.')
}

function listKept(kept: readonly KeptPlan[], { departmentId }: PlanOwner, { search, archived, ...page }: Parameters<Plans['list']>[0]) {
  const isAsked = ({ plan }: KeptPlan): boolean =>
    plan.departmentId === departmentId && (plan.archivedAt !== null) === archived && plan.name.toLowerCase().includes((search ?? '').toLowerCase())
  const plans = kept.filter(isAsked).map(({ plan }) => plan)
  return pageNewest(plans, page)
}

function readingOf(find: (id: string) => KeptPlan, stateOf: PlanRequests['stateOf']): Pick<Plans, 'find' | 'read' | 'listVersions'> {
  return {
    find: async (id) => find(id).plan,
    async read(id, number) {
      const { plan, versions, publications, requests } = find(id)
      const found = versions.find(({ version }) => String(version.number) === (number ?? String(plan.version)))
      if (found === undefined) throw versionNotFound(plan.id, number ?? '')
      const newest = requests.toReversed().slice(0, MOST_SHOWN)
      const standing = newest.map((request) => ({ ...request, state: stateOf(request.jobId) ?? request.state }))
      const shown = { requests: standing, publications: publications.toReversed().slice(0, MOST_SHOWN) }
      return { plan, version: found.version, ...shown, read: () => decompress(found.packed) }
    },
    async listVersions(id, page) {
      const versions = find(id).versions.map(({ version }) => version)
      return pageNewest(versions, page)
    },
  }
}

function changingOf(find: (id: string) => KeptPlan): Pick<Plans, 'save' | 'change' | 'publish' | 'noteRequest'> {
  return {
    async save(id, base, content) {
      const found = find(id)
      if (found.plan.version !== base) return { overtakenBy: found.versions.at(-1)!.version }
      found.plan = { ...found.plan, version: base + 1, updatedAt: new Date() }
      return addVersion(found, content)
    },
    async change(id, { archived, ...texts }) {
      const found = find(id)
      const archivedAt = archived === true ? new Date() : null
      found.plan = { ...found.plan, ...texts, archivedAt: archived === undefined ? found.plan.archivedAt : archivedAt }
      return found.plan
    },
    async publish(id, number) {
      const found = find(id)
      const at = found.versions.findIndex(({ version }) => version.number === number)
      const stored = found.versions[at]
      if (stored === undefined) throw versionNotFound(found.plan.id, String(number))
      if (stored.version.errors > 0) throw new GatewayError('plan-incomplete', `Version ${number} has errors.`, 'Correct what its errors list.')
      const publishedAt = new Date()
      found.versions[at] = { ...stored, version: { ...stored.version, publishedAt } }
      found.publications.push({ version: number, author: AUTHOR, publishedAt })
      found.plan = { ...found.plan, published: number }
      return found.plan
    },
    async noteRequest(id, request) {
      find(id).requests.push({ ...request, state: 'QUEUED', createdAt: new Date() })
    },
  }
}

function addVersion(kept: KeptPlan, { comment, packed, ...content }: NewContent): SavedPlan {
  const number = kept.plan.version
  const version: PlanVersion = { ...content, id: number, number, note: comment, author: AUTHOR, createdAt: new Date(), publishedAt: null }
  kept.versions.push({ version, packed })
  return { plan: kept.plan, version }
}

function pageNewest<Row extends { readonly id: number }>(rows: readonly Row[], page: PageOf) {
  const newest = rows.toReversed()
  return pageOf(page, async ({ before, limit }) => newest.filter(({ id }) => before === null || id < before).slice(0, limit))
}
