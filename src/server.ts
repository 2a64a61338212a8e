import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { administrationOf } from './access/administration.ts'
import { actorOf } from './access/audit.ts'
import { authenticate, type Caller } from './access/authenticate.ts'
import { findProvedKey } from './access/check-secret-key.ts'
import type { Administrators } from './access/administrators.ts'
import { makeFirstAdministrator, NO_ADMINISTRATOR } from './access/first-administrator.ts'
import { login } from './access/login.ts'
import { changeOwnPassword } from './access/own-password.ts'
import { createRefusals, type Refusals } from './access/refusals.ts'
import { describeToken, endToken } from './access/tokens.ts'
import { createBodyBudget } from './callbacks/body-budget.ts'
import { deliverCallback } from './callbacks/deliver.ts'
import { checkCallbackUrl, createGuardedAgent, type GuardOptions, type Resolve } from './callbacks/guard.ts'
import { listOrigins } from './callbacks/list-origins.ts'
import { shareLookups } from './callbacks/resolve.ts'
import { type Cleanups, createCleanups, STAGE_ENDS_MS } from './cleanups.ts'
import { type Config, type Limits, readVersion } from './config.ts'
import { createApp } from './http/app.ts'
import { CONSOLE_FOLDER } from './http/console-folder.ts'
import { closeApp } from './http/close-app.ts'
import { openOperatorPort } from './http/operator-port.ts'
import type { Readiness } from './http/readiness.ts'
import type { UseCases } from './http/use-cases.ts'
import { announceNode } from './jobs/announce-node.ts'
import { startErasing } from './jobs/erase-expired.ts'
import { followJob } from './jobs/follow-job.ts'
import { findJob } from './jobs/find-job.ts'
import { listDeliveries, listDepartmentDeliveries } from './jobs/list-deliveries.ts'
import { listJobs } from './jobs/list-jobs.ts'
import { readProgress } from './jobs/read-progress.ts'
import { readLineage } from './jobs/read-lineage.ts'
import { openSolved, readSchedule, showSchedule } from './jobs/read-schedule.ts'
import { readSolution } from './jobs/read-solution.ts'
import { redeliver } from './jobs/redeliver.ts'
import { startSearches } from './jobs/run-searches.ts'
import { stop } from './jobs/stop.ts'
import { createStoring, type Storing } from './jobs/storing.ts'
import { findRepeated } from './jobs/store-submission.ts'
import { createSubmit } from './jobs/submit.ts'
import { startSweeping } from './jobs/sweep.ts'
import { withdraw } from './jobs/withdraw.ts'
import { GatewayError } from './model/errors.ts'
import { employeeLinksOf, openLink } from './plans/employee-links.ts'
import { type PlanDeps, plansOf } from './plans/plans.ts'
import { NODE_ROLES } from './model/node.ts'
import { openLog } from './open-log.ts'
import { type Db, openDb, type Queryable } from './storage/db.ts'
import { type JobChanges, openJobChanges } from './storage/job-changes.ts'
import { refuseLostRights } from './storage/gateway-role.ts'
import { openGuardedDb, type GuardedDb, type Reach } from './storage/guarded-db.ts'
import { openEmbedded } from './storage/embedded.ts'
import { migrate } from './storage/migrate.ts'
import { createFailureLog } from './storage/outage.ts'
import { openQueue, type Queue } from './storage/queue.ts'
import { keyName, refuseMissingKey, type SecretKey } from './storage/seal.ts'
import { readWorkload } from './storage/workload.ts'
import { openTelemetry, type Telemetry } from './telemetry/open-telemetry.ts'
import { type InterimWriter, openInterimWriter } from './threads/interim.ts'
import { startSolve, type StartSolve } from './threads/pool.ts'

/** What a test puts in the place of the real thing. */
export interface ServerOverrides {
  readonly startSolve?: StartSolve
  readonly resolve?: Resolve
  /** Absolute path of the files of the console. */
  readonly consoleFolder?: string
}

/** A process that does what its roles say. */
export interface RunningServer extends Administrators {
  /** Such as `http://127.0.0.1:8080`; null when it is no gateway, which listens on no port. */
  readonly address: string | null
  /** Where its operators read metrics and health; null when the configuration names no port for that. */
  readonly operatorAddress: string | null
  /** As `turnus nodes` lists it: host:pid. */
  readonly node: string
  /** Stops in order and within five seconds: no new requests, running searches handed back with their best rosters, the database last. Safe to call twice. */
  close(): Promise<void>
}

