import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { createDepartment, createOrganization, departmentSigningSecret } from '../access/organizations.ts'
import { createToken } from '../access/tokens.ts'
import { readConfig } from '../config.ts'
import { administer } from './administration.ts'
import { type DemoGateway, type DemoOutcome, runDemoJob } from './demo-job.ts'
import { type DemoJournal, startDemoJournal } from './demo-journal.ts'
import { RECEIVER_HOST, startReceiver } from './demo-receiver.ts'
import { reportDemo, reportNext } from './demo-report.ts'
import { EXIT_NO, type SetExitCode } from './failure.ts'
import { integerBetween } from './flags.ts'
import { untilInterrupted } from './serve.ts'
import type { Terminal } from './terminal.ts'

const ORGANIZATION = 'Demonstration Hospital'
const DEPARTMENT = 'Medical Ward'
const DEFAULT_SECONDS = 20
const MOST_SECONDS = 600
/** A search that finds a roster without an empty mandatory shift in a second of a processor gets as much here beside 150 others. */
const MOST_SEARCHES = 4
/** Who could work an early shift of the first week. */
const QUESTION = '{"jsonrpc":"2.0","id":1,"method":"schedule.recommend","params":{"solverProblemId":"1","shiftId":209}}'

interface DemoFlags {
  readonly seconds: number
  readonly keep?: boolean
}

/** `turnus demo`: the whole way of a schedule, for real: gateway, database, solver, callback. */
export function addDemoCommand(program: Command, terminal: Terminal, setExitCode: SetExitCode): void {
  program
    .command('demo')
    .description('solve a hospital month through a real gateway and receive the callback; under a minute, leaves nothing behind')
    .option('--keep', 'leave the gateway running at the end, and print its address and token')
    .option(
      '--seconds <n>',
      'longest search; where it comes to too little, up to three more follow, each twice as long',
      integerBetween(1, MOST_SECONDS),
      DEFAULT_SECONDS,
    )
    .addHelpText(
      'after',
      '\nExits 0 only when the callback arrived, its signature is right, no first-priority rule is broken, and no mandatory shift is empty.',
    )
    .action(async (flags: DemoFlags) => {
      if (!(await demonstrate(terminal, flags))) setExitCode(EXIT_NO)
    })
}

/** True when all went well. */
async function demonstrate(terminal: Terminal, flags: DemoFlags): Promise<boolean> {
  const data = await mkdtemp(join(tmpdir(), 'turnus-demo-'))
  // PostgreSQL never runs as root; as root it runs as another user, who must be able to reach its folder in here.
  await chmod(data, 0o711)
  const interrupt = new AbortController()
  const release = terminal.onInterrupt(() => interrupt.abort(new Error('The demonstration was interrupted.')))
  try {
    return await withGateway(terminal, data, async (journal, gateway) => {
      interrupt.signal.throwIfAborted()
      const isGood = await solveAndReport(terminal, journal, gateway, { seconds: flags.seconds, signal: interrupt.signal })
      release()
      if (flags.keep === true) await keepRunning(terminal, gateway)
      return isGood
    })
  } catch (failure) {
    if (!interrupt.signal.aborted) throw failure
    terminal.stderr.write('Interrupted; everything was stopped and removed.\n')
    return false
  } finally {
    release()
    await rm(data, { recursive: true, force: true })
  }
}

/** Starts a gateway on a free port with its own database, opens a department in it, and stops it after `work`. */
async function withGateway<Result>(
  terminal: Terminal,
  data: string,
  work: (journal: DemoJournal, gateway: DemoGateway) => Promise<Result>,
): Promise<Result> {
  const journal = startDemoJournal(terminal)
  const server = await journal.step('Starting the gateway, with a PostgreSQL of its own', async () => {
    const { startServer } = await import('../server.ts')
    const started = await startServer(readConfig({ data, port: 0, host: '127.0.0.1', callbackAllow: RECEIVER_HOST }, { TURNUS_LOG_LEVEL: 'warn' }))
    return { result: { ...started, address: started.address! }, note: started.address! }
  })
  try {
    const gateway = await journal.step('Making an organization, a department and a token', async () => {
      const opened = await openDepartment(terminal, { data, address: server.address })
      return { result: opened, note: `${ORGANIZATION}, ${DEPARTMENT}, ${opened.token.slice(0, 10)}…` }
    })
    return await work(journal, gateway)
  } finally {
    await server.close()
  }
}

/** The same way as `turnus token create` beside a running gateway: over a second connection to its database. */
async function openDepartment(terminal: Terminal, at: { data: string; address: string }): Promise<DemoGateway> {
  return administer({ ...terminal, env: {} }, { data: at.data }, async ({ db, key }) => {
    const deps = { db, key: await key() }
    const of = { organization: ORGANIZATION, department: DEPARTMENT }
    await createOrganization(deps, ORGANIZATION)
    await createDepartment(deps, { organization: ORGANIZATION, name: DEPARTMENT })
    const { token } = await createToken(deps, { ...of, name: 'demonstration' })
    return { address: at.address, token, signingSecret: await departmentSigningSecret(deps, of) }
  })
}

/**
 * True when the callback arrived, is genuine, and its roster breaks no first-priority rule and leaves no mandatory shift empty. A machine that is too slow or too busy
 * for the search gets further ones, each twice as long.
 */
async function solveAndReport(
  terminal: Terminal,
  journal: DemoJournal,
  gateway: DemoGateway,
  options: { seconds: number; signal: AbortSignal },
): Promise<boolean> {
  for (let tried = 1, { seconds } = options; ; tried += 1, seconds = Math.min(2 * seconds, MOST_SECONDS)) {
    const outcome = await solveOnce(terminal, journal, gateway, { ...options, seconds })
    const isGood = outcome.objections.length === 0
    if (isGood || tried === MOST_SEARCHES) {
      reportDemo(terminal, outcome)
      reportNext(terminal, process.cwd())
      return isGood
    }
    terminal.stdout.write('The machine had too little time for that search; the next one is longer.\n')
  }
}

async function solveOnce(
  terminal: Terminal,
  journal: DemoJournal,
  gateway: DemoGateway,
  options: { seconds: number; signal: AbortSignal },
): Promise<DemoOutcome> {
  const receiver = await startReceiver()
  try {
    return await runDemoJob(terminal, journal, { ...options, gateway, receiver })
  } finally {
    receiver.close()
  }
}

async function keepRunning(terminal: Terminal, { address, token }: DemoGateway): Promise<void> {
  terminal.stdout.write(
    [
      '',
      'The gateway goes on until Ctrl-C:',
      `  address  ${address}`,
      `  look     ${address}/ in a browser, with the token`,
      `  token    ${token}`,
      `  try      curl -H 'Authorization: Bearer ${token}' ${address}/api/v1/gateway`,
      `  ask      curl -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' ${address}/v1 --data '${QUESTION}'`,
      '',
    ].join('\n'),
  )
  await untilInterrupted(terminal, () => terminal.stderr.write('Stopping …\n'))
}
