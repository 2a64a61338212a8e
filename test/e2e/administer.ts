import { expect } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { createTestTerminal } from '../terminal.ts'
import { noteSecret, noteSecretsIn } from './secrets.ts'

/** Runs a command on a data folder in this process, expects success, and answers what it printed, without the line end. What it shows of secrets is noted. */
export async function administer(
  data: string,
  args: readonly string[],
  options: { readonly stdin?: string; readonly env?: Record<string, string> } = {},
): Promise<string> {
  const terminal = createTestTerminal(options)
  const code = await runProgram([...args, '--data', data], terminal)
  expect({ code, stderr: terminal.err() }).toEqual({ code: 0, stderr: '' })
  noteSecret('what was given on stdin', (options.stdin ?? '').trim())
  noteSecretsIn(terminal.out())
  return terminal.out().replace(/\n$/, '')
}
