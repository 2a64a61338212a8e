import { join } from 'node:path'
import staticFiles from '@fastify/static'
import { Type } from 'typebox'
import { GatewayError } from '../../model/errors.ts'
import { isConsoleBuilt } from '../console-folder.ts'
import { CONSOLE_HEADERS } from '../security-headers.ts'
import type { App } from '../typed-app.ts'

/** Names of these hold a hash of their contents, so whoever has one never asks again. */
const ASSETS = '/assets/'
/** No path, and nothing hidden. */
const FILE_NAME = /^\w[\w.-]*$/
const assetParams = Type.Object({ name: Type.String() })
/** What lies beside the page: its icon, and where its gateway is when that is not the host of the page. */
const BESIDE_PAGE = ['icon.svg', 'config.json'] as const
const FOREVER = 'public, max-age=31536000, immutable'
/** The others are asked for each time, and answered 304 when they are the same. */
const ASKED_EACH_TIME = 'no-cache'

/**
 * The console as static files: its page at `/`, what lies beside it, and what it needs under `/assets/`. Only these addresses, and only to read. `folder`:
 * absolute path of the build; while there is none, `/` answers `console-not-built`.
 */
export async function addConsoleRoutes(app: App, folder: string): Promise<void> {
  await app.register(staticFiles, {
    root: folder,
    serve: false,
    suppressWarning: true,
    preCompressed: true,
    dotfiles: 'deny',
    index: false,
    cacheControl: false,
    // Said here, where a file is really sent: a refusal keeps the headers of every other answer.
    setHeaders(reply, path) {
      reply.headers(CONSOLE_HEADERS).header('cache-control', path.startsWith(join(folder, ASSETS)) ? FOREVER : ASKED_EACH_TIME)
    },
  })
  const route = { config: { access: 'everybody', answers: 'file' }, schema: { hide: true } } as const

  app.get('/', route, async (_request, reply) => {
    if (isConsoleBuilt(folder)) return reply.sendFile('index.html')
    throw new GatewayError('console-not-built', 'The files of the console are not there.', 'Let the operator run: npm run setup')
  })
  for (const name of BESIDE_PAGE) app.get(`/${name}`, route, async (_request, reply) => reply.sendFile(name))
  app.get(`${ASSETS}:name`, { ...route, schema: { ...route.schema, params: assetParams } }, async ({ params: { name } }, reply) =>
    FILE_NAME.test(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound(),
  )
}