/** What the parts of the server work with. */
interface Means extends Pick<Telemetry, 'measures' | 'tracing'> {
  readonly db: Db
  readonly queue: Queue
  readonly key: SecretKey
  readonly log: Logger
  readonly guard: GuardOptions
  /** Writes what is read of searches that still go on. */
  readonly interim: InterimWriter
  /** Wakes those who follow a job. */
  readonly changes: JobChanges
  /** Makes the calls of deliveries. */
  readonly agent: ReturnType<typeof createGuardedAgent>
  readonly limits: Limits
  readonly telemetry: Telemetry
  /** Whether the database stores what it is given. */
  readonly storing: Storing
}

const KEY_REMEDY = 'Set TURNUS_SECRET_KEY or TURNUS_SECRET_KEY_FILE to the same key for every node. Make one with: openssl rand -base64 32'
/** While the server closes, requests on connections that are open already are refused in words for so long. */
const NOTICE_MS = 300
/** A request that is still arriving then is cut off. */
const CLOSE_GRACE_MS = STAGE_ENDS_MS.work - 200
/** An answer of the database that takes longer is none. */
const READY_MS = 2000

/**
 * Starts everything that one process of Turnus is: its database (embedded unless the configuration names another) at the schema of this
 * version, the queue, and what its roles say: the HTTP edge, the solver, the dispatcher of callbacks. Resolves once it listens and works.
 * What was started is stopped again when a later step fails. Throws `environment-unfit` and `usage-wrong`.
 */
export async function startServer(config: Config, overrides: ServerOverrides = {}): Promise<RunningServer> {
  const log = openLog(config)
  const cleanups = createCleanups(log)
  const stopping = new AbortController()
  const { roles } = config
  refuseLonelyGateway(config)
  refuseMissingKey(config, KEY_REMEDY)
  try {
    const node = `${hostname()}:${process.pid}`
    const threads = roles.includes('solver') ? config.threads : 0
    const telemetry = await openTelemetry(config, { name: node, version: readVersion(), roles, threads })
    cleanups.add('connections', () => telemetry.close())
    const storing = createStoring(log)
    telemetry.watchStoring(() => storing.isStoring())
    const operators = { db: null as Db | null, storing, isStopping: () => stopping.signal.aborted }
    const operatorAddress = await listenForOperators(config, telemetry, { operators, node, cleanups })
    const db = await openDatabase(config, { log, cleanups, telemetry })
    const key = await findProvedKey(db, config, KEY_REMEDY)
    const guard: GuardOptions = { allow: config.callbackAllow, resolve: shareLookups(overrides.resolve) }
    const agent = createGuardedAgent({ ...guard, connectMs: config.limits.callbackMs })
    cleanups.add('parts', () => agent.destroy())
    const presence = await announceNode(
      { db, log, storing },
      { id: randomUUID(), name: node, roles, version: readVersion(), threads, keyName: keyName(key) },
    )
    cleanups.add('parts', () => presence.stop())
    const queue = await openQueue(db.url, log)
    cleanups.add('work', () => queue.drain())
    cleanups.add('parts', () => queue.stop())
    const interim = openInterimWriter({ memoryMib: config.limits.jobMemoryMib })
    cleanups.add('parts', () => interim.close())
    const changes = openJobChanges(db.url, log)
    cleanups.add('parts', () => changes.close())
    const { measures, tracing } = telemetry
    const means: Means = { db, queue, key, log, guard, agent, interim, changes, limits: config.limits, telemetry, storing, measures, tracing }

    const address = roles.includes('gateway')
      ? await listen(config, means, { stopping: stopping.signal, cleanups, consoleFolder: overrides.consoleFolder ?? CONSOLE_FOLDER })
      : null
    await startWork(config, means, { startSolve: overrides.startSolve ?? startSolve, node, cleanups })
    // Last, because the password is shown once: a start that fails after it would have lost it. Only where somebody can log in with it.
    const administrators = address === null ? NO_ADMINISTRATOR : await makeFirstAdministrator({ db, key })
    if (threads > 0 && config.threadsAsked > threads) {
      log.warn({ threads, asked: config.threadsAsked }, 'fewer solver threads than asked for: there are no more cores')
    }
    operators.db = db
    if (config.unknownVariables.length > 0)
      log.warn({ variables: config.unknownVariables }, 'nothing reads these variables: docs/configuration.md lists those that are read')
    log.info({ address, operatorAddress, node, roles, threads }, address === null ? 'turnus works' : 'turnus listens')
    const close = (): Promise<void> => {
      if (!stopping.signal.aborted) log.info({ node }, 'turnus stops')
      stopping.abort()
      return cleanups.run()
    }
    return { address, operatorAddress, node, ...administrators, close }
  } catch (error) {
    await cleanups.run()
    throw error
  }
}

