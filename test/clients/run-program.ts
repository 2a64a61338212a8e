import { execFile, execFileSync } from 'node:child_process'
import { ROOT } from '../source-files.ts'

/** Whether a program is on the PATH. */
export function isThere(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs a program from the root of the repository, beside the servers of this process, and answers what became of it. */
export function runProgram(
  command: readonly [string, ...string[]],
  { env = {}, cwd = ROOT, timeoutMs = 90_000 }: { env?: Readonly<Record<string, string>>; cwd?: string; timeoutMs?: number } = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const [program, ...args] = command
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env: { ...process.env, ...env }, timeout: timeoutMs }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, stdout, stderr })
    })
  })
}
