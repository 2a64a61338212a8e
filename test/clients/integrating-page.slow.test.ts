// Slow: every example of the page is run as a program.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { type FakeGateway, startFake } from '../../src/fake/gateway.ts'
import { ROOT, readText } from '../source-files.ts'
import { startGateway, type TestGateway } from './gateway.ts'
import { isThere, runProgram } from './run-program.ts'

const PAGE = readText('docs/integrating.md')
const FAKE_PAGE = readText('docs/fake.md')

/** `turnus/client` is the source here, so that nothing has to be built before. */
const NODE = [process.execPath, '--conditions=source'] as const

/** How a program of the page is run in the folder that it was written to; `needs`: a program that has to be there. */
const LANGUAGES = [
  { fence: 'sh', file: 'submit.sh', needs: 'curl', command: ['sh', 'submit.sh'] },
  { fence: 'js', file: 'submit.mjs', needs: 'node', command: [...NODE, 'submit.mjs'] },
  { fence: 'python', file: 'submit.py', needs: 'python3', command: ['python3', '-B', 'submit.py'] },
  { fence: 'php', file: 'submit.php', needs: 'php', command: ['php', 'submit.php'] },
] as const

/** The one block of a page in a language. */
function blockOf(page: string, fence: string): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))]
  expect(blocks).toHaveLength(1)
  return blocks[0]![1]!
}

let folder: string
let gateway: TestGateway
let fake: FakeGateway

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnus-integrating-'))
  writeFileSync(join(folder, 'schedule.json'), blockOf(PAGE, 'json'))
  // The package under its name, the Python client copied beside the program.
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(ROOT, join(folder, 'node_modules', 'turnus'))
  writeFileSync(join(folder, 'turnus.py'), readText('clients/python/turnus.py'))
  fake = await startFake()
  gateway = await startGateway()
})

afterAll(async () => {
  await gateway?.close()
  await fake?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the schedule of the page is one, without error or warning', () => {
  const { errors, warnings } = readSubmission(JSON.parse(blockOf(PAGE, 'json')), { callback: 'required' })
  expect([errors, warnings]).toEqual([[], []])
})

// They wait most of the time.
describe.concurrent('the program of the page', () => {
  for (const { fence, file, needs, command } of LANGUAGES) {
    if (!isThere(needs)) process.stdout.write(`Skipped: there is no ${needs} here for the example in ${fence}.\n`)
    test.skipIf(!isThere(needs))(`in ${fence} submits, waits and reads the roster`, async () => {
      writeFileSync(join(folder, file), blockOf(PAGE, fence))
      const env = { TURNUS_URL: gateway.url, TURNUS_TOKEN: gateway.token }
      const { code, stdout, stderr } = await runProgram(command, { env, cwd: folder })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      const employees = [...stdout.matchAll(/shift 10[12]:? (1[12])/g), ...stdout.matchAll(/"id":10[12],[^}]*"employee":(1[12])/g)].map(
        ([, id]) => id,
      )
      expect(employees.sort()).toEqual(['11', '12'])
    })

    test.skipIf(!isThere(needs))(`in ${fence} says why when the search failed, and ends with another code than 0`, async () => {
      const failing = mkdtempSync(join(folder, 'failing-'))
      const schedule = JSON.parse(blockOf(PAGE, 'json')) as object
      writeFileSync(join(failing, 'schedule.json'), JSON.stringify({ ...schedule, callbackUrl: `http://127.0.0.1:9/?fake=failed,lost&in=${fence}` }))
      writeFileSync(join(failing, file), blockOf(PAGE, fence))
      writeFileSync(join(failing, 'turnus.py'), readText('clients/python/turnus.py'))
      const { address, token, close } = await startFake()
      const { code, stdout, stderr } = await runProgram(command, { env: { TURNUS_URL: address, TURNUS_TOKEN: token }, cwd: failing })
      await close()
      expect({ code, says: stderr.includes('told to fail'), rows: stdout.includes('shift 101') }).toEqual({ code: 1, says: true, rows: false })
      expect(`${stdout}${stderr}`).not.toMatch(/TypeError|Warning|Undefined/)
    })
  }
})

describe('the program', () => {
  test.skipIf(!isThere('php'))('in php comes again when it is put off, and is stored once', async () => {
    const putOff = mkdtempSync(join(folder, 'put-off-'))
    const schedule = JSON.parse(blockOf(PAGE, 'json')) as object
    writeFileSync(join(putOff, 'schedule.json'), JSON.stringify({ ...schedule, callbackUrl: 'http://127.0.0.1:9/?fake=unanswered,lost' }))
    writeFileSync(join(putOff, 'submit.php'), blockOf(PAGE, 'php'))
    const env = { TURNUS_URL: fake.address, TURNUS_TOKEN: fake.token }
    expect(await runProgram(['php', 'submit.php'], { env, cwd: putOff })).toMatchObject({ code: 0, stderr: '' })
    const listed = await fetch(`${fake.address}/api/v1/gateway`, { headers: { authorization: `Bearer ${fake.token}` } })
    expect(await listed.json()).toHaveLength(1)
  })

  test('of docs/fake.md passes', async () => {
    const text = blockOf(FAKE_PAGE, 'js')
    expect(text).toContain("'http://127.0.0.1:8081'")
    writeFileSync(join(folder, 'fake.test.mjs'), text.replace('http://127.0.0.1:8081', fake.address))
    const { code, stdout } = await runProgram([...NODE, 'fake.test.mjs'], { cwd: folder })
    expect({ code, passed: /^(?:ℹ|#) pass 1$/m.test(stdout) }).toEqual({ code: 0, passed: true })
  })
})
