import { randomBytes } from 'node:crypto'
import { pageOf } from '../api/cursor.ts'
import { type EmployeeLinks, type LinkedRoster, linkNotFound, type MadeLink } from '../plans/employee-links.ts'
import type { PlanOwner } from '../plans/plans.ts'
import type { PlanMemory } from './plans.ts'

const DAY_MS = 86_400_000

interface KeptLink extends MadeLink {
  readonly planId: number
  readonly owner: PlanOwner
}

/** Links of employees in memory, as a gateway keeps them. */
export interface LinkMemory {
  of(owner: PlanOwner): EmployeeLinks
  open(secret: string): Promise<LinkedRoster>
}

/** An empty one. */
export function createLinkMemory(plans: PlanMemory): LinkMemory {
  const kept: KeptLink[] = []
  const end = (at: number): void => {
    kept[at] = { ...kept[at]!, revokedAt: new Date() }
  }
  return {
    of: (owner) => ({
      async create(id, { employeeIds, expiresDays }) {
        const { id: planId } = await plans.of(owner).find(id)
        for (const [at, link] of kept.entries()) {
          if (link.planId === planId && employeeIds.includes(link.employeeId) && link.revokedAt === null) end(at)
        }
        const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + expiresDays * DAY_MS), revokedAt: null, lastUsedAt: null }
        const made = employeeIds.map((employeeId, at): KeptLink => {
          const secret = randomBytes(32).toString('base64url')
          return { id: kept.length + at + 1, employeeId, secret, planId, owner, ...times }
        })
        kept.push(...made)
        return made
      },
      async list(id, page) {
        const { id: planId } = await plans.of(owner).find(id)
        const links = kept.filter((link) => link.planId === planId).toReversed()
        return pageOf(page, async ({ before, limit }) => links.filter((link) => before === null || link.id < before).slice(0, limit))
      },
      async revoke(id, linkId) {
        const { id: planId } = await plans.of(owner).find(id)
        const at = kept.findIndex((link) => link.planId === planId && String(link.id) === linkId && link.revokedAt === null)
        if (at < 0) throw linkNotFound()
        end(at)
      },
    }),
    async open(secret) {
      const link = kept.find((each) => each.secret === secret && each.revokedAt === null && each.expiresAt.getTime() > Date.now())
      if (link === undefined) throw linkNotFound()
      const mine = plans.of(link.owner)
      const { published, archivedAt } = await mine.find(String(link.planId)).catch(() => ({ published: null, archivedAt: null }))
      if (published === null || archivedAt !== null) throw linkNotFound()
      const { plan, version, read } = await mine.read(String(link.planId), String(published))
      const { departmentId } = link.owner
      return { departmentId, employeeId: link.employeeId, planName: plan.name, publishedAt: version.publishedAt!, content: await read() }
    },
  }
}
