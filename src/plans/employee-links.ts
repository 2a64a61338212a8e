import { createHash, randomBytes } from 'node:crypto'
import { type Page, type PageOf, pageOf } from '../api/cursor.ts'
import { GatewayError } from '../model/errors.ts'
import type { EmployeeLink } from '../model/plan.ts'
import type { Identifier } from '../model/units.ts'
import { insertAuditEvent } from '../storage/audit-events.ts'
import { decompress } from '../storage/compress.ts'
import { inTransaction, type Queryable } from '../storage/db.ts'
import {
  countEmployeeLinks,
  insertEmployeeLink,
  type OpenedLink,
  pageEmployeeLinks,
  revokeEmployeeLink,
  useEmployeeLink,
} from '../storage/employee-links.ts'
import type { GuardedDb } from '../storage/guarded-db.ts'
import { findPlanById, findSealedContent, findVersion } from '../storage/plans.ts'
import { openSecret, type SecretKey } from '../storage/seal.ts'
import { findPlan } from './find-plan.ts'
import type { PlanDeps, PlanOwner } from './plans.ts'

/** Days for which a link opens, unless it says otherwise. */
export const DEFAULT_LINK_DAYS = 90
export const MOST_LINK_DAYS = 400
/** Links that are made at a time. */
export const MOST_NEW_LINKS = 1000
/** Links that a plan has, those that have ended and are not deleted yet included. */
export const MOST_LINKS = 20_000
const SECRET_BYTES = 32
const SECRET = /^[A-Za-z0-9_-]{43}$/
const MOST_DIGITS = 15

/** A link that was just made: its secret is shown this once, only its hash is kept. */
export interface MadeLink extends EmployeeLink {
  readonly secret: string
}

/** The links of a department's plans. Throw as `Plans` does. */
export interface EmployeeLinks {
  /** One for each employee; the links that they had for the plan end. */
  create(planId: string, wanted: { readonly employeeIds: readonly Identifier[]; readonly expiresDays: number }): Promise<readonly MadeLink[]>
  list(planId: string, page: PageOf): Promise<Page<EmployeeLink>>
  /** Throws `link-not-found`. */
  revoke(planId: string, linkId: string): Promise<void>
}

/** Makes them. */
export function employeeLinksOf({ db, actor }: Pick<PlanDeps, 'db' | 'actor'>, owner: PlanOwner): EmployeeLinks {
  const { organizationId, departmentId } = owner
  const audit = { actor, organizationId, departmentId }
  return {
    async create(id, { employeeIds, expiresDays }) {
      const plan = await findPlan(db, owner, id)
      return inTransaction(db, async (tx) => {
        const made: MadeLink[] = []
        for (const employeeId of employeeIds) {
          const secret = randomBytes(SECRET_BYTES).toString('base64url')
          const link = { organizationId, departmentId, planId: plan.id, employeeId, hash: hashOf(secret), expiresDays }
          made.push({ ...(await insertEmployeeLink(tx, link)), secret })
        }
        if ((await countEmployeeLinks(tx, plan.id)) > MOST_LINKS) throw tooManyLinks()
        const target = { type: 'plan', id: plan.id, name: null }
        await insertAuditEvent(tx, { ...audit, action: 'plan.links-created', target, detail: { links: made.length, expiresDays } })
        return made
      })
    },
    async list(id, page) {
      const plan = await findPlan(db, owner, id)
      return pageOf(page, (at) => pageEmployeeLinks(db, { planId: plan.id, ...at }))
    },
    async revoke(id, linkId) {
      const plan = await findPlan(db, owner, id)
      const number = /^[1-9]\d*$/.test(linkId) && linkId.length <= MOST_DIGITS ? Number(linkId) : null
      await inTransaction(db, async (tx) => {
        if (number === null || !(await revokeEmployeeLink(tx, { planId: plan.id, id: number }))) throw linkNotFound()
        const target = { type: 'plan', id: plan.id, name: null }
        await insertAuditEvent(tx, { ...audit, action: 'plan.link-revoked', target, detail: { linkId: number } })
      })
    },
  }
}

function tooManyLinks(): GatewayError {
  const detail = `The plan has ${MOST_LINKS} links, those that have ended included, which is as many as it may.`
  return new GatewayError('plans-full', detail, 'Wait until those that have ended are deleted, or make a plan anew.')
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** What is thrown for a link that opens nothing: unknown, expired, revoked, of a plan that is not published; the answer does not tell these apart. */
export function linkNotFound(): GatewayError {
  return new GatewayError('link-not-found', 'This link opens nothing, or nothing any more.', 'Ask whoever plans your work for a new one.')
}

/** What a link shows: the schedule that is published, and whose part of it. */
export interface LinkedRoster extends Pick<OpenedLink, 'departmentId' | 'employeeId'> {
  readonly planName: string
  readonly publishedAt: Date
  /** As it is stored: the issues line and the schedule. */
  readonly content: Uint8Array
}

/** What the link with this secret opens. Throws `link-not-found`. */
export async function openLink(
  deps: { readonly db: Queryable & Pick<GuardedDb, 'within'>; readonly key: SecretKey },
  secret: string,
): Promise<LinkedRoster> {
  const opened = SECRET.test(secret) ? await useEmployeeLink(deps.db, hashOf(secret)) : null
  if (opened === null) throw linkNotFound()
  const db = deps.db.within(opened)
  const plan = await findPlanById(db, opened.planId)
  const number = plan?.published ?? null
  const version = number === null ? null : await findVersion(db, { planId: opened.planId, number })
  const sealed = version === null ? null : await findSealedContent(db, version.id)
  const publishedAt = version?.publishedAt ?? null
  if (plan === null || publishedAt === null || sealed === null) throw linkNotFound()
  const content = await decompress(openSecret(deps.key, 'plan', sealed))
  return { departmentId: opened.departmentId, employeeId: opened.employeeId, planName: plan.name, publishedAt, content }
}
