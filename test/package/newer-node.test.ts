import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ROOT } from '../source-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'turnus-newer-node-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** An npm that notes each call and "installs" a node that is a text, as an npm would that runs the install script, or fails. */
const WORKING_NPM = '#!/bin/sh\necho "$@" >> "$NPM_CALLS"\nmkdir -p node_modules/node/bin\necho fetched > node_modules/node/bin/node\n'
const FAILING_NPM = '#!/bin/sh\necho "$@" >> "$NPM_CALLS"\nexit 7\n'

describe('the Node that Turnus runs on', () => {
  for (const { version, expected } of [
    { version: '20.20.2', expected: false },
    { version: '24.6.9', expected: false },
    { version: '24.7.0', expected: true },
    { version: '24.21.0', expected: true },
    { version: '26.0.0', expected: true },
  ]) {
    test(`${version} is ${expected ? 'new enough' : 'too old'}`, () => {
      expect(inChild(`isNewEnough('${version}')`, newCase(WORKING_NPM)).stdout).toBe(`${expected}\n`)
    })
  }
})

// The fake npm is a shell script.
describe.skipIf(process.platform === 'win32')('an installed Turnus without a Node that is new enough', () => {
  test('has npm fetch one into the cache folder of the user, once', () => {
    const place = newCase(WORKING_NPM)
    const first = inChild('findNewerNode()', place)
    expect(first.stderr).toContain('Turnus needs Node 24.7 or newer')
    expect(readFileSync(first.stdout.trim(), 'utf8')).toBe('fetched\n')
    expect(first.stdout.startsWith(join(place.cache, 'turnus'))).toBe(true)
    expect(inChild('findNewerNode()', place)).toEqual({ stdout: first.stdout, stderr: '' })
    expect(callsOf(place)).toHaveLength(1)
    expect(readdirSync(join(place.cache, 'turnus'))).toHaveLength(1)
  })

  test('approves the install script of that one package, in that version', () => {
    const place = newCase(WORKING_NPM)
    const program = inChild('findNewerNode()', place).stdout.trim()
    const { dependencies, allowScripts } = JSON.parse(readFileSync(join(dirname(program), '..', '..', '..', 'package.json'), 'utf8')) as {
      dependencies: { node: string }
      allowScripts: Record<string, boolean>
    }
    expect(dependencies.node).toMatch(/^24\.\d+\.\d+$/)
    expect(allowScripts).toEqual({ [`node@${dependencies.node}`]: true })
  })

  test('says what to do when npm fails, and leaves nothing behind', () => {
    const place = newCase(FAILING_NPM)
    const { stdout } = inChild(
      '(() => { try { return findNewerNode() } catch (failure) { return [failure.message, failure.remedy].join("|") } })()',
      place,
    )
    expect(stdout).toBe('npm could not fetch it (exit code 7).|Install Node 24.7 or newer, and run this again.\n')
    expect(readdirSync(join(place.cache, 'turnus'))).toEqual([])
  })
})

interface Place {
  readonly cache: string
  readonly bin: string
  readonly calls: string
  readonly program: string
}

/** bin/ as it lies in an installed package, an empty cache, and an npm of ours first on the PATH. */
function newCase(npm: string): Place {
  const root = mkdtempSync(join(folder, 'case-'))
  cpSync(join(ROOT, 'bin'), join(root, 'package', 'bin'), { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(root, 'package', 'package.json'))
  const place = {
    cache: join(root, 'cache'),
    bin: join(root, 'path'),
    calls: join(root, 'calls'),
    program: join(root, 'package', 'bin', 'newer-node.js'),
  }
  mkdirSync(place.bin)
  writeFileSync(join(place.bin, 'npm'), npm)
  chmodSync(join(place.bin, 'npm'), 0o755)
  return place
}

/** The value of an expression about bin/newer-node.js, printed by a process of its own. */
function inChild(expression: string, { cache, bin, calls, program }: Place): { stdout: string; stderr: string } {
  const code = `import { findNewerNode, isNewEnough } from ${JSON.stringify(program)}; console.log(${expression})`
  const env = { ...process.env, XDG_CACHE_HOME: cache, NPM_CALLS: calls, PATH: `${bin}${delimiter}${process.env.PATH}` }
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8', env })
  return { stdout, stderr }
}

function callsOf({ calls }: Place): readonly string[] {
  return existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []
}
