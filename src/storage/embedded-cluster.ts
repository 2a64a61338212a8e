import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  appendFile,
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { GatewayError } from '../model/errors.ts'
import type { Binaries } from './embedded-binaries.ts'
import { canReach } from './embedded-user.ts'
import type { SystemUser } from './embedded-user.ts'
import { nearestFolder } from './nearest-folder.ts'

const execFileAsync = promisify(execFile)

/** One store of PostgreSQL on disk, running or not. */
export interface Cluster {
  readonly binaries: Binaries
  /** Whom the server runs as; null = the user of this process. */
  readonly user: SystemUser | null
  /** Absolute path of PostgreSQL's own folder, links resolved. */
  readonly folder: string
  readonly password: string
}

export const SUPERUSER = 'turnus'

/** A store before it is moved to its place, and the file that tells initdb its password. */
const HALF_MADE = /^postgres-[A-Za-z0-9]{6}(?:\.password)?$/
const LONGEST_MAKING_MS = 10 * 60_000

const START_SECONDS = 60
const STOP_SECONDS = 30
const STOP_PAUSE_MS = 20
/** What a server that does not start writes again and again is begun anew beyond this. */
const START_LOG_BYTES = 1024 * 1024
/** PostgreSQL's words, in the language that it is started in. */
const MEMORY_IN_USE = 'pre-existing shared memory block'

// Loopback only, no socket file (its path may be too long), logs kept for a week. fsync stays on.
const SETTINGS = `
# Turnus
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
logging_collector = on
log_directory = 'log'
log_filename = 'postgresql-%a.log'
log_truncate_on_rotation = on
log_rotation_age = 1d
log_rotation_size = 0
`

/** Whether a data folder holds a store, or a link to one. Changes nothing. */
export function hasStore(dataFolder: string): Promise<boolean> {
  return exists(placeIn(dataFolder))
}

function placeIn(dataFolder: string): string {
  return path.join(dataFolder, 'postgres')
}

/**
 * Finds the store of a data folder, and makes it when there is none: in a folder beside its place, moved there when it is
 * complete, so that a process that dies in the middle leaves nothing half-made. Where root's data folder cannot be
 * reached by the user that PostgreSQL runs as, the store lies in `sharedFolder` and a link in the data folder leads there.
 */
export async function openCluster(
  dataFolder: string,
  means: { binaries: Binaries; user: SystemUser | null; sharedFolder: string; majorVersion?: string },
): Promise<Cluster> {
  await makeFolder(dataFolder)
  const password = await readOrMakePassword(path.join(dataFolder, 'postgres-password'))
  const place = placeIn(dataFolder)
  if (!(await exists(place))) await makeCluster(place, password, means)
  await removeLeftovers(dataFolder)
  const folder = await resolvePlace(place)
  await refuseOtherVersion(folder, means.majorVersion ?? MAJOR_VERSION)
  if (means.user && !(await canReach(path.dirname(folder), means.user))) throw unreachable(folder)
  return { binaries: means.binaries, user: means.user, folder, password }
}

/** Makes a folder that is not there, and throws what the system says where it cannot be written. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    // On a file system that is read-only this says that the folder is not there.
    await access(await nearestFolder(folder), constants.W_OK)
    throw error
  }
  await access(folder, constants.W_OK)
}

/** Removes stores that a process left half-made when it was killed: 40 MB each. One that is being made is younger. */
async function removeLeftovers(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    if (!HALF_MADE.test(name)) continue
    const at = path.join(dataFolder, name)
    const { mtimeMs } = await lstat(at).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > LONGEST_MAKING_MS) await rm(at, { recursive: true, force: true })
  }
}

/** What PostgreSQL this version of Turnus brings along. A store is read by the major version alone that made it. */
const MAJOR_VERSION = '18'

