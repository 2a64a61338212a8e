import { keepCompiledCode } from '../threads/keep-compiled.ts'
import { EXIT_NO, outputLost, reportFailure } from './failure.ts'
import { runProgram } from './program.ts'
import { processTerminal } from './terminal.ts'

const PARENT_WATCH_MS = 500

// Host names of callbacks are looked up on these threads, each for as long as its name server takes. Of four, which is the default, four name
// servers that do not answer would stop every callback. Read when the first thread is needed, so it can still be set here.
process.env.UV_THREADPOOL_SIZE ??= '16'

// Not only the solver is WebAssembly: so is the parser of the HTTP client that callbacks go out with.
keepCompiledCode()
const terminal = processTerminal()

// Under npm, npx or bin/turnus.js a process that was killed stands between us and whoever asked for the end: npm, told to stop, ends the
// shell that started us, and nobody else. So when that parent is gone, we stop in order and leave no gateway behind.
if (process.env.npm_lifecycle_event !== undefined || process.env.TURNUS_LAUNCHER !== undefined) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_WATCH_MS)
  watch.unref()
}

// A reader that has seen enough (`turnus … | head`) is no error; what was begun is still ended in order.
// Whatever else keeps the output from being written (a full disk) is told once, and the command has failed.
let isOutputLost = false
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || isOutputLost) return
  isOutputLost = true
  process.exitCode = reportFailure(terminal, outputLost(error))
})
// There is nobody left to tell.
process.stderr.on('error', () => undefined)

const exitCode = await runProgram(process.argv.slice(2), terminal)
process.exitCode = isOutputLost ? EXIT_NO : exitCode
