import { type Command, Option } from 'commander'
import { type LoggedDelivery, readDeliveryLog } from '../jobs/list-deliveries.ts'
import { jobNotFound } from '../jobs/find-job.ts'
import { redeliver } from '../jobs/redeliver.ts'
import { GatewayError } from '../model/errors.ts'
import { listOrigins } from '../storage/callback-origins.ts'
import type { Db } from '../storage/db.ts'
import { findJobById, type Job } from '../storage/jobs.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { openQueue } from '../storage/queue.ts'
import { administerExisting } from './administration.ts'
import { addCallbackTest } from './callback-test.ts'
import type { SetExitCode } from './failure.ts'
import { type DatabaseFlags, withDatabaseFlags, withJsonFlag } from './flags.ts'
import { formatMoment, printList } from './print-list.ts'
import { printable } from './printable.ts'
import type { Terminal } from './terminal.ts'

/** Longest list of origins; what is left out is said. */
const MAX_ORIGINS = 1000

type ListFlags = DatabaseFlags & { readonly job?: string; readonly failing?: boolean; readonly json?: boolean }

/** `turnus callbacks list|redeliver|test`. */
export function addCallbacksCommand(program: Command, terminal: Terminal, setExitCode: SetExitCode): void {
  const group = program.command('callbacks').description('see what became of callbacks, send one again, and try an address')
  addList(group, terminal)
  addRedeliver(group, terminal)
  addCallbackTest(group, terminal, setExitCode)
}

function addList(group: Command, terminal: Terminal): void {
  withJsonFlag(withDatabaseFlags(group.command('list')))
    .description('list where callbacks go and how they fare there; or, with --job, every try of the callbacks of one request')
    .option('--job <id>', 'the tries of this request')
    .addOption(new Option('--failing', 'only addresses that keep failing').conflicts('job'))
    .action(async ({ job, failing = false, ...flags }: ListFlags) => {
      await administerExisting(terminal, flags, ({ db }) =>
        job === undefined ? printOrigins(terminal, db, { failing, ...flags }) : printTries(terminal, db, { job, ...flags }),
      )
    })
}

async function printOrigins(terminal: Terminal, db: Db, { failing, json }: { failing: boolean; json?: boolean }): Promise<void> {
  const found = await listOrigins(db, { departmentId: null, which: failing ? 'failing' : 'all', after: null, limit: MAX_ORIGINS + 1 })
  printList(
    terminal,
    [
      { title: 'department', value: ({ departmentId }) => String(departmentId), align: 'right' },
      { title: 'address', value: ({ origin }) => origin },
      { title: 'pending', value: ({ pending }) => String(pending), align: 'right' },
      { title: 'failures', value: ({ failures }) => String(failures), align: 'right' },
      { title: 'failing', value: (one) => (one.failing ? 'yes' : 'no') },
      { title: 'last success', value: ({ lastSucceededAt }) => formatMoment(lastSucceededAt) },
      { title: 'last failure', value: ({ lastFailedAt }) => formatMoment(lastFailedAt) },
      { title: 'put off until', value: ({ putOffUntil }) => formatMoment(putOffUntil) },
      { title: 'error', value: ({ lastError }) => printable(lastError ?? '-') },
    ],
    found.slice(0, MAX_ORIGINS),
    { json },
  )
  if (found.length > MAX_ORIGINS) terminal.stderr.write(`There are more than ${MAX_ORIGINS}; these are the first.\n`)
}

async function printTries(terminal: Terminal, db: Db, { job, json }: { job: string; json?: boolean }): Promise<void> {
  const deliveries = await readDeliveryLog(db, (await findJobOfAnybody(db, job)).id)
  if (json === true) {
    terminal.stdout.write(`${JSON.stringify(deliveries, null, 2)}\n`)
    return
  }
  printList(
    terminal,
    [
      { title: 'delivery', value: ({ delivery }) => String(delivery.number), align: 'right' },
      { title: 'state', value: ({ delivery }) => delivery.state },
      { title: 'try', value: ({ attempt }) => String(attempt?.number ?? '-'), align: 'right' },
      { title: 'started', value: ({ attempt }) => formatMoment(attempt?.startedAt ?? null) },
      { title: 'ms', value: ({ attempt }) => String(attempt?.durationMs ?? '-'), align: 'right' },
      { title: 'status', value: ({ attempt }) => String(attempt?.status ?? '-'), align: 'right' },
      { title: 'next try', value: ({ delivery, attempt }) => formatMoment(attempt === null ? delivery.nextTryAt : attempt.nextTryAt) },
      { title: 'what happened', value: ({ attempt }) => printable(attempt?.error ?? attempt?.answer ?? '-') },
    ],
    deliveries.flatMap(triesOf),
    { json },
  )
}

/** A line for each try, or one for a delivery that was not tried yet. */
function triesOf(delivery: LoggedDelivery): readonly { delivery: LoggedDelivery; attempt: LoggedDelivery['attempts'][number] | null }[] {
  return delivery.attempts.length === 0 ? [{ delivery, attempt: null }] : delivery.attempts.map((attempt) => ({ delivery, attempt }))
}

function addRedeliver(group: Command, terminal: Terminal): void {
  withDatabaseFlags(group.command('redeliver'))
    .description('send the callback of a request again, at once')
    .argument('<job>', 'id of the request')
    .argument('[number]', 'which of its deliveries, as `turnus callbacks list --job` numbers them (default: the last)')
    .action(async (job: string, number: string | undefined, flags: DatabaseFlags) => {
      const { tries, url, ...delivery } = await administerExisting(terminal, flags, ({ db }) => redeliverOne(db, { job, number }))
      terminal.stdout.write(`Delivery ${delivery.number} of request ${job} is due: ${url}, try ${tries + 1}.\n`)
    })
}

async function redeliverOne(db: Db, wanted: { job: string; number: string | undefined }): Promise<LoggedDelivery> {
  const job = await findJobOfAnybody(db, wanted.job)
  const number = wanted.number ?? String((await readDeliveryLog(db, job.id)).length)
  const queue = await openQueue(db.url, SILENT_LOG)
  try {
    return await redeliver({ db, queue }, job, { solverProblemId: String(job.id), number })
  } finally {
    await queue.stop()
  }
}

async function findJobOfAnybody(db: Db, id: string): Promise<Job> {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new GatewayError('usage-wrong', `"${id}" is no id of a request.`, 'Give the solverProblemId, such as 4711.')
  const job = await findJobById(db, Number(id))
  if (job === null) throw jobNotFound(id)
  return job
}