async function refuseOtherVersion(folder: string, majorVersion: string): Promise<void> {
  const made = (await readFile(path.join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (made === majorVersion) return
  throw new GatewayError(
    'environment-unfit',
    made === ''
      ? `${folder} is no store of PostgreSQL: its file PG_VERSION cannot be read.`
      : `The store in ${folder} was made by PostgreSQL ${made}; this is ${majorVersion}.`,
    made === ''
      ? 'Put back a copy of the whole folder, or name another data folder with --data or TURNUS_DATA, and restore a backup into it (turnus restore).'
      : 'Make a backup with the version of Turnus that made it (turnus backup), and restore it into a new data folder (turnus restore).',
  )
}

async function resolvePlace(place: string): Promise<string> {
  try {
    return await realpath(place)
  } catch (cause) {
    throw new GatewayError(
      'environment-unfit',
      `${place} leads to a folder that is no longer there.`,
      'Put the folder back, or remove the whole data folder to start with an empty database.',
      { cause },
    )
  }
}

async function makeCluster(
  place: string,
  password: string,
  means: { binaries: Binaries; user: SystemUser | null; sharedFolder: string },
): Promise<void> {
  const dataFolder = path.dirname(place)
  const elsewhere = means.user !== null && !(await makeReachable(dataFolder, means.user))
  if (elsewhere) await prepareSharedFolder(means.sharedFolder, means.user!)
  const folder = await mkdtemp(path.join(elsewhere ? means.sharedFolder : dataFolder, 'postgres-'))
  let placed = false
  try {
    await initialise(folder, password, means)
    placed = elsewhere ? await succeeds(symlink(folder, place)) : await succeeds(rename(folder, place))
  } finally {
    if (!placed) await rm(folder, { recursive: true, force: true })
  }
  // Another process was faster: its store is the store.
  if (!placed && !(await exists(place))) throw unreachable(place)
}

/** Lets the server's user pass through our own data folder; folders above it are not ours to change. */
async function makeReachable(dataFolder: string, user: SystemUser): Promise<boolean> {
  const { mode, uid } = await lstat(dataFolder)
  if (uid === process.getuid?.() && (mode & 0o001) === 0 && (await canReach(path.dirname(dataFolder), user))) await chmod(dataFolder, mode | 0o011)
  return canReach(dataFolder, user)
}

async function prepareSharedFolder(folder: string, user: SystemUser): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 }).catch(() => undefined)
  if (await canReach(folder, user).catch(() => false)) return
  throw unreachable(folder)
}

async function initialise(folder: string, password: string, { binaries, user }: { binaries: Binaries; user: SystemUser | null }): Promise<void> {
  const passwordFile = `${folder}.password`
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' })
  try {
    if (user) await Promise.all([folder, passwordFile].map((at) => chown(at, user.uid, user.gid)))
    const flags = ['--auth=scram-sha-256', `--username=${SUPERUSER}`, '--encoding=UTF8', '--no-locale', '--no-instructions']
    await execFileAsync(binaries.initdb, [`--pgdata=${folder}`, `--pwfile=${passwordFile}`, ...flags], { ...user, cwd: folder, env: environment() })
    await appendFile(path.join(folder, 'postgresql.conf'), SETTINGS, { flush: true })
  } catch (cause) {
    throw new GatewayError(
      'environment-unfit',
      `The embedded database could not be made in ${folder}.`,
      'Look whether the disk is full or read-only, or set DATABASE_URL.',
      { cause },
    )
  } finally {
    await unlink(passwordFile)
  }
}

/** The port that the running server of a cluster says it listens on; null when none runs. It may be starting or stopping still. */
export async function runningPort(cluster: Cluster): Promise<number | null> {
  const { pid, port } = await readPidFile(cluster)
  if (!pid || !port) return null
  return (await isServer(pid)) ? port : null
}

/** Whether the server takes no new connections any more, while it waits for those that it has. */
export async function isStopping(cluster: Cluster): Promise<boolean> {
  return (await readPidFile(cluster)).status === 'stopping'
}

