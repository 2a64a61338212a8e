import { writeFile } from 'node:fs/promises'
import { GatewayError } from '../model/errors.ts'
import type { Terminal } from './terminal.ts'

/** Writes a text to a file, or to stdout when none is named. Throws `usage-wrong` when it cannot be written there. */
export async function writeText(terminal: Terminal, path: string | undefined, text: string): Promise<void> {
  if (path === undefined) {
    terminal.stdout.write(text)
    return
  }
  try {
    await writeFile(path, text)
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? String(cause)
    throw new GatewayError('usage-wrong', `${path} cannot be written (${reason}).`, 'Name a file in a folder that you may write to.', { cause })
  }
}