/**
 * An embedded store has one process at a time: a gateway there that does not do the rest as well would accept what nobody solves or calls
 * back while it runs. Other combinations take nothing new, and work off what waits.
 */
function refuseLonelyGateway({ roles, databaseUrl }: Config): void {
  const missing = NODE_ROLES.filter((role) => !roles.includes(role))
  if (databaseUrl !== null || !roles.includes('gateway') || missing.length === 0) return
  throw new GatewayError(
    'usage-wrong',
    `--role/TURNUS_ROLE is "${roles.join(',')}" with the embedded database, which no other process can serve: nobody would be ${missing.join(' or ')}.`,
    `Add ${missing.join(',')}, or leave --role out; or share a database with other processes by --database-url/DATABASE_URL.`,
  )
}

function tellIdle(log: Logger): (error: Error) => void {
  return createFailureLog(log, 'warn', 'an idle connection broke')
}

/** Opens the port for operators, if there is to be one, before anything that may have to wait. Ready is who has a database, and it answers. */
async function listenForOperators(
  { metrics, roles }: Config,
  { readMetrics }: Telemetry,
  {
    operators,
    node,
    cleanups,
  }: { operators: { readonly db: Db | null; readonly storing: Storing; isStopping(): boolean }; node: string; cleanups: Cleanups },
): Promise<string | null> {
  if (metrics === null || readMetrics === null) return null
  const port = await openOperatorPort(metrics, {
    node: { node, version: readVersion(), roles },
    readMetrics,
    readiness: async () => (operators.db === null ? 'not answering' : findReadiness(operators.db, operators.storing)),
    isStopping: operators.isStopping,
  })
  cleanups.add('connections', () => port.close())
  return port.address
}

async function openDatabase(config: Config, { log, cleanups, telemetry }: { log: Logger; cleanups: Cleanups; telemetry: Telemetry }): Promise<Db> {
  const embedded = config.databaseUrl === null ? await openEmbedded(config.data, 'serve', log) : null
  if (embedded !== null) cleanups.add('database', () => embedded.close())
  const db = openDb(embedded?.url ?? config.databaseUrl!, { onError: tellIdle(log), onOpen: (use) => telemetry.watchPool('work', use) })
  cleanups.add('connections', () => db.close())
  await migrate(db)
  await refuseLostRights(db)
  telemetry.watchDatabase(() => readWorkload(db))
  return db
}

/** Opens the HTTP edge and answers its address. */
async function listen(
  config: Config,
  means: Means,
  { stopping, cleanups, consoleFolder }: { readonly stopping: AbortSignal; readonly cleanups: Cleanups; readonly consoleFolder: string },
): Promise<string> {
  const db = openGuardedDb(means.db.url, { onError: tellIdle(means.log), onOpen: (use) => means.telemetry.watchPool('requests', use) })
  cleanups.add('connections', () => db.close())
  const refusals = createRefusals({ db, key: means.key, log: means.log })
  cleanups.add('parts', () => refusals.close())
  const app = await createApp(bindUseCases(means, { db, refusals }), {
    ...config,
    consoleFolder: config.servesConsole ? consoleFolder : null,
    ...means.telemetry,
    log: means.log,
    stopping,
  })
  cleanups.add('work', () => closeApp(app, { noticeMs: NOTICE_MS, graceMs: CLOSE_GRACE_MS }))
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'another program listens there' : (code ?? 'the system refuses')
    throw new GatewayError(
      'environment-unfit',
      `Turnus cannot listen on ${config.host}, port ${config.port}: ${reason}.`,
      'Choose another with --port or --host.',
      { cause },
    )
  }
  const { address, port, family } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** Gives the edge what it may ask for. Whatever a caller asks is answered from rows that the caller's department may see, and no others. */
