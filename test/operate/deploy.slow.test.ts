// Slow: a program starts from the files of the image alone, and the console is built from them.
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { listVariables, readConfig } from '../../src/config.ts'
import { CONSOLE_FOLDER } from '../../src/http/console-folder.ts'
import { NODE_ROLES } from '../../src/model/node.ts'
import { readText, ROOT } from '../source-files.ts'

const known = new Set(listVariables())
const SECRETS = { DATABASE_URL: 'postgres://turnus:x@db:5432/turnus', TURNUS_SECRET_KEY: '0'.repeat(64) }
const METRICS_PORT = 9464
const UNITS = ['deploy/systemd/turnus.service', 'deploy/systemd/turnus-package.service'] as const

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnus-deploy-'))
  folders.push(folder)
  return folder
}

/** Variables that stand in a text as they are set, of ours and of the database. */
function variablesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\b(TURNUS_[A-Z_]+|DATABASE_URL|OTEL_[A-Z_]+)\b/g)].map(([name]) => name))]
}

test('no file that deploys sets or names a variable that is not read', () => {
  const files = ['Dockerfile', 'compose.yaml', 'deploy/kubernetes/turnus.yaml', ...UNITS]
  for (const file of files) expect(variablesIn(readText(file)).length, file).toBeGreaterThan(0)
  expect(
    files.flatMap((file) =>
      variablesIn(readText(file))
        .filter((name) => !known.has(name))
        .map((name) => `${file}: ${name}`),
    ),
  ).toEqual([])
})

describe('the Dockerfile', () => {
  const lines = readText('Dockerfile').replaceAll('\\\n', ' ').split('\n')
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const copied = last.filter((line) => /^COPY (?!--from)/.test(line)).map((line) => line.split(/\s+/).slice(1))

  test('copies only what exists and what .dockerignore lets through', () => {
    const sources = lines.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) => line.split(/\s+/).slice(1, -1))
    const passed = readText('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    expect(sources.filter((source) => !existsSync(join(ROOT, source)) || !passed.includes(source))).toEqual([])
  })

  test('runs as somebody who is not root, writes nowhere, and stops on SIGTERM', () => {
    expect(last).toContain('USER 1000:1000')
    expect(last).toContain('STOPSIGNAL SIGTERM')
    expect(lines.filter((line) => line.startsWith('VOLUME'))).toEqual([])
    expect(lines.filter((line) => line.startsWith('FROM ')).every((line) => /^FROM node:24-slim( AS \w+)?$/.test(line))).toBe(true)
  })

  test('sets what the program can read', () => {
    const env = Object.fromEntries(
      [...last.find((line) => line.startsWith('ENV '))!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
    )
    expect(readConfig({}, { ...env, ...SECRETS })).toMatchObject({ host: '0.0.0.0', port: 8080, metrics: { host: '127.0.0.1', port: METRICS_PORT } })
  })

  test('holds all that the program needs: with those files and packages alone it starts, and its check of health is content', async () => {
    const folder = temporaryFolder()
    for (const paths of copied) {
      for (const source of paths.slice(0, -1)) {
        cpSync(join(ROOT, source), join(folder, source), { recursive: true, filter: (path) => !/\.(?:test|fixture)\.ts$/.test(path) })
      }
    }
    linkPackages(folder)
    const entry = join(folder, 'src/cli/main.ts')
    const run = ['--preserve-symlinks', '--preserve-symlinks-main', entry]
    const { stdout } = await promisify(execFile)(process.execPath, [...run, '--version'], { cwd: folder })
    expect(stdout.trim()).toBe((JSON.parse(readText('package.json')) as { version: string }).version)
    // The whole gateway is loaded, also what is loaded late, and stops where there is no database.
    const env = {
      ...SECRETS,
      DATABASE_URL: 'postgres://x@127.0.0.1:9/x',
      PATH: process.env['PATH'],
      TURNUS_METRICS_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    }
    const { status, stderr } = spawnSync(process.execPath, [...run, 'serve', '--port', '0'], { cwd: folder, env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining('database-unavailable')])
    expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND')
  })

  test('builds the console of those files alone, and the image has it where the gateway looks', () => {
    const from = lines.indexOf('FROM node:24-slim AS console')
    const stage = lines.slice(from, lines.indexOf('FROM node:24-slim', from))
    const folder = temporaryFolder()
    for (const line of stage.filter((text) => text.startsWith('COPY '))) {
      const [target, ...sources] = line.split(/\s+/).slice(1).toReversed()
      // A folder that is copied to a folder ending with a slash is a file in it.
      for (const source of sources) {
        cpSync(join(ROOT, source), target!.endsWith('/') ? join(folder, target!, source.split('/').at(-1)!) : join(folder, target!), {
          recursive: true,
          filter: (path) => !/\.(?:test|fixture)\.ts$/.test(path),
        })
      }
    }
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const [program, ...args] = JSON.parse(/^RUN (\[.*\])$/.exec(stage.find((line) => line.startsWith('RUN ['))!)![1]!) as [string, ...string[]]
    expect(program).toBe('node')
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, expect.any(String)])
    expect(existsSync(join(folder, 'build/console/index.html'))).toBe(true)
    expect(last).toContain('COPY --from=console /opt/turnus/build ./build')
    expect(CONSOLE_FOLDER).toBe(join(ROOT, 'build/console'))
  })

  test('asks for health in a way that fails when nobody answers', () => {
    const [, command] = /CMD (\[.*\])/.exec(last.find((line) => line.startsWith('HEALTHCHECK'))!)!
    const [program, ...args] = JSON.parse(command!) as [string, ...string[]]
    expect(program).toBe('node')
    expect(
      spawnSync(
        process.execPath,
        args.map((text) => text.replace(String(METRICS_PORT), '9')),
      ).status,
    ).toBe(1)
  })
})

