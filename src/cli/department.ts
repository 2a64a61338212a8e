import type { Command } from 'commander'
import { createDepartment, departmentSigningSecret, listDepartments } from '../access/organizations.ts'
import { rotateSigningSecret } from '../access/signing-secrets.ts'
import { administer, administerExisting } from './administration.ts'
import { type DatabaseFlags, integerBetween, withDatabaseFlags, withJsonFlag } from './flags.ts'
import { formatMoment, printList } from './print-list.ts'
import type { Terminal } from './terminal.ts'

type DepartmentFlags = DatabaseFlags & { readonly organization: string }

/** Longest time for receivers to change over to a new secret, in hours: 30 days. */
const LONGEST_OVERLAP_HOURS = 720

/** `turnus department create|list|secret|rotate-secret`. */
export function addDepartmentCommand(program: Command, terminal: Terminal): void {
  const group = program.command('department').description('make and list departments, and show what signs their callbacks')
  addCreate(group, terminal)
  addList(group, terminal)
  addSecret(group, terminal)
  addRotateSecret(group, terminal)
}

function addCreate(group: Command, terminal: Terminal): void {
  withDatabaseFlags(group.command('create'))
    .description('make a department and print its id')
    .argument('<name>', 'unique within the organization')
    .requiredOption('--organization <id or name>', 'whose department it is')
    .action(async (name: string, { organization, ...flags }: DepartmentFlags) => {
      const id = await administer(terminal, flags, async ({ db, key }) => createDepartment({ db, key: await key() }, { organization, name }))
      terminal.stdout.write(`${id}\n`)
    })
}

function addList(group: Command, terminal: Terminal): void {
  withJsonFlag(withDatabaseFlags(group.command('list')))
    .description('list departments, oldest first')
    .option('--organization <id or name>', 'only those of this organization')
    .action(async ({ organization, ...flags }: Partial<DepartmentFlags> & { json?: boolean }) => {
      const departments = await administerExisting(terminal, flags, ({ db }) => listDepartments({ db }, { organization }))
      printList(
        terminal,
        [
          { title: 'id', value: ({ id }) => String(id), align: 'right' },
          { title: 'organization', value: ({ organizationId }) => String(organizationId), align: 'right' },
          { title: 'name', value: ({ name }) => name },
          { title: 'made', value: ({ createdAt }) => formatMoment(createdAt) },
        ],
        departments,
        flags,
      )
    })
}

function addSecret(group: Command, terminal: Terminal): void {
  withDatabaseFlags(group.command('secret'))
    .description('print the secret with which a receiver verifies the callbacks of a department')
    .argument('<department>', 'id or name')
    .requiredOption('--organization <id or name>', 'whose department it is')
    .action(async (department: string, { organization, ...flags }: DepartmentFlags) => {
      const secret = await administerExisting(terminal, flags, async ({ db, key }) =>
        departmentSigningSecret({ db, key: await key() }, { organization, department }),
      )
      terminal.stdout.write(`${secret}\n`)
    })
}

function addRotateSecret(group: Command, terminal: Terminal): void {
  withDatabaseFlags(group.command('rotate-secret'))
    .description('give a department a new secret that signs its callbacks, and print it; the old one signs too for a while')
    .argument('<department>', 'id or name')
    .requiredOption('--organization <id or name>', 'whose department it is')
    .option(
      '--overlap-hours <n>',
      'how long the old secret goes on signing beside the new one; 0 = not at all (default: 24)',
      integerBetween(0, LONGEST_OVERLAP_HOURS),
      24,
    )
    .action(async (department: string, { organization, overlapHours, ...flags }: DepartmentFlags & { overlapHours: number }) => {
      const secret = await administerExisting(terminal, flags, async ({ db, key }) =>
        rotateSigningSecret({ db, key: await key() }, { organization, department, overlapHours }),
      )
      terminal.stdout.write(`${secret}\n`)
    })
}
