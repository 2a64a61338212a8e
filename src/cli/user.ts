import { type Command, Option } from 'commander'
import { setPassword, updateUser, type UserChange } from '../access/update-user.ts'
import { createUser, listUsers, type Role, ROLES } from '../access/users.ts'
import { GatewayError } from '../model/errors.ts'
import { administer, administerExisting } from './administration.ts'
import { collect, type DatabaseFlags, withDatabaseFlags, withJsonFlag } from './flags.ts'
import { formatMoment, printList } from './print-list.ts'
import { readAll } from './read-document.ts'
import type { Terminal } from './terminal.ts'

interface WhoFlags extends DatabaseFlags {
  readonly organization: string
  readonly email: string
}

interface PasswordFlags extends WhoFlags {
  readonly passwordStdin?: boolean
}

interface UpdateFlags extends WhoFlags {
  readonly role?: Role
  readonly addDepartment?: readonly string[]
  readonly removeDepartment?: readonly string[]
}

interface CreateFlags extends PasswordFlags {
  readonly role: Role
  readonly department?: readonly string[]
}

const ORGANIZATION = ['--organization <id or name>', 'where the user belongs'] as const
const EMAIL = ['--email <address>', 'what the user logs in with'] as const
const PASSWORD_STDIN = 'read the password from stdin; there is no other way to give it, so that it stands in no history'

/** `turnus user create|list|password|update|disable|enable`. */
export function addUserCommand(program: Command, terminal: Terminal): void {
  const group = program.command('user').description('make, list, change and disable users, who log in with e-mail and password')
  addCreate(group, terminal)
  addList(group, terminal)
  addPassword(group, terminal)
  addUpdate(group, terminal)
  addSwitch(group, terminal, { name: 'disable', disabled: true, does: 'end what a user may do, at once: no login, and no token that a login made' })
  addSwitch(group, terminal, { name: 'enable', disabled: false, does: 'let a user log in again who was disabled' })
}

function addCreate(group: Command, terminal: Terminal): void {
  withDatabaseFlags(group.command('create'))
    .description('make a user and print the id')
    .requiredOption(...ORGANIZATION)
    .requiredOption('--email <address>', 'what the user logs in with; unique')
    .option('--password-stdin', PASSWORD_STDIN)
    .addOption(new Option('--role <role>', 'what the user may do').choices(ROLES).default('planner'))
    .option('--department <id or name>', 'a department that the user acts for; may be given several times', collect)
    .action(async ({ organization, email, passwordStdin, role, department, ...flags }: CreateFlags) => {
      const password = await readPassword(terminal, passwordStdin)
      const user = { organization, email, password, role, departments: department ?? [] }
      const id = await administer(terminal, flags, ({ db }) => createUser({ db }, user))
      terminal.stdout.write(`${id}\n`)
      if (role !== 'administrator' && user.departments.length === 0) terminal.stderr.write(warnOfNoDepartment(role))
    })
}

function warnOfNoDepartment(role: Role): string {
  return `Warning: a ${role} without --department belongs to no department and cannot log in; only an administrator acts for all.\n`
}

function addPassword(group: Command, terminal: Terminal): void {
  withDatabaseFlags(group.command('password'))
    .description('give a user another password; tokens that the user has go on working')
    .requiredOption(...ORGANIZATION)
    .requiredOption(...EMAIL)
    .option('--password-stdin', PASSWORD_STDIN)
    .action(async ({ organization, email, passwordStdin, ...flags }: PasswordFlags) => {
      const password = await readPassword(terminal, passwordStdin)
      await administerExisting(terminal, flags, ({ db }) => setPassword({ db }, { organization, email, password }))
    })
}

function addUpdate(group: Command, terminal: Terminal): void {
  withDatabaseFlags(group.command('update'))
    .description('give a user another role, or other departments; who gets another role is logged out at once')
    .requiredOption(...ORGANIZATION)
    .requiredOption(...EMAIL)
    .addOption(new Option('--role <role>', 'what the user may do from now on').choices(ROLES))
    .option('--add-department <id or name>', 'a department that the user acts for from now on; may be given several times', collect)
    .option('--remove-department <id or name>', 'one that the user does not act for any more; may be given several times', collect)
    .action(async ({ organization, email, role, addDepartment, removeDepartment, ...flags }: UpdateFlags) => {
      const change: UserChange = { role, addDepartments: addDepartment, removeDepartments: removeDepartment }
      if (Object.values(change).every((value) => value === undefined)) {
        throw new GatewayError('usage-wrong', 'There is nothing to change.', 'Add --role, --add-department or --remove-department.')
      }
      await administerExisting(terminal, flags, ({ db }) => updateUser({ db }, { organization, user: { email } }, change))
    })
}

function addSwitch(group: Command, terminal: Terminal, { name, disabled, does }: { name: string; disabled: boolean; does: string }): void {
  withDatabaseFlags(group.command(name))
    .description(does)
    .requiredOption(...ORGANIZATION)
    .requiredOption(...EMAIL)
    .action(async ({ organization, email, ...flags }: WhoFlags) => {
      await administerExisting(terminal, flags, ({ db }) => updateUser({ db }, { organization, user: { email } }, { disabled }))
    })
}

/** All of stdin, without the line end that `echo` and an editor leave. */
async function readPassword(terminal: Terminal, isOnStdin: boolean | undefined): Promise<string> {
  if (isOnStdin !== true) {
    throw new GatewayError('usage-wrong', 'There is no password.', 'Add --password-stdin and write the password to stdin.')
  }
  return new TextDecoder().decode(await readAll(terminal.stdin, 'stdin')).replace(/\r?\n$/, '')
}

function addList(group: Command, terminal: Terminal): void {
  withJsonFlag(withDatabaseFlags(group.command('list')))
    .description('list users, oldest first')
    .option('--organization <id or name>', 'only those of this organization')
    .action(async ({ organization, ...flags }: DatabaseFlags & { organization?: string; json?: boolean }) => {
      const users = await administerExisting(terminal, flags, ({ db }) => listUsers({ db }, { organization }))
      printList(
        terminal,
        [
          { title: 'id', value: ({ id }) => String(id), align: 'right' },
          { title: 'organization', value: ({ organizationId }) => String(organizationId), align: 'right' },
          { title: 'e-mail', value: ({ email }) => email },
          { title: 'role', value: ({ role }) => role },
          { title: 'made', value: ({ createdAt }) => formatMoment(createdAt) },
          { title: 'disabled', value: ({ disabledAt }) => formatMoment(disabledAt) },
        ],
        users,
        flags,
      )
    })
}
