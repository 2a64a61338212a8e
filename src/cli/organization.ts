import type { Command } from 'commander'
import { createOrganization, listOrganizations } from '../access/organizations.ts'
import { administer, administerExisting } from './administration.ts'
import { type DatabaseFlags, withDatabaseFlags, withJsonFlag } from './flags.ts'
import { formatMoment, printList } from './print-list.ts'
import type { Terminal } from './terminal.ts'

/** `turnus organization create|list`. */
export function addOrganizationCommand(program: Command, terminal: Terminal): void {
  const group = program.command('organization').description('make and list organizations')

  withDatabaseFlags(group.command('create'))
    .description('make an organization and print its id')
    .argument('<name>', 'unique; not all digits, so that names and ids cannot be confused')
    .action(async (name: string, flags: DatabaseFlags) => {
      const id = await administer(terminal, flags, ({ db }) => createOrganization({ db }, name))
      terminal.stdout.write(`${id}\n`)
    })

  withJsonFlag(withDatabaseFlags(group.command('list')))
    .description('list organizations, oldest first')
    .action(async (flags: DatabaseFlags & { json?: boolean }) => {
      const organizations = await administerExisting(terminal, flags, ({ db }) => listOrganizations({ db }))
      printList(
        terminal,
        [
          { title: 'id', value: ({ id }) => String(id), align: 'right' },
          { title: 'name', value: ({ name }) => name },
          { title: 'made', value: ({ createdAt }) => formatMoment(createdAt) },
        ],
        organizations,
        flags,
      )
    })
}
