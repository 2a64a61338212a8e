import { mkdir, open, writeFile } from 'node:fs/promises'
import { GatewayError } from '../model/errors.ts'
import { readRefusal } from '../model/system-failure.ts'
import type { Terminal } from './terminal.ts'

/** Writes a text to a file, or to stdout when none is named. Throws `usage-wrong` when it cannot be written there. */
export async function writeText(terminal: Terminal, path: string | undefined, text: string): Promise<void> {
  if (path === undefined) {
    terminal.stdout.write(text)
    return
  }
  await writeFile(path, text).catch(refuse(path, 'Name a file in a folder that you may write to.'))
}

/** A file to which one JSON line after the other is written. Throws `usage-wrong` when it cannot be. */
export async function openLines(path: string): Promise<{ add(line: unknown): void; close(): Promise<void> }> {
  const refused = refuse(path, 'Name a file in a folder that you may write to.')
  const file = await open(path, 'w').catch(refused)
  let written: Promise<unknown> = Promise.resolve()
  return {
    add(line) {
      written = written.then(() => file.write(`${JSON.stringify(line)}\n`))
      // `close` tells.
      written.catch(() => {})
    },
    close: () => written.catch(refused).finally(() => file.close()) as Promise<void>,
  }
}

/** Makes a folder, and those above it, where they are not there yet. Throws `usage-wrong` when it cannot be made. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch(refuse(path, 'Name a folder that you may write to.'))
}

function refuse(path: string, remedy: string): (cause: unknown) => never {
  return (cause) => {
    const refusal = readRefusal(cause)
    const reason = (cause as NodeJS.ErrnoException).code ?? String(cause)
    const detail = `${path} cannot be written${refusal === null ? '' : `: ${refusal.reason}`} (${reason}).`
    throw new GatewayError('usage-wrong', detail, refusal === null ? remedy : `${refusal.remedy}. ${remedy}`, { cause })
  }
}
