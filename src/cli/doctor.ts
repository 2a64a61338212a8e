import { type Command } from 'commander'
import { didYouMean } from '../api/suggest.ts'
import { type Config, type ConfigFlags, listVariables, readConfig } from '../config.ts'
import { GatewayError } from '../model/errors.ts'
import { checkDatabase } from './check-database.ts'
import { checkEgress } from './check-egress.ts'
import { checkHost } from './check-host.ts'
import { checkPort } from './check-port.ts'
import { EXIT_NO, type SetExitCode } from './failure.ts'
import { attempt, failed, type Finding, ok, warning } from './finding.ts'
import { withDatabaseFlags, withJsonFlag } from './flags.ts'
import { printable } from './printable.ts'
import { createPaint, type Terminal } from './terminal.ts'

interface DoctorFlags extends ConfigFlags {
  readonly callback?: string
  readonly json?: boolean
}

/** Findings are ours but for what a server says in them: an advice that is cut off is none. */
const MAX_CHARACTERS = 1000
const COLOURS = { ok: 'green', warning: 'yellow', failed: 'red', skipped: 'dim' } as const

/** `turnus doctor`: whether this host, with this configuration, can run Turnus, and what to do where it cannot. */
export function addDoctorCommand(program: Command, terminal: Terminal, setExitCode: SetExitCode): void {
  withJsonFlag(withDatabaseFlags(program.command('doctor')), 'print the findings as JSON')
    .description(
      'check configuration, port, database, clock, disk, memory, secret key and the way to receivers; exit 1 when something would not work',
    )
    .option('--role <list>', 'check for some of gateway, solver, dispatcher (TURNUS_ROLE; default: all)')
    .option('--host <address>', 'address that serve will listen on (TURNUS_HOST; default 127.0.0.1)')
    .option('--port <n>', 'port that serve will listen on (TURNUS_PORT; default 8080)')
    .option('--threads <n>', 'solver threads (TURNUS_THREADS)')
    .option('--callback-allow <list>', 'hosts and CIDRs that callbacks may reach although they are not public (TURNUS_CALLBACK_ALLOW; default none)')
    .option('--callback <url>', 'an address that callbacks go to: a connection is made, and nothing is sent')
    .action(async (flags: DoctorFlags) => {
      const findings = await examine(flags, terminal.env)
      const isWell = findings.every(({ status }) => status !== 'failed')
      if (flags.json === true) terminal.stdout.write(`${JSON.stringify({ ok: isWell, findings }, null, 2)}\n`)
      else printFindings(terminal, findings)
      if (!isWell) setExitCode(EXIT_NO)
    })
}

async function examine(flags: DoctorFlags, env: Terminal['env']): Promise<readonly Finding[]> {
  const { finding, config } = checkConfiguration(flags, env)
  if (config === null) return [finding]
  const [host, port, database, egress] = await Promise.all([
    checkHost(config),
    attempt('port', () => checkPort(config)),
    checkDatabase(config),
    attempt('egress', () => checkEgress(config, flags.callback)),
  ])
  return [finding, ...host, port, ...database, egress]
}

function checkConfiguration(flags: DoctorFlags, env: Terminal['env']): { finding: Finding; config: Config | null } {
  const check = 'configuration'
  try {
    const config = readConfig(flags, env)
    const [unknown] = config.unknownVariables
    if (unknown === undefined) return { finding: ok(check, 'Every variable and flag can be read.'), config }
    const remedy = didYouMean(unknown, listVariables(), 'docs/configuration.md lists every variable.')
    return { finding: warning(check, `Nothing reads the variable ${unknown}.`, remedy), config }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { finding: failed(check, error.message, error.remedy), config: null }
  }
}

function printFindings(terminal: Terminal, findings: readonly Finding[]): void {
  const paint = createPaint(terminal.stdout, terminal.env)
  const lines = findings.flatMap(({ check, status, detail, remedy }) => [
    `${paint(COLOURS[status], status.padEnd(9))}${check.padEnd(15)}${printable(detail, MAX_CHARACTERS)}`,
    ...(remedy === null ? [] : [`${' '.repeat(24)}Remedy: ${printable(remedy, MAX_CHARACTERS)}`]),
  ])
  terminal.stdout.write(`${lines.join('\n')}\n`)
}
