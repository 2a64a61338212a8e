import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const SHARED_MEMORY = '/dev/shm'
/** All that a run of every test has in temporary folders at a time fits in several times. */
const NEEDED_BYTES = 8 * 2 ** 30

/**
 * Makes a folder in memory for the temporary files of a run, removed as its process ends. Null where there is none with room, or none in which
 * programs run, as in a container. Tests make and remove databases of hundreds of files each, which takes up to twice as much of the system's time on a disk.
 */
export function makeMemoryFolder(): string | null {
  try {
    removeLeftFolders()
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    if (Math.min(bavail * bsize, freemem()) < NEEDED_BYTES) return null
    const folder = mkdtempSync(join(SHARED_MEMORY, `turnus-${process.pid}-`))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    // As root, PostgreSQL runs as another user, who must be able to reach its stores in here.
    chmodSync(folder, 0o1777)
    return runsPrograms(folder) ? folder : null
  } catch {
    return null
  }
}

/** Of runs that were killed: nobody else would give their memory back. */
function removeLeftFolders(): void {
  for (const name of readdirSync(SHARED_MEMORY)) {
    const [, pid] = /^turnus-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(SHARED_MEMORY, name), { recursive: true, force: true })
  }
}

function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
