#!/usr/bin/env node
/**
 * The command `turnus`. Plain JavaScript for any Node from 20 on: when the Node that started it is older than the one Turnus runs on, it
 * starts that one, from this clone's node_modules, and passes on arguments, signals and the exit code.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

// Runs TypeScript as it is, and has Argon2 in node:crypto.
const OLDEST = { major: 24, minor: 7 }
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const main = pathOf('../src/cli/main.ts')
const pinnedNode = pathOf(`../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`)

if (!existsSync(pinnedNode)) {
  const { status } = spawnSync(process.execPath, [pathOf('../scripts/setup.mjs')], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) await import(main)
else startPinned()

function startPinned() {
  // TURNUS_LAUNCHER makes the child watch this process, so that kill -9 here leaves no gateway behind.
  const child = spawn(pinnedNode, [main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, TURNUS_LAUNCHER: String(process.pid) },
  })
  for (const signal of FORWARDED_SIGNALS) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`environment-unfit: ${pinnedNode} could not be started: ${error.message}\n  Remedy: npm run setup\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
