import { type Command, Option } from 'commander'
import { createToken, listTokens, MOST_OVERLAP_SECONDS, revokeToken, rotateToken, SCOPES } from '../access/tokens.ts'
import { GatewayError } from '../model/errors.ts'
import { administer, administerExisting } from './administration.ts'
import { type DatabaseFlags, integerBetween, withDatabaseFlags, withJsonFlag } from './flags.ts'
import { formatMoment, printList } from './print-list.ts'
import type { Terminal } from './terminal.ts'

interface CreateFlags extends DatabaseFlags {
  readonly organization: string
  readonly department: string
  readonly scope?: readonly string[]
  readonly expiresDays?: number
  readonly name?: string
}

const SECONDS_PER_HOUR = 3600

type ListFlags = DatabaseFlags & { readonly organization?: string; readonly department?: string; readonly json?: boolean }

/** `turnus token create|list|rotate|revoke`. */
export function addTokenCommand(program: Command, terminal: Terminal): void {
  const group = program.command('token').description('make, list, rotate and revoke bearer tokens, each of one department')
  addCreate(group, terminal)
  addList(group, terminal)
  addRotate(group, terminal)
  addRevoke(group, terminal)
}

function addCreate(group: Command, terminal: Terminal): void {
  withDatabaseFlags(group.command('create'))
    .description('make a token and print it, alone, this once: only its hash is kept')
    .requiredOption('--organization <id or name>', 'whose department it is')
    .requiredOption('--department <id or name>', 'what the token opens')
    .addOption(new Option('--scope <scope...>', 'what the token may do (default: gateway:read gateway:write)').choices(SCOPES))
    .option('--expires-days <n>', 'days until it expires (default: 90)', integerBetween(1, 3650))
    .option('--name <text>', 'for people, to tell tokens apart')
    .action(async ({ organization, department, scope, expiresDays, name, ...flags }: CreateFlags) => {
      const wanted = { organization, department, scopes: scope, expiresDays, name }
      const { token } = await administer(terminal, flags, ({ db }) => createToken({ db }, wanted))
      terminal.stdout.write(`${token}\n`)
    })
}

function addList(group: Command, terminal: Terminal): void {
  withJsonFlag(withDatabaseFlags(group.command('list')))
    .description('list tokens, oldest first, without their secrets')
    .option('--organization <id or name>', 'only those of this organization')
    .option('--department <id or name>', 'only those of this department; needs --organization')
    .action(async ({ organization, department, ...flags }: ListFlags) => {
      if (department !== undefined && organization === undefined) {
        throw new GatewayError(
          'usage-wrong',
          '--department is given without --organization.',
          'Add --organization: departments of two organizations may share a name.',
        )
      }
      const tokens = await administerExisting(terminal, flags, ({ db }) => listTokens({ db }, { organization, department }))
      printList(
        terminal,
        [
          { title: 'id', value: ({ id }) => String(id), align: 'right' },
          { title: 'department', value: ({ departmentId }) => String(departmentId), align: 'right' },
          { title: 'name', value: ({ name }) => (name === '' ? '-' : name) },
          { title: 'scopes', value: ({ scopes }) => scopes.join(' ') },
          { title: 'expires', value: ({ expiresAt }) => formatMoment(expiresAt) },
          { title: 'last used', value: ({ lastUsedAt }) => formatMoment(lastUsedAt) },
          { title: 'revoked', value: ({ revokedAt }) => formatMoment(revokedAt) },
          { title: 'replaces', value: ({ replaces }) => (replaces === null ? '-' : String(replaces)), align: 'right' },
        ],
        tokens,
        flags,
      )
    })
}

function addRotate(group: Command, terminal: Terminal): void {
  withDatabaseFlags(group.command('rotate'))
    .description(
      'make a token with the department, scopes, name and length of life of another, which goes on working for a time; print it, alone, this once',
    )
    .argument('<id>', 'of the old one, as `turnus token list` shows it')
    .option(
      '--overlap-hours <n>',
      'hours for which the old one goes on working (default: 24)',
      integerBetween(0, MOST_OVERLAP_SECONDS / SECONDS_PER_HOUR),
    )
    .action(async (id: string, { overlapHours, ...flags }: DatabaseFlags & { overlapHours?: number }) => {
      const overlapSeconds = overlapHours === undefined ? undefined : overlapHours * SECONDS_PER_HOUR
      const { token } = await administerExisting(terminal, flags, ({ db }) => rotateToken({ db }, id, overlapSeconds))
      terminal.stdout.write(`${token}\n`)
    })
}

function addRevoke(group: Command, terminal: Terminal): void {
  withDatabaseFlags(group.command('revoke'))
    .description('end a token at once')
    .argument('<id>', 'as `turnus token list` shows it')
    .action(async (id: string, flags: DatabaseFlags) => {
      await administerExisting(terminal, flags, ({ db }) => revokeToken({ db }, id))
    })
}
