import { runProgram } from './program.ts'
import { processTerminal } from './terminal.ts'

const PARENT_WATCH_MS = 500

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
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await runProgram(process.argv.slice(2), processTerminal())
