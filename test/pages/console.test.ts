import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildConsole } from '../../scripts/build-console.mjs'
import { createToken } from '../../src/access/tokens.ts'
import { CONSOLE_FOLDER } from '../../src/http/console-folder.ts'
import { findChromium, openBrowser, visit } from '../console/browser.ts'
import { listenOn } from '../receiver.ts'
import { readText } from '../source-files.ts'
import { openPage } from './page.ts'
import { openServedWorkbench, type ServedWorkbench } from './served-workbench.ts'

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }
const chromium = findChromium()

describe('docs/console.md, block by block', () => {
  const page = openPage('docs/console.md')
  const config = page.take('Hosting it elsewhere', 'json')
  const headers = page.take('What protects it', 'text')

  test('every block is among them', () => page.expectAllTaken('json', 'text', 'sh'))

  describe.skipIf(chromium === null)('on a host of files', () => {
    let host: Server
    let gateway: ServedWorkbench
    let browser: Browser
    let origin: string

    beforeAll(async () => {
      const failure = buildConsole(process.execPath)
      if (failure !== null) throw new Error(failure)
      // Any host of files, with the headers of the page.
      host = createServer((request, response) => {
        const path = request.url === '/' ? '/index.html' : request.url!
        if (path === '/config.json') return void response.writeHead(200, { 'content-type': 'application/json' }).end(here(config))
        const type = TYPES[extname(path)] ?? 'application/octet-stream'
        readFile(join(CONSOLE_FOLDER, path)).then(
          (contents) => response.writeHead(200, { ...headersOf(headers), 'content-type': type }).end(contents),
          () => response.writeHead(404).end(),
        )
      })
      origin = `http://${await listenOn(host)}`
      const [, variable, pages] = /`(TURNUS_CORS_ORIGINS)=(https:[^`]+)`/.exec(readText('docs/console.md'))!
      gateway = await openServedWorkbench({ env: { [variable!]: pages!.replace('https://plan.example', origin) } })
      browser = await openBrowser(chromium!)
    })
    afterAll(async () => {
      await browser?.close()
      await gateway?.close()
      host?.close()
    })

    /** What stands in the page, with this gateway in the place of its own. */
    const here = (text: string): string => text.replaceAll('https://turnus.example', gateway.address)

    function headersOf(block: string): Record<string, string> {
      const lines = block.replaceAll(/\n +/g, ' ').trim().split('\n')
      const shown = Object.fromEntries(lines.map((line) => /^([\w-]+): (.*)$/.exec(line)!.slice(1) as [string, string]))
      // Changed as the page says.
      const [, instead, own] = /with `(connect-src [^`]+)` in the place of `(connect-src [^`]+)`/.exec(readText('docs/console.md'))!
      const policy = shown['Content-Security-Policy']!
      expect(policy).toContain(own)
      return { ...shown, 'Content-Security-Policy': here(policy.replace(own!, instead!)) }
    }

    test('the console asks the gateway that config.json names, under the headers that the page shows', async () => {
      const { token } = await createToken(gateway.database, { organization: 'Turnus', department: 'main' })
      const stay = await visit(browser, origin)
      // That is what this is about.
      stay.forgive(new RegExp(`^elsewhere: \\w+ ${gateway.address}/`))
      const asked: string[] = []
      stay.page.on('request', (request) => void asked.push(new URL(request.url()).origin))
      await stay.open('')
      await stay.page.getByRole('button', { name: 'Token' }).click()
      await stay.page.getByLabel('Token', { exact: true }).fill(token)
      await stay.page.getByRole('button', { name: 'Sign in' }).click()
      await stay.page.getByRole('link', { name: 'Jobs' }).waitFor()
      expect(asked).toContain(gateway.address)
      await stay.close()
    })
  })
})
