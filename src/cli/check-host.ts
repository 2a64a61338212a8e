import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { Config } from '../config.ts'
import { CONSOLE_REMEDY, isConsoleBuilt } from '../http/console-folder.ts'
import { nearestFolder } from '../storage/nearest-folder.ts'
import { attempt, failed, type Finding, ok, skipped, warning } from './finding.ts'

const MIB = 1024 * 1024
/** What a process takes without any search; docs/operations.md. */
const PROCESS_MIB = 300
/** Less than the least limit of a job is not enough for any. */
const LEAST_JOB_MIB = 128
/** Below the first PostgreSQL soon stops; below the second it is time to look. */
const LEAST_FREE_MIB = 512
const LITTLE_FREE_MIB = 4096

/** Checks what the machine has: memory against threads, threads against cores, and the disk of the data folder; and whether there is a console. */
export async function checkHost(config: Config): Promise<readonly Finding[]> {
  return [
    judgeThreads(config),
    judgeMemory(config, hostMemoryMib()),
    await attempt('disk', () => checkDisk(config)),
    judgeFiles(config, mostOpenFiles()),
    judgeConsole(config, isConsoleBuilt()),
  ]
}

/** Memory that this process may have, in MiB: of the machine, or of the container. */
function hostMemoryMib(): number {
  // 0 where nothing constrains, or a number beyond any machine.
  const constrained = process.constrainedMemory()
  return Math.floor((constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()) / MIB)
}

/** Threads that were asked for against those that there are cores for. */
export function judgeThreads({ roles, threads, threadsAsked }: Pick<Config, 'roles' | 'threads' | 'threadsAsked'>): Finding {
  if (!roles.includes('solver')) return skipped('threads', 'This process is no solver.')
  const detail = `${count(threads, 'solver thread')}.`
  if (threadsAsked <= threads) return ok('threads', detail)
  return warning(
    'threads',
    `${detail} ${threadsAsked} were asked for, and there are no more cores.`,
    `Give ${threads} with --threads or TURNUS_THREADS.`,
  )
}

/** The memory of the host against what its searches may take together. */
export function judgeMemory(
  { roles, threads, limits }: Pick<Config, 'roles' | 'threads'> & { limits: Pick<Config['limits'], 'jobMemoryMib'> },
  hostMib: number,
): Finding {
  const searches = roles.includes('solver') ? threads : 0
  // One more runs where all threads are busy with other departments.
  const most = searches === 0 ? 0 : searches + 1
  const needed = PROCESS_MIB + most * limits.jobMemoryMib
  const has = `The host has ${hostMib} MiB`
  if (hostMib < PROCESS_MIB + searches * LEAST_JOB_MIB) {
    return failed(
      'memory',
      `${has}, too little for ${count(searches, 'solver thread')}.`,
      'Give it more memory, or fewer threads with TURNUS_THREADS.',
    )
  }
  if (hostMib >= needed) return ok('memory', `${has}; at most ${needed} MiB are taken.`)
  return warning(
    'memory',
    `${has}; ${count(most, 'search', 'searches')} of at most ${limits.jobMemoryMib} MiB each and the process itself could take ${needed} MiB.`,
    'Give it fewer threads (TURNUS_THREADS), a lower limit for a job (TURNUS_JOB_MEMORY_MIB), or more memory; schedules of a hospital month take 42 MiB.',
  )
}

async function checkDisk({ data, databaseUrl }: Config): Promise<Finding> {
  if (databaseUrl !== null) return skipped('disk', 'Nothing is stored on this host: the database is one of your own.')
  const folder = await nearestFolder(data)
  if (!(await stat(folder)).isDirectory())
    return failed('disk', `${folder} is a file, where a folder is meant.`, 'Move the file away, or name another folder with --data or TURNUS_DATA.')
  await access(folder, constants.W_OK)
  const { bavail, bsize } = await statfs(folder)
  return judgeDisk(Math.floor((bavail * bsize) / MIB), data)
}

/** Free space for the embedded database, in MiB. */
export function judgeDisk(freeMib: number, data: string): Finding {
  const detail = `${freeMib} MiB are free for ${data}.`
  const remedy = 'Make room, name another folder with --data or TURNUS_DATA, or keep results for a shorter time with TURNUS_RETENTION_DAYS.'
  if (freeMib < LEAST_FREE_MIB) return failed('disk', detail, remedy)
  return freeMib < LITTLE_FREE_MIB ? warning('disk', detail, remedy) : ok('disk', detail)
}

/** Files that a gateway has open beside the connections of its clients: the program, its log, the database, callbacks, with room to spare. */
const OTHER_FILES = 256

/** How many files this process may have open at a time; null where the system does not say. Node has raised what is in force to what is permitted. */
function mostOpenFiles(): number | null {
  const { userLimits } = process.report.getReport() as { readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : soft === 'unlimited' ? Number.POSITIVE_INFINITY : null
}

/** The connections that a gateway takes against the files that it may have open: beyond these the system refuses clients, the database and callbacks alike. */
export function judgeFiles(
  { roles, limits }: Pick<Config, 'roles'> & { limits: Pick<Config['limits'], 'connections'> },
  most: number | null,
): Finding {
  if (!roles.includes('gateway')) return skipped('open files', 'This process takes no connections of clients.')
  if (most === null) return skipped('open files', 'The system does not say how many files may be open.')
  const { connections } = limits
  if (most >= connections + OTHER_FILES)
    return ok('open files', `${most === Number.POSITIVE_INFINITY ? 'Any number' : most.toLocaleString('en-US')} may be open.`)
  const fewer = most - OTHER_FILES
  return warning(
    'open files',
    `${most.toLocaleString('en-US')} may be open, too few for ${connections.toLocaleString('en-US')} connections and what else is needed.`,
    `Permit more (ulimit -n, LimitNOFILE= of systemd: ${connections + OTHER_FILES})${fewer > 0 ? `, or lower TURNUS_MAX_CONNECTIONS to ${fewer}` : ''}.`,
  )
}

/** Whether a gateway has the page that people open. Everything else works without. */
export function judgeConsole({ roles, servesConsole }: Pick<Config, 'roles' | 'servesConsole'>, isBuilt: boolean): Finding {
  if (!roles.includes('gateway') || !servesConsole) return skipped('console', 'This process does not serve it.')
  if (isBuilt) return ok('console', 'It is built.')
  return warning('console', 'It is not built, so the gateway has no page to open at /.', `${CONSOLE_REMEDY}. TURNUS_CONSOLE=off serves none.`)
}

function count(number: number, one: string, several = `${one}s`): string {
  return number === 1 ? `1 ${one}` : `${number} ${several}`
}
