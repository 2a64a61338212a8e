import type { Command } from 'commander'
import { listNodes } from '../storage/nodes.ts'
import { resealAll, type Resealed } from '../storage/reseal.ts'
import { keyName, type SecretKey } from '../storage/seal.ts'
import { type Administration, administerExisting } from './administration.ts'
import { EXIT_NO, type SetExitCode } from './failure.ts'
import { type DatabaseFlags, withDatabaseFlags } from './flags.ts'
import type { Terminal } from './terminal.ts'

const HELP = `
TURNUS_SECRET_KEY holds the new key and TURNUS_SECRET_KEY_PREVIOUS the one before it (or the variables with _FILE name files that do), here
and for every running process. It may be broken off and given again. It exits with 0 once the previous key is not needed any more.`

/** What each kind of value is to people, in the plural. */
const WORDS = {
  'document': 'schedules',
  'solution': 'solutions',
  'callback-header': 'callback headers',
  'callback-body': 'callback bodies',
  'plan': 'versions of plans',
  'signing-secret': 'signing secrets',
} as const satisfies Record<Resealed['purpose'], string>

/** `turnus key rotate`. */
export function addKeyCommand(program: Command, terminal: Terminal, setExitCode: SetExitCode): void {
  const group = program.command('key').description('change the secret key')
  withDatabaseFlags(group.command('rotate'))
    .description('seal everything stored with the new secret key, beside running gateways, and say when the previous one may be thrown away')
    .addHelpText('after', HELP)
    .action(async (flags: DatabaseFlags) => {
      await administerExisting(terminal, flags, async ({ db, unprovedKey }) => {
        const current = await unprovedKey()
        const counts = await resealAll(db, current, createProgress(terminal))
        for (const { purpose, resealed } of counts) if (resealed > 0) terminal.stdout.write(`${WORDS[purpose]}: ${resealed} sealed anew\n`)
        const reasons = [...counts.flatMap(describeUnopenable), ...(await describeNodes(db, current))]
        const verdict =
          reasons.length === 0
            ? `Everything is sealed with the key ${keyName(current)}. The previous key may be thrown away.`
            : `The previous key is still needed:\n${reasons.map((reason) => `  ${reason}\n`).join('')}Then give turnus key rotate again.`
        terminal.stdout.write(`${verdict}\n`)
        if (reasons.length > 0) setExitCode(EXIT_NO)
      })
    })
}

function createProgress({ stderr }: Terminal): (purpose: Resealed['purpose'], count: number) => void {
  let done = 0
  return (purpose, count) => {
    done += count
    if (stderr.isTTY === true) stderr.write(`\r${done} values, now ${WORDS[purpose]} …`.padEnd(60))
  }
}

function describeUnopenable({ purpose, unopenable }: Resealed): string[] {
  if (unopenable === 0) return []
  return [`${WORDS[purpose]}: ${unopenable} open with neither key; name the key that they were sealed with as TURNUS_SECRET_KEY_PREVIOUS.`]
}

/** Processes that go on sealing with another key. */
async function describeNodes(db: Administration['db'], key: SecretKey): Promise<string[]> {
  const others = (await listNodes(db)).filter((node) => node.keyName !== keyName(key))
  return others.map(({ name }) => `The process ${name} still seals with another key: start it again with the new one.`)
}
