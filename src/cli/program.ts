import { Command, CommanderError } from 'commander'
import { readVersion } from '../config.ts'
import { EXIT_USAGE, reportFailure } from './failure.ts'
import type { Terminal } from './terminal.ts'

type AddCommand = (program: Command, terminal: Terminal, setExitCode: (code: number) => void) => void

/** In the order of the help. Each is loaded when it is asked for: together they open a thousand files, which takes longer than most commands do. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import('./serve.ts')).addServeCommand,
  demo: async () => (await import('./demo.ts')).addDemoCommand,
  solve: async () => (await import('./solve.ts')).addSolveCommand,
  check: async () => (await import('./check.ts')).addCheckCommand,
  explain: async () => (await import('./explain.ts')).addExplainCommand,
  recommend: async () => (await import('./recommend.ts')).addRecommendCommand,
  estimate: async () => (await import('./estimate.ts')).addEstimateCommand,
  generate: async () => (await import('./generate.ts')).addGenerateCommand,
  stress: async () => (await import('./stress.ts')).addStressCommand,
  repair: async () => (await import('./repair.ts')).addRepairCommand,
  replan: async () => (await import('./replan.ts')).addReplanCommand,
  diff: async () => (await import('./diff.ts')).addDiffCommand,
  demand: async () => (await import('./demand.ts')).addDemandCommand,
  import: async () => (await import('./import.ts')).addImportCommand,
  export: async () => (await import('./export.ts')).addExportCommand,
  organization: async () => (await import('./organization.ts')).addOrganizationCommand,
  department: async () => (await import('./department.ts')).addDepartmentCommand,
  user: async () => (await import('./user.ts')).addUserCommand,
  token: async () => (await import('./token.ts')).addTokenCommand,
  audit: async () => (await import('./audit.ts')).addAuditCommand,
  nodes: async () => (await import('./nodes.ts')).addNodesCommand,
  doctor: async () => (await import('./doctor.ts')).addDoctorCommand,
  callbacks: async () => (await import('./callbacks.ts')).addCallbacksCommand,
  receive: async () => (await import('./receive.ts')).addReceiveCommand,
  fake: async () => (await import('./fake.ts')).addFakeCommand,
  key: async () => (await import('./key.ts')).addKeyCommand,
  migrate: async () => (await import('./migrate.ts')).addMigrateCommand,
  backup: async () => (await import('./backup.ts')).addBackupCommand,
  restore: async () => (await import('./restore.ts')).addRestoreCommand,
}

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
  const setExitCode = (code: number): void => {
    exitCode = code
  }
  for (const add of await loadCommands(args[0])) add(program, terminal, setExitCode)
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (failure) {
    return failure instanceof CommanderError ? reportUsage(terminal, failure) : reportFailure(terminal, failure)
  }
}

/** The command that is asked for; all of them where that is none of them, so that help and suggestions know every name. */
function loadCommands(asked: string | undefined): Promise<AddCommand[]> {
  const load = asked !== undefined && Object.hasOwn(COMMANDS, asked) ? [COMMANDS[asked]!] : Object.values(COMMANDS)
  return Promise.all(load.map((each) => each()))
}

function reportUsage(terminal: Terminal, failure: CommanderError): number {
  if (failure.exitCode === 0) return 0
  if (failure.code !== 'commander.help') {
    const detail = failure.message.replace(/^error: /, '').replaceAll('\n', ' ')
    terminal.stderr.write(`usage-wrong: ${detail}\n  Remedy: Add --help to see what the command takes.\n`)
  }
  return EXIT_USAGE
}