/** The packages that `npm ci --omit=dev --omit=optional` installs, by the lock file. */
function linkPackages(folder: string): void {
  const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, { dev?: true; optional?: true; devOptional?: true }> }
  for (const [path, entry] of Object.entries(packages)) {
    // What is nested comes with the package around it.
    if (path === '' || path.lastIndexOf('node_modules/') > 0 || entry.dev || entry.optional || entry.devOptional) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(join(ROOT, path), join(folder, path))
  }
}

interface ComposeEntry {
  readonly environment: Readonly<Record<string, string>>
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly ports?: readonly string[]
  readonly healthcheck?: object
}

describe('compose.yaml', () => {
  const { services } = parse(readText('compose.yaml'), { merge: true }) as { services: Readonly<Record<string, ComposeEntry>> }
  const ours = Object.entries(services).filter(([name]) => name !== 'postgres')

  test('runs PostgreSQL and each role once', () => {
    expect(Object.keys(services)).toEqual(['postgres', ...NODE_ROLES])
    expect(ours.map(([, { environment }]) => environment['TURNUS_ROLE'])).toEqual([...NODE_ROLES])
  })

  for (const [name, { environment, read_only: readOnly, cap_drop: dropped, depends_on: needs }] of ours) {
    test(`the ${name} has a configuration that can be read, writes nowhere and may do nothing special`, () => {
      const env = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, /^\$\{\w+:-\}$/.test(value) ? '' : value]))
      expect(readConfig({}, { ...env, ...SECRETS }).roles).toEqual([name])
      expect([readOnly, dropped]).toEqual([true, ['ALL']])
      expect(Object.values(needs!).map(({ condition }) => condition)).toEqual(['service_healthy'])
    })
  }

  test('publishes one port, on loopback, and not that of metrics', () => {
    expect(Object.values(services).flatMap(({ ports = [] }) => ports)).toEqual(['127.0.0.1:8080:8080'])
  })
})

interface Container {
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean }
  readonly resources: { readonly limits: { readonly memory: string } }
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } }
}
interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: {
    readonly selector?: { readonly matchLabels?: object }
    readonly ports?: readonly { readonly targetPort: string }[]
    readonly template?: {
      readonly metadata: { readonly labels: object }
      readonly spec: { readonly securityContext: { readonly runAsNonRoot: boolean }; readonly containers: readonly Container[] }
    }
  }
}

