import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { install, pack } from '../../scripts/packing.ts'
import { commandsOf, openPage } from '../pages/page.ts'
import { createWorkbench } from '../pages/workbench.ts'
import { type Consumer, testInstalled } from './consumer.ts'

const INSTALL_MS = 600_000
const folder = mkdtempSync(join(tmpdir(), 'turnus-package-'))
const consumer = join(folder, 'consumer')
/** `npm install turnus` as the registry would do it: what was installed from the tarball. */
const INSTALLED = `#!/bin/sh\n[ "$*" = 'install turnus' ] && cp -R '${join(consumer, 'node_modules')}' .\n`
/** The machine's own `npx`, which looks into node_modules. */
const OWN_NPX = `#!/bin/sh\nPATH="\${PATH#*:}" exec npx "$@"\n`
let obstacle: string | null = null

beforeAll(() => {
  obstacle = install(pack(folder).file, consumer)
}, INSTALL_MS)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('installed by npm in an empty folder', () => {
  testInstalled('docs/package.md', (): Consumer => ({ folder: consumer, obstacle }))

  test('the commands of docs/package.md: the demo names what is to be found here, and the gateway answers', {
    timeout: INSTALL_MS,
  }, async (context) => {
    if (obstacle !== null) return context.skip(obstacle)
    const page = openPage('docs/package.md')
    const [npmInstall, demo, serve] = commandsOf(page.take('The package', 'sh'))
    const bench = createWorkbench({
      env: { TURNUS_PORT: '0', NODE_COMPILE_CACHE: join(folder, 'compiled') },
      programs: { npm: INSTALLED, npx: OWN_NPX },
    })
    onTestFinished(() => bench.close())
    await bench.run(npmInstall!)
    const stdout = await bench.run(demo!)
    expect(stdout).toContain('genuine, and no first-priority rule is broken')
    const listens = /listens on (http:\/\/127\.0\.0\.1:\d+)\n/
    const { output } = await bench.start(serve!, listens)
    expect(await (await fetch(`${listens.exec(output())![1]}/health/ready`)).json()).toEqual({ status: 'ready' })
    page.expectAllTaken('sh')
    const examples = [...stdout.matchAll(/ (\S*hospital-month\.json) /g)]
      .map(([, path]) => path!)
      .filter((path) => path !== 'examples/hospital-month.json')
    expect(examples.length).toBeGreaterThan(2)
    expect(examples.filter((path) => !existsSync(join(bench.folder, path)))).toEqual([])
  })
})
