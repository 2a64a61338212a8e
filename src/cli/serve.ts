import type { Command } from 'commander'
import { type Config, type ConfigFlags, readConfig } from '../config.ts'
import { CONSOLE_REMEDY, isConsoleBuilt } from '../http/console-folder.ts'
import { NODE_ROLES, type NodeRole } from '../model/node.ts'
import type { RunningServer } from '../server.ts'
import { withDatabaseFlags } from './flags.ts'
import { createPaint, type Terminal } from './terminal.ts'

/** One Ctrl-C can arrive twice: from the terminal, and passed on by the program that started us. */
const SAME_INTERRUPT_MS = 1_000
/** What the server left behind because it hung keeps the process no longer than this. */
const LINGER_MS = 200

/** What a node does in each role, and what is left to others when it does not. */
const DUTIES: Readonly<Record<NodeRole, { does: (config: Config) => string; leaves: string }>> = {
  gateway: { does: () => 'takes requests', leaves: 'requests are taken by others: it listens on no port' },
  solver: { does: ({ threads }) => `solves jobs, ${threads} at a time`, leaves: 'jobs are solved by others' },
  dispatcher: { does: () => 'makes callbacks', leaves: 'callbacks are made by others' },
}

/** `turnus serve`: the gateway, its solver threads and its dispatcher, or some of them, until it is told to stop. */
export function addServeCommand(program: Command, terminal: Terminal): void {
  withDatabaseFlags(program.command('serve'))
    .description('run the gateway, a solver and the dispatcher of callbacks in this process')
    .option('--role <list>', 'only some of gateway, solver, dispatcher, separated by commas (TURNUS_ROLE; default: all)', joinByComma)
    .option('--port <n>', 'port to listen on; 0 = any free one (TURNUS_PORT; default 8080)')
    .option('--host <address>', 'address to listen on (TURNUS_HOST; default 127.0.0.1)')
    .option('--threads <n>', 'solver threads, at most one per core (TURNUS_THREADS; default: one less than there are cores)')
    .option('--callback-allow <list>', 'hosts and CIDRs that callbacks may reach although they are not public (TURNUS_CALLBACK_ALLOW; default none)')
    .addHelpText('after', '\nCtrl-C stops it in order: no job is lost, and the embedded database is shut down. A second one ends it at once.')
    .action(async (flags: ConfigFlags) => {
      const config = readConfig(flags, withQuietTerminal(terminal))
      // Before anything is started: a request to end that comes meanwhile must not leave an embedded PostgreSQL behind.
      const interrupted = untilInterrupted(terminal, () => terminal.stderr.write('Stopping …\n'))
      // Loaded here and not above, so that no other command waits for the whole gateway to load.
      const { startServer } = await import('../server.ts')
      const server = await startServer(config)
      greet(terminal, server, config)
      await interrupted
      await server.close()
      terminal.endWithin(LINGER_MS)
    })
}

/** The environment; on a terminal only warnings are logged unless it says otherwise, so that the greeting can be read. */
function withQuietTerminal({ env, stderr }: Terminal): Terminal['env'] {
  return stderr.isTTY === true && (env.TURNUS_LOG_LEVEL ?? '') === '' ? { ...env, TURNUS_LOG_LEVEL: 'warn' } : env
}

/** `--role a --role b` is `--role a,b`: the second must not silently take the place of the first. */
function joinByComma(value: string, before: string | undefined): string {
  return before === undefined ? value : `${before},${value}`
}

/** Where operators read; nothing when the configuration names no port for them. */
function describeOperators({ operatorAddress }: RunningServer): string[] {
  return operatorAddress === null ? [] : [`  metrics and health of this process: ${operatorAddress}/metrics, /health/ready`]
}

function greet(terminal: Terminal, server: RunningServer, config: Config): void {
  const paint = createPaint(terminal.stdout, terminal.env)
  const { address, firstAdministrator, withoutAdministrator } = server
  const lines = [...describeDuties(server, config), ...describeMissingThreads(config)]
  if (address !== null) {
    lines.push(
      `Turnus listens on ${paint('bold', address)}`,
      ...describeConsole(config, `${paint('bold', `${address}/`)} in a browser`),
      `  submit   POST ${address}/api/v1/gateway`,
      `  ask      POST ${address}/v1, and assistants ${address}/mcp`,
      `  log in   POST ${address}/v1/auth`,
      `  OpenAPI  GET  ${address}/openapi.json`,
    )
  }
  lines.push(...describeOperators(server))
  if (firstAdministrator !== null) {
    lines.push(
      '',
      `${paint('bold', 'The administrator was made; this is shown once:')}`,
      `  e-mail    ${firstAdministrator.email}`,
      `  password  ${firstAdministrator.password}`,
    )
  }
  if (withoutAdministrator !== null) lines.push('', adviseAdministrator(withoutAdministrator))
  terminal.stdout.write(`${lines.join('\n')}\n`)
}

/** Where people look; how the console is built while it is not there; nothing when the configuration wants none. */
export function describeConsole({ servesConsole }: Pick<Config, 'servesConsole'>, where: string, folder?: string): string[] {
  if (!servesConsole) return []
  return [`  look     ${isConsoleBuilt(folder) ? where : `nowhere yet: the console is not built. ${CONSOLE_REMEDY}`}`]
}

/** What this process does and what it leaves to others; nothing when it does everything. */
function describeDuties({ node }: RunningServer, config: Config): string[] {
  const { roles } = config
  if (roles.length === NODE_ROLES.length) return []
  return [
    `Turnus runs as ${roles.join(', ')}, node ${node}`,
    ...NODE_ROLES.filter((role) => roles.includes(role)).map((role) => `  it ${DUTIES[role].does(config)}`),
    ...NODE_ROLES.filter((role) => !roles.includes(role)).map((role) => `  ${DUTIES[role].leaves}`),
  ]
}

/** Says when there are fewer solver threads than were asked for; nothing otherwise. */
function describeMissingThreads({ roles, threads, threadsAsked }: Config): string[] {
  if (!roles.includes('solver') || threadsAsked <= threads) return []
  return [`Solver threads: ${threads} and not ${threadsAsked}, because the process has no more cores`]
}

/** Says why nobody was made; the id stands in the command because a name may hold what a shell reads. */
function adviseAdministrator({ id, name }: NonNullable<RunningServer['withoutAdministrator']>): string {
  const command = `turnus user create --organization ${id} --email E --role administrator --password-stdin`
  return `Organizations exist already and none has an administrator, so none was made; make one of "${name}" with: ${command}`
}

/** Resolves at the first request to end; a later one, not the echo of the first, ends the process without waiting. */
export function untilInterrupted(terminal: Terminal, onFirst: () => void): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | null = null
    terminal.onInterrupt(() => {
      if (firstAt === null) {
        firstAt = performance.now()
        onFirst()
        resolve()
      } else if (performance.now() - firstAt > SAME_INTERRUPT_MS) process.exit(130)
    })
  })
}