function bindUseCases(means: Omit<Means, 'db'>, { db, refusals }: { db: GuardedDb; refusals: Refusals }): UseCases {
  const of = (caller: Reach): typeof means & { readonly db: Db } => ({ ...means, db: db.within(caller) })
  const submit = createSubmit({ ...means, db, queuedPerDepartment: means.limits.queuedPerDepartment })
  return {
    authenticate: (authorization) => authenticate({ db }, authorization),
    recordRefusal: (refused) => refusals.recordRequest(refused),
    login: (credentials) => login({ db, refusals, key: means.key, limits: means.limits }, credentials),
    changeOwnPassword: (change) => changeOwnPassword({ db, refusals, key: means.key, limits: means.limits }, change),
    administration: (caller, address) => administrationOf({ db, key: means.key }, caller, address),
    checkCallbackUrl: (url) => checkCallbackUrl(url, means.guard),
    submit: async ({ outline, ...request }) => {
      const stored = await submit({ ...request, ...outline })
      means.measures?.submissionStored(stored.replayed ? 'replayed' : 'stored')
      return stored
    },
    findRepeated: (repeated) => findRepeated({ db: db.within(repeated.caller), key: means.key }, repeated),
    plans: (caller, address) => plansOf(planDepsOf(of(caller), caller, address), caller),
    employeeLinks: (caller, address) => employeeLinksOf(planDepsOf(of(caller), caller, address), caller),
    openLink: (secret) => openLink({ db, key: means.key }, secret),
    listJobs: (caller, page) => listJobs(of(caller), caller, page),
    findJob: (caller, id) => findJob(of(caller), caller, id),
    endToken: (caller, address) => endToken(of(caller), caller, address),
    describeToken: (caller) => describeToken(of(caller), caller),
    readSchedule: (caller, id) => readSchedule(of(caller), caller, id),
    openSolved: (caller, id) => openSolved(of(caller), caller, id),
    readLineage: (caller, id) => readLineage(of(caller), caller, id),
    showSchedule: (caller, id) => showSchedule(of(caller), caller, id),
    readSolution: (caller, id) => readSolution(of(caller), caller, id),
    readProgress: (caller, id) => readProgress(of(caller), caller, id),
    followJob: (caller, at) => followJob(of(caller), caller, at),
    withdraw: (caller, id) => withdraw(of(caller), caller, id),
    stop: (caller, id) => stop(of(caller), caller, id),
    listDeliveries: (caller, id) => listDeliveries(of(caller), caller, id),
    listDepartmentDeliveries: (caller, page) => listDepartmentDeliveries(of(caller), caller, page),
    redeliver: (caller, wanted) => redeliver(of(caller), caller, wanted),
    listOrigins: (caller, page) => listOrigins(of(caller), caller, page),
    readiness: () => findReadiness(db, means.storing),
  }
}

/** What plans are kept with. Who deletes one withdraws its requests too. */
function planDepsOf(means: Omit<Means, 'db'> & { readonly db: Db }, caller: Caller, address: string): PlanDeps {
  return {
    ...means,
    actor: actorOf(caller, address),
    async withdraw(jobId) {
      await withdraw(means, caller, String(jobId)).catch((error: unknown) => {
        if (!(error instanceof GatewayError && error.code === 'job-not-found')) throw error
      })
    },
  }
}

/** Asks whether the database answers; whether it stores was found by the last heartbeat, however often this is asked. */
async function findReadiness(db: Queryable, storing: Storing): Promise<Readiness> {
  if (!(await answers(db))) return 'not answering'
  return storing.isStoring() ? 'ready' : 'not storing'
}

async function answers(db: Queryable): Promise<boolean> {
  const tooLate = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => tooLate.resolve(false), READY_MS)
  const asked = db.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([asked, tooLate.promise]).finally(() => clearTimeout(timer))
}

/** Lets this process take out of the queue what its roles say: jobs, deliveries. */
async function startWork(
  { roles, threads, lendableThreads }: Config,
  means: Means,
  { startSolve, node, cleanups }: { startSolve: StartSolve; node: string; cleanups: Cleanups },
): Promise<void> {
  // Those that know jobs watch over them: a gateway also while the last solver is gone.
  if (roles.includes('solver') || roles.includes('gateway')) {
    const sweeping = startSweeping({ ...means, ...means.limits, isStoring: means.storing.isStoring })
    // Before the queue, which it puts tickets into.
    cleanups.add('work', () => sweeping.stop())
    const erasing = startErasing({ ...means, ...means.limits })
    cleanups.add('parts', () => erasing.stop())
  }
  if (roles.includes('solver')) {
    const searches = await startSearches(
      { ...means, ...means.limits, startSolve, node, version: readVersion(), threads: 1 },
      { threads, lendable: lendableThreads },
    )
    cleanups.add('work', () => searches.stop())
  }
  if (roles.includes('dispatcher')) {
    const { callsAtATime, callsPerOrigin, callbackMs } = means.limits
    const delivering = { ...means, bodies: createBodyBudget(), timeoutMs: callbackMs }
    await means.queue.workDeliveries({ concurrency: callsAtATime, perOrigin: callsPerOrigin }, async (entry, signal) => {
      // A call that cannot be recorded would be made again and again.
      await means.storing.untilStoring(signal)
      await deliverCallback(delivering, entry, signal)
    })
  }
}
