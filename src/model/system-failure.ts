/** What the system says when it refuses something, as people say it, and what they can do. A code that is not here may be a fault of ours. */
const REFUSALS: Readonly<Record<string, { readonly reason: string; readonly remedy: string }>> = {
  EACCES: { reason: 'this user may not', remedy: 'Give the command as a user who may, or permit it to this one' },
  EPERM: { reason: 'this user may not', remedy: 'Give the command as a user who may, or permit it to this one' },
  EROFS: { reason: 'its file system is read-only', remedy: 'Mount it so that it can be written' },
  ENOSPC: { reason: 'the disk is full', remedy: 'Make room' },
  EDQUOT: { reason: 'the quota of this user is used up', remedy: 'Make room, or raise the quota' },
  ENOTDIR: { reason: 'a file stands where a folder is meant', remedy: 'Move the file away' },
  EEXIST: { reason: 'a file stands where a folder is meant', remedy: 'Move the file away' },
  EISDIR: { reason: 'a folder stands where a file is meant', remedy: 'Move the folder away' },
  ELOOP: { reason: 'its links lead in a circle', remedy: 'Mend the links' },
  ENAMETOOLONG: { reason: 'the name is too long', remedy: 'Choose a shorter one' },
  EMFILE: { reason: 'this process may not open more files', remedy: 'Permit more (ulimit -n, LimitNOFILE= of systemd)' },
  ENFILE: { reason: 'the system may not open more files', remedy: 'End other programs, or permit more (fs.file-max)' },
  ENOMEM: { reason: 'there is no memory left', remedy: 'End other programs, or give the machine more memory' },
  EIO: { reason: 'the disk does not answer as it should', remedy: 'Look into the log of the system, and at the health of the disk' },
}

/** What the system refused and why: `path` as it says it, `reason` a half sentence, `remedy` a sentence without its end. */
export interface SystemRefusal {
  readonly code: string
  readonly path: string | null
  readonly reason: string
  readonly remedy: string
}

/** Reads an error of the system; null for any other, and for a refusal that may be a fault of ours. */
export function readRefusal(error: unknown): SystemRefusal | null {
  if (!(error instanceof Error)) return null
  const { code, path } = error as NodeJS.ErrnoException
  const refusal = code === undefined ? undefined : REFUSALS[code]
  return refusal === undefined ? null : { code: code!, path: path ?? null, ...refusal }
}
