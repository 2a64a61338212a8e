import { type Command, InvalidArgumentError, Option } from 'commander'
import { AUDIT_ACTIONS, type AuditAction, type AuditEvent, listAudit } from '../access/audit.ts'
import { resolveOrganization } from '../access/organizations.ts'
import { administerExisting } from './administration.ts'
import { type DatabaseFlags, integerBetween, withDatabaseFlags, withJsonFlag } from './flags.ts'
import { formatMoment, printList } from './print-list.ts'
import type { Terminal } from './terminal.ts'

const DEFAULT_EVENTS = 100
const MOST_EVENTS = 100_000

interface ListFlags extends DatabaseFlags {
  readonly organization?: string
  readonly since?: Date
  readonly action?: AuditAction
  readonly limit?: number
  readonly json?: boolean
}

/** `turnus audit list`. */
export function addAuditCommand(program: Command, terminal: Terminal): void {
  const group = program.command('audit').description('read who changed what about access, who came in, and who was refused')

  withJsonFlag(withDatabaseFlags(group.command('list')))
    .description('list what happened, newest first; without --organization also what belongs to none, such as tokens that nobody made')
    .option('--organization <id or name>', 'only what belongs to this organization')
    .option('--since <moment>', 'only from then on: a date (UTC), or a date-time with its offset', readMoment)
    .addOption(new Option('--action <action>', 'only this').choices(AUDIT_ACTIONS))
    .option('--limit <n>', `most that is listed (default: ${DEFAULT_EVENTS})`, integerBetween(1, MOST_EVENTS))
    .action(async ({ organization, since, action, limit = DEFAULT_EVENTS, ...flags }: ListFlags) => {
      const { rows, nextCursor } = await administerExisting(terminal, flags, async ({ db }) => {
        const organizationId = organization === undefined ? null : (await resolveOrganization({ db }, organization)).id
        return listAudit({ db }, { organizationId, since: since ?? null, action: action ?? null, limit, cursor: null })
      })
      printList(terminal, COLUMNS, rows, flags)
      if (nextCursor !== null) terminal.stderr.write(`There are more than ${limit}: narrow it with --since, or raise --limit.\n`)
    })
}

const COLUMNS = [
  { title: 'at', value: ({ at }: AuditEvent) => formatMoment(at) },
  { title: 'organization', value: ({ organizationId }: AuditEvent) => organizationId?.toString() ?? '-', align: 'right' },
  { title: 'actor', value: formatActor },
  { title: 'address', value: ({ address }: AuditEvent) => address ?? '-' },
  { title: 'action', value: ({ action }: AuditEvent) => action },
  { title: 'target', value: ({ target }: AuditEvent) => (target === null ? '-' : [target.type, target.id, target.name].filter(Boolean).join(' ')) },
  { title: 'detail', value: ({ detail }: AuditEvent) => formatDetail(detail) },
] as const

function formatActor({ actor, tokenId, userId }: AuditEvent): string {
  if (actor === 'user') return `user ${userId}`
  if (actor === 'token') return userId === null ? `token ${tokenId}` : `token ${tokenId} of user ${userId}`
  return actor
}

function formatDetail(detail: AuditEvent['detail']): string {
  const parts = Object.entries(detail)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : String(value)}`)
  return parts.length === 0 ? '-' : parts.join(' ')
}

/** For commander: `2026-03-02`, or an ISO 8601 date-time with `Z` or an offset. */
function readMoment(text: string): Date {
  const isMoment = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text)
  const moment = new Date(text)
  if (isMoment && !Number.isNaN(moment.getTime())) return moment
  throw new InvalidArgumentError('Give a date such as 2026-03-02, or a date-time such as 2026-03-02T07:00:00+01:00.')
}
