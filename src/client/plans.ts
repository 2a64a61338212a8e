import type { Static } from 'typebox'
import type {
  EmployeeLink,
  NewEmployeeLink,
  NewEmployeeLinks,
  NewPlan,
  NewPlanVersion,
  Plan,
  PlanAnswer,
  PlanComparison,
  PlanPatch,
  PlanVersion,
  SavedPlan,
} from '../api/schemas/plans.ts'
import type { Ask } from './ask.ts'
import type { SubmissionAnswer } from './documents.ts'
import { readPages } from './pages.ts'

/** A plan, without its schedule. */
export type ClientPlan = Plan
/** A plan with the schedule of one version. `tag` names the version: a change begins with it. */
export type ClientPlanAnswer = Tagged<PlanAnswer>
/** A plan with a version that was just stored, and its `tag`. */
export type ClientSavedPlan = Tagged<SavedPlan>
/** A version of a plan, without its schedule. */
export type ClientPlanVersion = PlanVersion
/** What is different from one version to another. */
export type ClientPlanComparison = PlanComparison
/** A link of an employee, without its secret. */
export type ClientEmployeeLink = Static<typeof EmployeeLink>
/** A link that was just made: its path is shown this once. */
export type ClientNewEmployeeLink = Static<typeof NewEmployeeLink>

type Tagged<Document> = Document & { readonly tag: string }

/** The plans of the token's department: schedules that the gateway keeps and that people edit; docs/plans.md. */
export interface PlansClient {
  /** Makes a plan. Sent this once: sent twice there would be two. */
  create(plan: Static<typeof NewPlan>): Promise<ClientSavedPlan>
  /** The newest version, or the one of this number. */
  read(planId: string, version?: number): Promise<ClientPlanAnswer>
  /**
   * Saves the next version on top of the one that `tag` names. Refused with 412, `plan-changed`, when somebody else saved one meanwhile; also when
   * the same was saved by an earlier try whose answer got lost.
   */
  save(planId: string, tag: string, version: Static<typeof NewPlanVersion>): Promise<ClientSavedPlan>
  /** Renames a plan, changes its note, archives it or takes it back. */
  change(planId: string, change: Static<typeof PlanPatch>): Promise<ClientPlan>
  /** Deletes a plan with everything that belongs to it. */
  delete(planId: string): Promise<void>
  /** The plans, newest first; reads the next page when it is come to. */
  list(options?: ListPlansOptions): AsyncIterable<ClientPlan>
  /** The versions of a plan, newest first. */
  versions(planId: string): AsyncIterable<ClientPlanVersion>
  compare(planId: string, from: number, to: number): Promise<ClientPlanComparison>
  /** Submits the newest version to be solved. Sent this once: sent twice there would be two requests. */
  improve(planId: string): Promise<SubmissionAnswer>
  /** Takes the roster of a request over, as the next version on top of the one that `tag` names. */
  accept(planId: string, tag: string, acceptance: { readonly solverProblemId: string; readonly comment?: string }): Promise<ClientSavedPlan>
  /** Says that everybody works by this version. */
  publish(planId: string, version: number): Promise<ClientPlan>
  /** Makes a link for each employee; those that they had end. Sent this once. */
  makeLinks(planId: string, links: Static<typeof NewEmployeeLinks>): Promise<readonly ClientNewEmployeeLink[]>
  /** The links of a plan without their secrets, newest first. */
  links(planId: string): AsyncIterable<ClientEmployeeLink>
  /** Ends a link at once. */
  revokeLink(planId: string, linkId: string): Promise<void>
}

export interface ListPlansOptions {
  /** Only plans with this text in their name. */
  readonly search?: string
  /** True: only those that are archived. Absent or false: only those that are not. */
  readonly archived?: boolean
  /** Plans of a page, 1 to 1,000; 100 when absent. */
  readonly pageSize?: number
}

const PLANS = '/api/v1/plans'
const NOT_FOUND = 404
const JSON_TYPE = { 'content-type': 'application/json' } as const

/** The part of a client that speaks of plans. */
export function createPlansClient(ask: Ask): PlansClient {
  const planOf = (id: string, more = ''): string => `${PLANS}/${encodeURIComponent(id)}${more}`
  const send = (method: string, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    ask(method, path, { headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) })
  const sendOnce = (path: string, body: object): Promise<Response> =>
    ask('POST', path, { headers: JSON_TYPE, body: JSON.stringify(body), once: true })
  return {
    create: async (plan) => readTagged(await sendOnce(PLANS, plan)),
    read: async (id, version) => readTagged(await ask('GET', planOf(id, version === undefined ? '' : `/versions/${version}`))),
    save: async (id, tag, version) => readTagged(await send('PUT', planOf(id), version, { 'if-match': tag })),
    change: async (id, change) => read(await send('PATCH', planOf(id), change)),
    async delete(id) {
      await ask('DELETE', planOf(id), { doneBefore: NOT_FOUND })
    },
    list({ search, archived, pageSize } = {}) {
      const query = new URLSearchParams({
        ...(search === undefined ? {} : { search }),
        ...(archived === undefined ? {} : { archived: String(archived) }),
        ...(pageSize === undefined ? {} : { limit: String(pageSize) }),
      })
      return readPages<ClientPlan>(ask, `${PLANS}?${query}`)
    },
    versions: (id) => readPages<ClientPlanVersion>(ask, planOf(id, '/versions')),
    compare: async (id, from, to) => read(await ask('GET', planOf(id, `/compare?from=${from}&to=${to}`))),
    improve: async (id) => read(await ask('POST', planOf(id, '/improve'), { once: true })),
    accept: async (id, tag, acceptance) => readTagged(await send('POST', planOf(id, '/accept'), acceptance, { 'if-match': tag })),
    publish: async (id, version) => read(await send('POST', planOf(id, '/publish'), { version })),
    makeLinks: async (id, links) => read(await sendOnce(planOf(id, '/links'), links)),
    links: (id) => readPages<ClientEmployeeLink>(ask, planOf(id, '/links')),
    async revokeLink(id, linkId) {
      await ask('DELETE', planOf(id, `/links/${encodeURIComponent(linkId)}`), { doneBefore: NOT_FOUND })
    },
  }
}

async function read<Document>(answer: Response): Promise<Document> {
  return (await answer.json()) as Document
}

/** An answer that was compressed calls the same tag weak. */
async function readTagged<Document>(answer: Response): Promise<Tagged<Document>> {
  return { ...(await read<Document>(answer)), tag: (answer.headers.get('etag') ?? '').replace(/^W\//, '') }
}