async function readPidFile(cluster: Cluster): Promise<{ pid: number; port: number; status: string }> {
  const text = await readFile(path.join(cluster.folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  return { pid: Number(lines[0] ?? ''), port: Number(lines[3] ?? ''), status: lines[7]?.trim() ?? '' }
}

export interface StartOptions {
  /** Where to listen on loopback. When absent, where it listened last, so that whoever knows that address still reaches it, or else a free port. */
  readonly port?: number
  /** How long to wait for its answer, in seconds; 60 when absent. It may go on starting after that. */
  readonly seconds?: number
}

/** What came of a start: `orphans` = processes of a killed server still use its memory, which passes; `failed` = another process was faster, or worse. */
export type Start = 'answers' | 'orphans' | 'failed'

/** Starts the server and waits until it answers. */
export async function startServer(cluster: Cluster, { port, seconds = START_SECONDS }: StartOptions = {}): Promise<Start> {
  await removeForeignPidFile(cluster)
  const log = startLogOf(cluster)
  if ((await sizeOf(log)) > START_LOG_BYTES) await truncate(log)
  const logged = await sizeOf(log)
  const listening = port ?? (await findPort(cluster))
  // Terse: of a row that it refuses the server would log the whole.
  const options = `-p ${listening} -c log_error_verbosity=terse`
  const flags = ['-w', '-t', String(seconds), '-l', log, '-o', options]
  if (await succeeds(execFileAsync(cluster.binaries.pgCtl, ['start', '-D', cluster.folder, ...flags], commandOptions(cluster)))) return 'answers'
  const said = (await readFile(log).catch(() => Buffer.alloc(0))).subarray(logged).toString()
  return said.includes(MEMORY_IN_USE) ? 'orphans' : 'failed'
}

/**
 * Stops the server: open connections are ended, everything committed is on disk. One that somebody starts in its place meanwhile stays, so
 * the process is signalled and waited for, not whatever runs in the folder.
 */
export async function stopServer(cluster: Cluster): Promise<void> {
  const { pid } = await readPidFile(cluster)
  // Fast, and when that takes too long, at once.
  for (const signal of ['INT', 'QUIT']) {
    if (!pid || (await hasStopped(cluster, pid))) return
    await succeeds(execFileAsync(cluster.binaries.pgCtl, ['kill', signal, String(pid)], commandOptions(cluster)))
    for (const deadline = performance.now() + STOP_SECONDS * 1000; performance.now() < deadline; await sleep(STOP_PAUSE_MS)) {
      if (await hasStopped(cluster, pid)) return
    }
  }
}

/** The last that a server does is to remove its file, or another server has written its own. */
async function hasStopped(cluster: Cluster, pid: number): Promise<boolean> {
  return (await readPidFile(cluster)).pid !== pid || !(await isServer(pid))
}

function startLogOf(cluster: Cluster): string {
  return path.join(cluster.folder, 'start.log')
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0
}

/** What the server wrote while it did not start. */
export async function readStartLog(cluster: Cluster): Promise<string> {
  const log = await readFile(startLogOf(cluster), 'utf8').catch(() => '')
  return log.trim().split('\n').slice(-5).join('\n')
}

/**
 * After a crash of the machine or of a container the number in postmaster.pid may be another program's by now, and
 * PostgreSQL would wait for it for ever. One of a process that is gone stays: from it PostgreSQL learns whether orphans still use its memory.
 */
async function removeForeignPidFile(cluster: Cluster): Promise<void> {
  const { pid } = await readPidFile(cluster)
  if (pid && isAlive(pid) && !(await isServer(pid))) await rm(path.join(cluster.folder, 'postmaster.pid'), { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

async function isServer(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  // Where the system does not tell what a process is, it is taken for the server.
  if (process.platform !== 'linux') return true
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('postgres')
}

/** The port of the last start when nobody else listens there now, or else any free one. */
async function findPort(cluster: Cluster): Promise<number> {
  const options = await readFile(path.join(cluster.folder, 'postmaster.opts'), 'utf8').catch(() => '')
  const last = Number(/"-p" "(\d+)"/.exec(options)?.[1] ?? '0')
  return (await tryListening(last)) ?? (await tryListening(0))!
}

/** The port on which listening succeeded, `wanted` or, for 0, any; null when it is taken. */
function tryListening(wanted: number): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const probe = createServer()
  probe.on('error', () => resolve(null))
  probe.listen(wanted, '127.0.0.1', () => {
    const { port } = probe.address() as AddressInfo
    probe.close(() => resolve(port))
  })
  return promise
}

// The user of the server may not be allowed to be where we are, nor see what our environment holds.
function commandOptions(cluster: Cluster): { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number } {
  return { ...cluster.user, cwd: cluster.folder, env: environment() }
}

function environment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(process.platform === 'win32' ? { SystemRoot, TEMP, TMP } : {}) }
}

async function readOrMakePassword(file: string): Promise<string> {
  const read = (): Promise<string> =>
    readFile(file, 'utf8').then(
      (text) => text.trim(),
      () => '',
    )
  const existing = await read()
  if (existing !== '') return existing
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(own, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  await succeeds(link(own, file))
  await unlink(own)
  return read()
}

async function exists(at: string): Promise<boolean> {
  return lstat(at).then(
    () => true,
    () => false,
  )
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

function unreachable(folder: string): GatewayError {
  return new GatewayError(
    'environment-unfit',
    `PostgreSQL does not run as root, and the user that it runs as cannot reach ${folder}.`,
    'Give a data folder that every user may pass through (--data /var/lib/turnus/data), or start Turnus as another user than root, or set DATABASE_URL.',
  )
}
