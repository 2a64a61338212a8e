import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { openPage } from './page.ts'
import { createWorkbench, freePort, type Workbench } from './workbench.ts'

interface ScrapeConfiguration {
  readonly scrape_configs: readonly { readonly job_name: string; readonly static_configs: readonly { readonly targets: readonly string[] }[] }[]
}

const COMMAND = /^TURNUS_METRICS_PORT=(\d+) npx turnus serve +# (http:\S+)\n$/
/** Where Prometheus asks when the configuration names no path. */
const PROMETHEUS_PATH = '/metrics'

describe.skipIf(process.platform === 'win32')('docs/metrics.md, block by block', { timeout: 120_000 }, () => {
  const page = openPage('docs/metrics.md')
  const serve = page.take('Metrics', 'sh')
  const [, port, address] = COMMAND.exec(serve)!
  const [scrape] = (parse(page.take('Metrics', 'yaml')) as ScrapeConfiguration).scrape_configs
  const targets = scrape!.static_configs.flatMap((one) => one.targets)
  let database: TestDatabase
  let bench: Workbench
  /** A free port in the place of each of the page. */
  let moved: Record<string, string>

  beforeAll(async () => {
    database = await createTestDatabase()
    moved = Object.fromEntries(
      await Promise.all(targets.map(async (target) => [new URL(`http://${target}`).port, String(await freePort())] as const)),
    )
    const env = { DATABASE_URL: database.url, TURNUS_SECRET_KEY: randomBytes(32).toString('hex'), TURNUS_PORT: '0', TURNUS_THREADS: '1' }
    bench = createWorkbench({ moved, env })
  })
  afterAll(async () => {
    await bench?.close()
    await database?.close()
  }, 60_000)

  const here = (text: string): string => Object.entries(moved).reduce((all, [from, to]) => all.replaceAll(from, to), text)

  test('the process that is started tells its metrics at the address that stands beside the command, and is ready', async () => {
    expect(address).toContain(port)
    const { output } = await bench.start(serve, /listens on/)
    const metrics = await fetch(here(address!))
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=/)
    expect(await metrics.text()).toMatch(/^turnus_node\{.*roles="gateway,solver,dispatcher".*\} 1$/m)
    for (const path of ['/health/live', '/health/ready']) expect([path, (await fetch(new URL(path, here(address!)))).status]).toEqual([path, 200])
    // A port of its own: clients ask at another.
    const [, gateway] = /listens on (http:\S+)/.exec(output())!
    expect((await fetch(`${gateway}${PROMETHEUS_PATH}`)).status).toBe(404)
  })

  test('the scrape configuration reads that process and two more, each on a port of its own', async () => {
    expect(targets[0]).toBe(new URL(address!).host)
    const others = targets.slice(1).map((target) => new URL(`http://${target}`).port)
    await Promise.all(others.map((other) => bench.start(`${serve.trimEnd().replace(port!, other).replace(/ +#.*/, '')} --role dispatcher`, /\n/)))
    const nodes = await Promise.all(
      targets.map(
        async (target) => /^turnus_node\{node="([^"]+)"/m.exec(await (await fetch(`http://${here(target)}${PROMETHEUS_PATH}`)).text())?.[1],
      ),
    )
    expect(nodes).toEqual(targets.map(() => expect.any(String)))
    expect(new Set(nodes).size).toBe(targets.length)
    page.expectAllTaken('sh', 'yaml')
  })
})
