import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { GatewayError } from '../model/errors.ts'

const execFileAsync = promisify(execFile)

/** Whom PostgreSQL runs as. */
export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/**
 * Whom PostgreSQL has to run as: null for the user of this process, or, because PostgreSQL refuses to run as root, the
 * system user `postgres`, made when there is none, or else `nobody`. Throws `environment-unfit` when root has nobody to run it as.
 */
export async function findServerUser(): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null
  const found = (await lookUp('postgres')) ?? (await makePostgresUser()) ?? (await lookUp('nobody'))
  if (found) return found
  throw new GatewayError(
    'environment-unfit',
    'PostgreSQL does not run as root, and this machine has no other user that it could run as.',
    'Add one (useradd --system postgres), or start Turnus as another user than root, or set DATABASE_URL.',
  )
}

async function lookUp(name: string): Promise<SystemUser | null> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await execFileAsync('id', [flag, name])).stdout)))
    return uid && gid ? { uid, gid } : null
  } catch {
    return null
  }
}

async function makePostgresUser(): Promise<SystemUser | null> {
  // The second form is busybox', as on Alpine.
  for (const [command, ...flags] of [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
    ['adduser', '-S', '-D', '-H', 'postgres'],
  ] as const) {
    try {
      await execFileAsync(command, flags)
      return await lookUp('postgres')
    } catch {
      // Not on this machine, or no right to; the next way.
    }
  }
  return null
}

/** Whether a user may pass through every folder down to `folder`, inclusive. An access list may say otherwise; it is not looked at. */
export async function canReach(folder: string, user: SystemUser): Promise<boolean> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { mode, uid, gid } = await stat(at)
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
    if (((mode >> shift) & 1) === 0) return false
    if (at === path.dirname(at)) return true
  }
}