describe('deploy/kubernetes/turnus.yaml', () => {
  // kubectl reads each document by itself and knows no merge keys.
  const manifests = parseAllDocuments(readText('deploy/kubernetes/turnus.yaml')).map((document) => document.toJS() as Manifest)
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment')
  const shared = manifests.find(({ kind }) => kind === 'ConfigMap')!.data!

  test('is YAML, every object has a kind, a version, a name and the one namespace, and no two are the same', () => {
    expect(parseAllDocuments(readText('deploy/kubernetes/turnus.yaml')).flatMap(({ errors }) => errors)).toEqual([])
    expect(manifests.filter(({ apiVersion, kind, metadata }) => !apiVersion || !kind || !metadata.name || metadata.namespace !== 'turnus')).toEqual(
      [],
    )
    expect(new Set(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).size).toBe(manifests.length)
  })

  test('has a deployment of each role', () => {
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(NODE_ROLES.map((role) => `turnus-${role}`))
  })

  for (const [i, { metadata, spec }] of deployments.entries()) {
    const pod = spec!.template!
    const container = pod.spec.containers[0]!
    test(`${metadata.name} has a configuration that can be read, a health that is asked for where it is told, and writes nowhere`, () => {
      const env = { ...shared, ...SECRETS, ...Object.fromEntries(container.env.map(({ name, value }) => [name, value])) }
      const config = readConfig({}, env, 2)
      expect(config.roles).toEqual([NODE_ROLES[i]])
      const ports = new Map(container.ports.map(({ name, containerPort }) => [name, containerPort]))
      expect([ports.get('metrics'), ports.get('http') ?? null]).toEqual([config.metrics!.port, i === 0 ? config.port : null])
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
        expect(container[probe]!.httpGet).toEqual({ path: probe === 'livenessProbe' ? '/health/live' : '/health/ready', port: 'metrics' })
      }
      expect([pod.spec.securityContext.runAsNonRoot, container.securityContext.readOnlyRootFilesystem]).toEqual([true, true])
      expect(pod.metadata.labels).toEqual(spec!.selector!.matchLabels)
      const searches = config.roles.includes('solver') ? config.threads : 0
      expect(1024 * Number.parseInt(container.resources.limits.memory, 10)).toBeGreaterThanOrEqual(300 + searches * config.limits.jobMemoryMib)
    })
  }

  test('the service leads to a port of the gateway', () => {
    const service = manifests.find(({ kind }) => kind === 'Service')!
    expect(service.spec!.ports!.map(({ targetPort }) => targetPort)).toEqual(['http'])
  })
})

describe('deploy/systemd', () => {
  const [clone, installed] = UNITS.map(readText) as [string, string]

  for (const { file, unit, program, entry } of [
    { file: UNITS[0], unit: clone, program: '/opt/turnus/node_modules/node/bin/node', entry: 'src/cli/main.ts' },
    { file: UNITS[1], unit: installed, program: '/usr/bin/node', entry: '/opt/turnus/node_modules/turnus/bin/turnus.js' },
  ]) {
    test(`${file} starts commands that exist, with what they can read`, () => {
      const commands = [...unit.matchAll(/^ExecStart(?:Pre)?=(\S+) (\S+) (\w+)$/gm)].map(([, ...words]) => words)
      expect(commands).toEqual(['doctor', 'serve'].map((command) => [program, entry, command]))
      expect(existsSync(join(ROOT, entry.replace('/opt/turnus/node_modules/turnus/', '')))).toBe(true)
      const env = Object.fromEntries([...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]))
      expect(readConfig({}, env)).toMatchObject({ data: '/var/lib/turnus', metrics: { port: METRICS_PORT } })
    })

    const verify = spawnSync('systemd-analyze', ['--version'])
    test.skipIf(verify.status !== 0)(`${file} is found good by systemd-analyze`, () => {
      const copy = join(temporaryFolder(), 'turnus.service')
      // This host has neither the program at that place nor the user.
      writeFileSync(copy, unit.replaceAll(program, process.execPath).replace(/^WorkingDirectory=.*$/m, 'WorkingDirectory=/'))
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', copy], { encoding: 'utf8' })
      expect([status, stderr.split('\n').filter((line) => line.includes('turnus.service'))]).toEqual([0, []])
      expect(readFileSync(copy, 'utf8')).toContain('NoNewPrivileges=yes')
    })
  }

  test('differs only in where Turnus lies: whatever keeps it in is the same', () => {
    const rest = (unit: string): string[] => unit.split('\n').filter((line) => !/^(?:#|ExecStart|WorkingDirectory=|$)/.test(line))
    expect(rest(installed)).toEqual(rest(clone))
  })
})
