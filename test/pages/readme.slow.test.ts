// Slow: every command of the page starts as a process, the demonstration among them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { commandsOf, openPage } from './page.ts'
import { copyExamples, npmOfClone } from './stand-ins.ts'
import { createWorkbench, type Workbench } from './workbench.ts'

/** Where the receiver of the page listens, in the place of its port and host; it says which port it has. */
const ON_A_FREE_PORT = '0, "127.0.0.1", function () { console.error("at", this.address().port) }'
/** Between the answers of commands. */
const LINE = '====\n'

describe.skipIf(process.platform === 'win32')('README.md, command by command', () => {
  const page = openPage('README.md')
  /** Where the gateway listens. */
  let gateway: string
  let bench: Workbench

  beforeAll(() => {
    const shorter = { '--max-seconds 20': '--max-seconds 600 --max-iterations 400000 --threads 1' }
    const moved = { '8099, "127.0.0.1"': ON_A_FREE_PORT, 'curl ': 'curl -sS ', ...shorter }
    bench = createWorkbench({ moved, env: { TURNUS_PORT: '0', TURNUS_THREADS: '1' }, programs: { npm: npmOfClone() } })
  })
  afterAll(() => bench?.close(), 60_000)

  test('the demonstration ends well, and the gateway starts with an administrator', async () => {
    const [demo, start] = commandsOf(page.take('Turnus', 'sh')) as [string, string]
    expect(await bench.run(demo)).toContain('genuine; no first-priority rule is broken, and no mandatory shift is empty')
    const serving = await bench.start(start, /password/)
    await serving.stop()
  })

  test('the hospital month is sent, listed, looked at, followed to its end, and called back', async () => {
    const serving = await bench.start(page.take('A token, and a first request', 'sh'), /openapi\.json/)
    gateway = /Turnus listens on (http:\/\/127\.0\.0\.1:\d+)\n/.exec(serving.output())![1]!
    bench.move({ 'http://127.0.0.1:8080': gateway })
    const received = await bench.start(page.take('A token, and a first request', 'sh'), /^at \d+\n/)
    const [, port] = /^at (\d+)\n/.exec(received.output())!
    // Longer than anybody waits: it is stopped once all was seen of it.
    copyExamples(bench.folder, { port: port!, maxSeconds: 600 })
    const commands = commandsOf(page.take('A token, and a first request', 'sh'))
    const found = 'until curl http://127.0.0.1:8080/api/v1/gateway/1/solution -H "Authorization: Bearer $TOKEN" | grep -q shifts; do sleep 0.2; done'
    const [exportToken, ...requests] = commands.map((command) => (command.includes('/solution') ? `${found}\n${command}` : command))
    const { output } = await bench.start([`${exportToken}\necho "$TOKEN"`, ...requests].join(`\nprintf '%s' '${LINE}'\n`), /^event: better$/m)
    await createClient({ baseUrl: gateway, token: output().split(LINE)[0]!.trim() }).stop('1')
    await expect.poll(output).toMatch(/^event: end\ndata: .*\n/m)
    const [, submitted, listed, status, solution, events] = output().split(LINE)
    expect(submitted).toMatch(/^HTTP\/1\.1 201 Created\r\n[\s\S]*^location: \/api\/v1\/gateway\/1\r\n[\s\S]*"solverProblemId":"1"/im)
    expect(listed).toMatch(/\[\{"solverProblemId":"1"/)
    expect(status).toMatch(/"solverProblemId":"1","status":"(?:QUEUED|SOLVING)"/)
    expect(solution).toMatch(/"score":\[0,/)
    expect(solution).toMatch(/"shifts":\[\{/)
    expect(events).toMatch(/^event: better\n[\s\S]*^event: end\ndata: \{"status":"SOLVED"/m)
    await expect.poll(received.output).toMatch(/"type":"schedule\.solved"[\s\S]*"solverProblemId":"1"/)
  })

  test('what it shows of HTTP is what the gateway takes and answers', async () => {
    const [, path, body] = /^POST (\S+) HTTP\/1\.1\n[\s\S]*?\n\n([\s\S]*)$/.exec(page.take('Turnus', 'http'))!
    const [, status, location, shown] = /^HTTP\/1\.1 (\d+) Created\nLocation: (\S+)\n\n([\s\S]*)$/.exec(page.take('Turnus', 'http'))!
    const TOKEN = (await bench.run('npx turnus token create --organization Turnus --department main')).trim()
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
    const answer = await fetch(`${gateway}${path}`, { method: 'POST', headers, body: body! })
    // One request was sent before this one.
    const second = (text: string): string => text.replace('gateway/1', 'gateway/2').replace('"solverProblemId": "1"', '"solverProblemId": "2"')
    expect(answer.status).toBe(Number(status))
    expect(answer.headers.get('location')).toBe(second(location!))
    expect(await answer.json()).toMatchObject(JSON.parse(second(shown!.replace(', …', ''))) as object)
  })

  test('the same without a server: solved, judged, exported, explained, recommended for and repaired', async () => {
    const commands = [...commandsOf(page.take('A token, and a first request', 'sh')), ...commandsOf(page.take('A token, and a first request', 'sh'))]
    const output = await bench.run(commands.join(`\nprintf '%s' '${LINE}'\n`))
    const [solved, checked, , explained, explainedOne, recommended, repaired] = output.split(LINE)
    expect(solved).toMatch(/^Score 0 \/ 0 \/ .* after /)
    expect(checked).toContain('The solution stands: no first-priority rule is broken, no mandatory shift is empty, and what it states is so.')
    expect(readFileSync(join(bench.folder, 'roster.html'), 'utf8')).toContain(
      '<title>Roster 2027-02-01 to 2027-02-28, times of Europe/Copenhagen</title>',
    )
    expect(explained).toMatch(/Broken:\n {2}\w+, priority 3[\s\S]*Kept/)
    expect(explainedOne).toMatch(/^Birgitte L\.\n {2}Works \d+ shifts/)
    expect(recommended).toMatch(/^As the roster stands the score is [\s\S]*employee +score change +in the way/)
    expect(repaired).toContain('Nothing has to be repaired')
    page.expectAllTaken('sh', 'http')
  })
})
