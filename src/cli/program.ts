import { Command, CommanderError } from 'commander'
import { readVersion } from '../config.ts'
import { addBackupCommand } from './backup.ts'
import { addAuditCommand } from './audit.ts'
import { addCallbacksCommand } from './callbacks.ts'
import { addCheckCommand } from './check.ts'
import { addDemoCommand } from './demo.ts'
import { addDepartmentCommand } from './department.ts'
import { addDiffCommand } from './diff.ts'
import { addDoctorCommand } from './doctor.ts'
import { addEstimateCommand } from './estimate.ts'
import { addExplainCommand } from './explain.ts'
import { addExportCommand } from './export.ts'
import { EXIT_USAGE, reportFailure } from './failure.ts'
import { addFakeCommand } from './fake.ts'
import { addImportCommand } from './import.ts'
import { addKeyCommand } from './key.ts'
import { addMigrateCommand } from './migrate.ts'
import { addNodesCommand } from './nodes.ts'
import { addOrganizationCommand } from './organization.ts'
import { addReceiveCommand } from './receive.ts'
import { addRecommendCommand } from './recommend.ts'
import { addRepairCommand } from './repair.ts'
import { addRestoreCommand } from './restore.ts'
import { addServeCommand } from './serve.ts'
import { addSolveCommand } from './solve.ts'
import type { Terminal } from './terminal.ts'
import { addTokenCommand } from './token.ts'
import { addUserCommand } from './user.ts'

const COMMANDS = [
  addServeCommand,
  addDemoCommand,
  addSolveCommand,
  addCheckCommand,
  addExplainCommand,
  addRecommendCommand,
  addEstimateCommand,
  addRepairCommand,
  addDiffCommand,
  addImportCommand,
  addExportCommand,
  addOrganizationCommand,
  addDepartmentCommand,
  addUserCommand,
  addTokenCommand,
  addAuditCommand,
  addNodesCommand,
  addDoctorCommand,
  addCallbacksCommand,
  addReceiveCommand,
  addFakeCommand,
  addKeyCommand,
  addMigrateCommand,
  addBackupCommand,
  addRestoreCommand,
]

/** Runs `turnus` with these arguments (without the program's own name) and answers its exit code: 0 success, 1 no, 2 called wrongly. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0
  const program = new Command('turnus')
    .description('Shift-scheduling solver gateway: post a schedule, get the best roster called back.')
    .version(readVersion(), '--version', 'print the version')
    .helpOption('--help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      outputError: () => {}, // reported below, in the same form as every other failure
      getOutHelpWidth: () => terminal.stdout.columns ?? 100,
      getErrHelpWidth: () => terminal.stderr.columns ?? 100,
    })
  for (const add of COMMANDS) {
    add(program, terminal, (code) => {
      exitCode = code
    })
  }
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (failure) {
    return failure instanceof CommanderError ? reportUsage(terminal, failure) : reportFailure(terminal, failure)
  }
}

function reportUsage(terminal: Terminal, failure: CommanderError): number {
  if (failure.exitCode === 0) return 0
  if (failure.code !== 'commander.help') {
    const detail = failure.message.replace(/^error: /, '').replaceAll('\n', ' ')
    terminal.stderr.write(`usage-wrong: ${detail}\n  Remedy: Add --help to see what the command takes.\n`)
  }
  return EXIT_USAGE
}
