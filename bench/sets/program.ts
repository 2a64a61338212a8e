import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The root of the project, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const MAX_OUTPUT_BYTES = 64 * 2 ** 20

/** A program that has ended. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program from the root of the project to its end. Throws when it cannot be started, is killed, or takes longer than `limitMs`. */
export function runToEnd(command: string, args: readonly string[], limitMs: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd: ROOT, timeout: limitMs, maxBuffer: MAX_OUTPUT_BYTES, encoding: 'utf8' }, (error, stdout, stderr) => {
      if (error === null) resolve({ code: 0, stdout, stderr })
      else if (typeof error.code === 'number') resolve({ code: error.code, stdout, stderr })
      else if (error.killed === true) reject(new Error(`${command} was ended after ${limitMs / 1000} s.`, { cause: error }))
      else reject(error)
    })
  })
}
