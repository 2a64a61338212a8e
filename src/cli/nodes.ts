import type { Command } from 'commander'
import { listNodes } from '../storage/nodes.ts'
import { administerExisting } from './administration.ts'
import { type DatabaseFlags, withDatabaseFlags, withJsonFlag } from './flags.ts'
import { formatMoment, printList } from './print-list.ts'
import type { Terminal } from './terminal.ts'

/** `turnus nodes`: the processes that serve a database. */
export function addNodesCommand(program: Command, terminal: Terminal): void {
  withJsonFlag(withDatabaseFlags(program.command('nodes')))
    .description('list the processes that serve the database: what they do, since when, and whether they still say that they live')
    .action(async (flags: DatabaseFlags & { json?: boolean }) => {
      const nodes = await administerExisting(terminal, flags, ({ db }) => listNodes(db))
      printList(
        terminal,
        [
          { title: 'name', value: ({ name }) => name },
          { title: 'roles', value: ({ roles }) => roles.join(',') },
          { title: 'version', value: ({ version }) => version },
          { title: 'threads', value: ({ threads }) => String(threads), align: 'right' },
          { title: 'running jobs', value: ({ runningJobs }) => String(runningJobs), align: 'right' },
          { title: 'started', value: ({ startedAt }) => formatMoment(startedAt) },
          { title: 'last seen', value: ({ seenAt }) => formatMoment(seenAt) },
          { title: 'state', value: ({ state }) => state },
        ],
        nodes,
        flags,
      )
    })
}
