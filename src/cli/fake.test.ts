import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SCHEDULE } from '../../test/edge.ts'
import { createTestTerminal } from '../../test/terminal.ts'
import { createClient } from '../client/client.ts'
import { runProgram } from './program.ts'

async function scriptOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turnus-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'script.json'), text)
  return join(folder, 'script.json')
}

describe('turnus fake', () => {
  test('says where it listens and what opens it, plays its script, and ends when it is told to', async () => {
    const terminal = createTestTerminal()
    const ended = runProgram(
      ['fake', '--port', '0', '--script', await scriptOf('["failed,lost"]'), '--words', 'lost', '--requests-per-minute', '500'],
      terminal,
    )
    await expect.poll(() => terminal.out()).toContain('listens on http')
    const baseUrl = /http:\/\/\S+/.exec(terminal.out())![0]
    expect(terminal.out()).toMatch(/token +tns_fake .*\n.*password fake\n +secret +whsec_/)
    const client = createClient({ baseUrl, token: 'tns_fake' })
    const ends: string[] = []
    for (let i = 0; i < 2; i += 1) {
      const { solverProblemId } = await client.submit({ ...SCHEDULE, callbackUrl: 'http://127.0.0.1:9/' })
      ends.push((await client.waitForEnd(solverProblemId, { everyMs: 10 })).status)
    }
    expect(ends).toEqual(['FAILED', 'SOLVED'])
    const { headers } = await fetch(`${baseUrl}/api/v1/gateway`, { headers: { authorization: 'Bearer tns_fake' } })
    expect(headers.get('ratelimit-policy')).toContain('q=500;w=60')
    terminal.interrupt()
    expect(await ended).toBe(0)
  })

  for (const { name, args, says } of [
    { name: 'words that are none', args: ['--words', 'sloved'], says: '"sloved" is no word of the fake gateway' },
    { name: 'a rate of none', args: ['--requests-per-minute', '0'], says: 'Give an integer from 1 to 1000000.' },
    { name: 'a secret that is none', args: ['--secret', 'x'], says: 'does not begin with whsec_' },
    { name: 'an address that is not of this machine', args: ['--host', '192.0.2.1', '--port', '0'], says: 'Nothing can listen on 192.0.2.1' },
  ]) {
    test(`refuses ${name}, and says what to do`, async () => {
      const terminal = createTestTerminal()
      expect(await runProgram(['fake', ...args], terminal)).toBeGreaterThan(0)
      expect(terminal.err()).toContain(says)
    })
  }

  test('refuses a script that is no list of texts, or has a word that is none', async () => {
    for (const [text, says] of [
      ['{}', 'is no JSON list of texts'],
      ['[1]', 'is no JSON list of texts'],
      ['[', 'is no JSON list of texts'],
      ['["solved", "sloved"]', '"sloved" is no word'],
    ] as const) {
      const terminal = createTestTerminal()
      expect(await runProgram(['fake', '--port', '0', '--script', await scriptOf(text)], terminal)).toBe(2)
      expect(terminal.err()).toContain(says)
    }
  })
})
