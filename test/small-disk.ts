import { spawnSync } from 'node:child_process'
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A disk of its own that can be filled, made of memory. */
export interface SmallDisk {
  readonly folder: string
  /** Leaves no byte free, and takes each that becomes free, until `free`. */
  fill(): Promise<void>
  free(): Promise<void>
  /** From now on it can only be read. */
  makeReadOnly(): void
  remove(): Promise<void>
}

/** A store at rest takes 44 MiB; a log of PostgreSQL that is begun anew 16 each. */
const DISK_MIB = 128
const BLOCK_BYTES = 64 * 1024
/** Between two looks whether something became free, in milliseconds. */
const REFILL_MS = 20

/** Mounts a small disk; null, with the reason on stderr, where this user or this system cannot. */
export async function mountSmallDisk(): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'turnus-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}M,mode=0755`, 'tmpfs', folder], { encoding: 'utf8' })
  if (mounted.status !== 0) {
    await rmdir(folder)
    process.stderr.write(`No small disk can be mounted here: ${(mounted.error?.message ?? mounted.stderr).trim()}\n`)
    return null
  }
  const ballast = join(folder, 'ballast')
  let filling: Promise<void> | null = null
  let isFull = false
  const keepFull = async (firstTime: () => void): Promise<void> => {
    const file = await open(ballast, 'w')
    const block = Buffer.alloc(BLOCK_BYTES, 1)
    while (isFull) {
      for (const bytes of [BLOCK_BYTES, 1]) while (await fits(file.write(block, 0, bytes), bytes));
      firstTime()
      await sleep(REFILL_MS)
    }
    await file.close()
  }
  return {
    folder,
    async fill() {
      isFull = true
      const { promise, resolve } = Promise.withResolvers<void>()
      filling = keepFull(resolve)
      await promise
    },
    async free() {
      isFull = false
      await filling
      await rm(ballast, { force: true })
    },
    makeReadOnly: () => void spawnSync('mount', ['-o', 'remount,ro', folder]),
    async remove() {
      // Lazily: a server that was just stopped may hold a file still.
      spawnSync('umount', ['-l', folder])
      await rmdir(folder)
    },
  }
}

async function fits(writing: Promise<{ bytesWritten: number }>, bytes: number): Promise<boolean> {
  return writing.then(
    ({ bytesWritten }) => bytesWritten === bytes,
    () => false,
  )
}
