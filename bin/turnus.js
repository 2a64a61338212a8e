#!/usr/bin/env node
/**
 * The command `turnus`. Plain JavaScript for any Node from 20 on: when the Node that started it is older than the one Turnus runs on, it
 * starts that one (bin/newer-node.js) and passes on arguments, signals and the exit code. In a clone it runs the sources, installed what was
 * compiled from them.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { findNewerNode, isNewEnough, Unfit } from './newer-node.js'

const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const source = pathOf('../src/cli/main.ts')
const isClone = existsSync(source)
const main = isClone ? source : pathOf('../dist/cli/main.js')

if (isClone && !isSetUp()) {
  const { status } = spawnSync(process.execPath, [pathOf('../scripts/setup.mjs')], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}

if (isNewEnough(process.versions.node)) await import(main)
else startNewer()

/** What this Node needs of node_modules: a library of Turnus, or the Node that runs it. */
function isSetUp() {
  return existsSync(pathOf(`../node_modules/${isNewEnough(process.versions.node) ? 'commander' : 'node/bin'}`))
}

function startNewer() {
  const node = findOrEnd()
  // TURNUS_LAUNCHER makes the child watch this process, so that kill -9 here leaves no gateway behind.
  const child = spawn(node, [main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, TURNUS_LAUNCHER: String(process.pid) },
  })
  for (const signal of FORWARDED_SIGNALS) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => end(`${node} could not be started: ${error.message}`, 'Install Node 24.7 or newer, or run: npm run setup'))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

function findOrEnd() {
  try {
    return findNewerNode()
  } catch (failure) {
    if (failure instanceof Unfit) return end(failure.message, failure.remedy)
    throw failure
  }
}

function end(detail, remedy) {
  process.stderr.write(`environment-unfit: ${detail}\n  Remedy: ${remedy}\n`)
  process.exit(1)
}
