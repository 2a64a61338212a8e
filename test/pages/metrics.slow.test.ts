// Slow: the commands of its page run, as they stand there.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { openPage } from './page.ts'
import { createWorkbench, type Running, type Workbench } from './workbench.ts'

interface ScrapeConfiguration {
  readonly scrape_configs: readonly { readonly job_name: string; readonly static_configs: readonly { readonly targets: readonly string[] }[] }[]
}

const COMMAND = /^TURNUS_METRICS_PORT=(\d+) npx turnus serve +# (http:\S+)\n$/
/** Where Prometheus asks when the configuration names no path. */
const PROMETHEUS_PATH = '/metrics'

describe.skipIf(process.platform === 'win32')('docs/metrics.md, block by block', () => {
  const page = openPage('docs/metrics.md')
  const serve = page.take('Metrics', 'sh')
  const [, port, address] = COMMAND.exec(serve)!
  const [scrape] = (parse(page.take('Metrics', 'yaml')) as ScrapeConfiguration).scrape_configs
  const targets = scrape!.static_configs.flatMap((one) => one.targets)
  let database: TestDatabase
  let bench: Workbench
  /** What listens where the page says, each on a port that was free. */
  const here: Record<string, string> = {}

  beforeAll(async () => {
    database = await createTestDatabase()
    const env = { DATABASE_URL: database.url, TURNUS_SECRET_KEY: randomBytes(32).toString('hex'), TURNUS_PORT: '0', TURNUS_THREADS: '1' }
    bench = createWorkbench({ moved: { [port!]: '0' }, env })
  })
  afterAll(async () => {
    await bench?.close()
    await database?.close()
  })

  /** Starts a process whose metrics the page has at `target`. */
  async function startFor(target: string, command: string, ready: RegExp): Promise<Running> {
    const running = await bench.start(command, ready)
    const [, host] = /metrics and health of this process: http:\/\/(\S+)\/metrics/.exec(running.output())!
    expect(new URL(`http://${host}`).hostname).toBe(new URL(`http://${target}`).hostname)
    here[target] = host!
    return running
  }

  test('the process that is started tells its metrics at the address that stands beside the command, and is ready', async () => {
    const { host, pathname } = new URL(address!)
    expect(host).toMatch(new RegExp(`:${port}$`))
    const { output } = await startFor(host, serve, /listens on[\s\S]*metrics and health .*\n/)
    const metrics = await fetch(`http://${here[host]}${pathname}`)
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=/)
    expect(await metrics.text()).toMatch(/^turnus_node\{.*roles="gateway,solver,dispatcher".*\} 1$/m)
    for (const path of ['/health/live', '/health/ready']) expect([path, (await fetch(`http://${here[host]}${path}`)).status]).toEqual([path, 200])
    // A port of its own: clients ask at another.
    const [, gateway] = /listens on (http:\S+)/.exec(output())!
    expect((await fetch(`${gateway}${PROMETHEUS_PATH}`)).status).toBe(404)
  })

  test('the scrape configuration reads that process and two more, each on a port of its own', async () => {
    expect(targets[0]).toBe(new URL(address!).host)
    expect(new Set(targets).size).toBe(targets.length)
    const command = `${serve.trimEnd().replace(/ +#.*/, '')} --role dispatcher`
    await Promise.all(targets.slice(1).map((target) => startFor(target, command, /metrics and health .*\n/)))
    const nodes = await Promise.all(
      targets.map(
        async (target) => /^turnus_node\{node="([^"]+)"/m.exec(await (await fetch(`http://${here[target]}${PROMETHEUS_PATH}`)).text())?.[1],
      ),
    )
    expect(nodes).toEqual(targets.map(() => expect.any(String)))
    expect(new Set(nodes).size).toBe(targets.length)
    page.expectAllTaken('sh', 'yaml')
  })
})
