import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT, readText } from '../source-files.ts'

const PAGE = readText('docs/getting-started.md')
const READY_MS = 60_000
/** As in bin/turnus.js run by this Node: a shell function, so that the commands stay as they are written. */
const NPX = `npx() { shift; '${process.execPath}' '${join(ROOT, 'bin', 'turnus.js')}' "$@"; }`

/** The blocks of a section of the page that are written in one language. */
function blocksOf(section: number, language: string): readonly string[] {
  const text = PAGE.split(/^## /m)[section]!
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block]) => block!)
}

describe.skipIf(process.platform === 'win32')('docs/getting-started.md, command by command', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnus-started-'))
  const running: { child: ChildProcess; output: () => string }[] = []
  let ports: { gateway: number; receiver: number }

  beforeAll(async () => {
    ports = { gateway: await freePort(), receiver: await freePort() }
    // The page's own schedule; only its port is one that is free here.
    writeFileSync(join(folder, 'shop.json'), moved(blocksOf(2, 'json')[0]!))
  })
  afterAll(async () => {
    for (const { child } of running.toReversed()) await end(child)
    rmSync(folder, { recursive: true, force: true })
  })

  test('the demonstration ends well', async () => {
    expect(await run(blocksOf(1, 'sh')[0]!)).toContain('no first-priority rule is broken')
  })

  test('the schedule is solved, checked and explained without a server', async () => {
    const output = await run(blocksOf(3, 'sh')[0]!)
    expect(output).toContain('Anna')
    expect(output).toMatch(/Score 0 \/ 0/)
  })

  test('the gateway starts, the receiver listens, and the submission is solved and called back', async () => {
    await start(blocksOf(4, 'sh')[0]!, /listens on/)
    await start(blocksOf(5, 'sh')[0]!, new RegExp(`${ports.receiver}`))
    const [submit, read] = blocksOf(6, 'sh') as [string, string]
    const solved = 'until curl -s http://127.0.0.1:8080/api/v1/gateway/1 -H "Authorization: Bearer $TOKEN" | grep -q SOLVED; do sleep 1; done'
    expect(await run(`${submit}\n${solved}\n${read}`)).toMatch(/"solverProblemId":"1"[\s\S]*"status":"SOLVED"[\s\S]*"shifts":\[/)
    await expect.poll(() => running[1]!.output(), { timeout: READY_MS }).toMatch(/genuine[\s\S]*schedule\.solved|schedule\.solved[\s\S]*genuine/)
  })

  /** The same text with ports that are free on this machine. */
  function moved(text: string): string {
    return text.replaceAll('8080', String(ports.gateway)).replaceAll('9000', String(ports.receiver))
  }

  function shell(block: string): ChildProcess {
    const env = { ...process.env, TURNUS_PORT: String(ports.gateway), TURNUS_LOG_LEVEL: 'warn' }
    return spawn('sh', ['-e', '-c', `${NPX}\n${moved(block)}`], { cwd: folder, env, detached: true })
  }

  /** Runs commands to their end. Fails with what they said when one of them fails. */
  async function run(block: string): Promise<string> {
    const child = shell(block)
    const output = collect(child)
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect({ code, output: code === 0 ? '' : output() }).toEqual({ code: 0, output: '' })
    return output()
  }

  /** Starts a command that goes on, and waits until it says that it is ready. */
  async function start(block: string, ready: RegExp): Promise<void> {
    const child = shell(block)
    const output = collect(child)
    running.push({ child, output })
    await expect.poll(output, { timeout: READY_MS }).toMatch(ready)
  }
})

function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}

/** Ends a shell and what it started, which have a group of their own. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const closed = new Promise((resolve) => child.on('close', resolve))
  process.kill(-child.pid!, 'SIGTERM')
  await Promise.race([closed, sleep(20_000)])
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
