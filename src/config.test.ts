import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const KEY = Buffer.alloc(32, 7)

describe('the configuration', () => {
  test('takes origins as browsers send them, and refuses what could never match or match too much', () => {
    expect(readConfig({}, {}).corsOrigins).toEqual([])
    const named = { TURNUS_CORS_ORIGINS: 'https://plan.example, http://localhost:3000 https://[::1]:8443' }
    expect(readConfig({}, named).corsOrigins).toEqual(['https://plan.example', 'http://localhost:3000', 'https://[::1]:8443'])
    for (const wrong of [
      '*',
      'null',
      'plan.example',
      'https://plan.example/',
      'https://Plan.example',
      'https://plan.example:443',
      'https://*.example',
      'ftp://x',
    ])
      expect(() => readConfig({}, { TURNUS_CORS_ORIGINS: wrong })).toThrow(`TURNUS_CORS_ORIGINS holds "${wrong}".`)
  })

  test('serves the console unless it is switched off', () => {
    expect(readConfig({}, {}).servesConsole).toBe(true)
    expect(readConfig({}, { TURNUS_CONSOLE: 'on' }).servesConsole).toBe(true)
    expect(readConfig({}, { TURNUS_CONSOLE: 'off' }).servesConsole).toBe(false)
    expect(() => readConfig({}, { TURNUS_CONSOLE: 'no' })).toThrow('TURNUS_CONSOLE is "no".')
  })

  test('holds at least one of the longest bodies', () => {
    const env = { TURNUS_MAX_BODY_BYTES: String(2 ** 29) }
    expect(readConfig({}, env).limits.heldBodyBytes).toBe(2 ** 29)
    expect(() => readConfig({}, { ...env, TURNUS_MAX_HELD_BODY_BYTES: String(2 ** 29 - 1) })).toThrow('TURNUS_MAX_HELD_BODY_BYTES')
  })
  test('takes a second key that may open what is sealed, as text or from a file, and none by default', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'turnus-config-'))
    try {
      const file = join(folder, 'key')
      await writeFile(file, `${KEY.toString('hex')}\n`)
      expect(readConfig({}, {}).previousSecretKey).toBe(null)
      expect(readConfig({}, { TURNUS_SECRET_KEY_PREVIOUS: KEY.toString('base64') }).previousSecretKey).toEqual(KEY)
      expect(readConfig({}, { TURNUS_SECRET_KEY_PREVIOUS_FILE: file })).toMatchObject({ secretKey: null, previousSecretKey: KEY })
      expect(() => readConfig({}, { TURNUS_SECRET_KEY_PREVIOUS: 'geheim' })).toThrow(/^TURNUS_SECRET_KEY_PREVIOUS does not hold/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('without anything has its documented defaults', () => {
    expect(readConfig({}, {})).toMatchObject({
      roles: ['gateway', 'solver', 'dispatcher'],
      host: '127.0.0.1',
      port: 8080,
      data: resolve('.turnus'),
      databaseUrl: null,
      secretKey: null,
      callbackAllow: [],
      logLevel: 'info',
      limits: { bodyBytes: 64 * 1024 * 1024, callbackMs: 15_000, jobMemoryMib: 2048, retentionDays: 30 },
    })
  })

  test('takes flags before the environment, and the environment before defaults; what is empty is absent', () => {
    const env = { TURNUS_PORT: '1', TURNUS_HOST: '::', TURNUS_DATA: '', TURNUS_THREADS: ' 3 ' }
    expect(readConfig({ port: '2', data: '' }, env, 4)).toMatchObject({ port: 2, host: '::', data: resolve('.turnus'), threads: 3 })
    expect(readConfig({ port: 0 }, env).port).toBe(0)
  })

  for (const { asked, cores, threads, lendable = threads } of [
    { asked: undefined, cores: 1, threads: 1 },
    { asked: undefined, cores: 8, threads: 7, lendable: 8 },
    { asked: '7', cores: 8, threads: 7 },
    { asked: '8', cores: 8, threads: 8 },
    { asked: '9', cores: 8, threads: 8 },
    { asked: '256', cores: 2, threads: 2 },
  ]) {
    test(`gives a solver ${threads} threads on ${cores} cores when ${asked ?? 'nothing'} is asked for`, () => {
      expect(readConfig({}, { TURNUS_THREADS: asked }, cores)).toMatchObject({
        threads,
        lendableThreads: lendable,
        threadsAsked: Number(asked ?? threads),
      })
    })
  }

  for (const { text, allowed } of [
    { text: undefined, allowed: [] },
    { text: '', allowed: [] },
    { text: 'none', allowed: [] },
    { text: ' NONE ', allowed: [] },
    { text: 'none.example', allowed: ['none.example'] },
    { text: 'hooks.example, 10.0.0.0/8 [::1]', allowed: ['hooks.example', '10.0.0.0/8', '[::1]'] },
  ]) {
    test(`lets callbacks reach ${allowed.join(' and ') || 'public addresses only'} when told ${text ?? 'nothing'}, whatever the database`, () => {
      for (const url of [{}, { DATABASE_URL: 'postgres://u:p@db/turnus' }]) {
        expect(readConfig({}, { ...url, TURNUS_CALLBACK_ALLOW: text }).callbackAllow).toEqual(allowed)
      }
    })
  }

  test('lets the flag take back what the environment allows callbacks to reach', () => {
    expect(readConfig({ callbackAllow: 'none' }, { TURNUS_CALLBACK_ALLOW: '10.0.0.0/8' }).callbackAllow).toEqual([])
  })

  for (const entry of [
    '127.0.0.1:8099',
    'hooks.example:8443',
    '[::1]:80',
    'https://hooks.example',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '300.1.1.1',
    'hooks.example.',
    '*.example',
    '::1/129',
  ])
    test(`refuses to let callbacks reach "${entry}", which no host could ever be`, () => {
      expect(() => readConfig({ callbackAllow: `hooks.example,${entry}` }, {})).toThrow(
        expect.objectContaining({
          code: 'usage-wrong',
          message: `--callback-allow/TURNUS_CALLBACK_ALLOW holds "${entry}".`,
          remedy: expect.stringContaining('without ports'),
        }),
      )
    })

  for (const { text, roles } of [
    { text: 'solver', roles: ['solver'] },
    { text: ' dispatcher , gateway ', roles: ['gateway', 'dispatcher'] },
    { text: 'dispatcher,solver,gateway', roles: ['gateway', 'solver', 'dispatcher'] },
    { text: '', roles: ['gateway', 'solver', 'dispatcher'] },
  ]) {
    test(`reads the role "${text}" as ${roles.join(' and ')}`, () => {
      expect(readConfig({}, { TURNUS_ROLE: text }).roles).toEqual(roles)
      expect(readConfig({ role: text }, {}).roles).toEqual(roles)
    })
  }

  test('takes the role of the flag before that of the environment', () => {
    expect(readConfig({ role: 'solver' }, { TURNUS_ROLE: 'gateway' }).roles).toEqual(['solver'])
  })

  for (const role of ['cook', 'Gateway', 'gateway solver', 'gateway,', ',', 'gateway,gateway', 'all', 'solver;dispatcher']) {
    test(`refuses the role "${role}", naming it and those that exist`, () => {
      expect(() => readConfig({ role }, {})).toThrow(
        expect.objectContaining({
          code: 'usage-wrong',
          message: `--role/TURNUS_ROLE is "${role}".`,
          remedy: expect.stringContaining('gateway, solver, dispatcher'),
        }),
      )
    })
  }

  test('reads the key as base64, as hexadecimal digits, or from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'turnus-config-'))
    const file = join(folder, 'key')
    await writeFile(file, `${KEY.toString('base64')}\n`)
    for (const env of [{ TURNUS_SECRET_KEY: KEY.toString('hex') }, { TURNUS_SECRET_KEY: KEY.toString('base64') }, { TURNUS_SECRET_KEY_FILE: file }]) {
      expect(readConfig({}, env).secretKey).toEqual(KEY)
    }
    await rm(folder, { recursive: true })
  })

  for (const { env, named } of [
    { env: { TURNUS_PORT: '65536' }, named: 'TURNUS_PORT' },
    { env: { TURNUS_PORT: '-1' }, named: 'TURNUS_PORT' },
    { env: { TURNUS_PORT: '80.5' }, named: 'TURNUS_PORT' },
    { env: { TURNUS_PORT: 'http' }, named: 'TURNUS_PORT' },
    { env: { TURNUS_THREADS: '0' }, named: 'TURNUS_THREADS' },
    { env: { TURNUS_THREADS: '257' }, named: 'TURNUS_THREADS' },
    { env: { DATABASE_URL: 'mysql://u:hunter2@db' }, named: 'DATABASE_URL' },
    { env: { DATABASE_URL: 'hunter2' }, named: 'DATABASE_URL' },
    { env: { TURNUS_SECRET_KEY: 'hunter2' }, named: 'TURNUS_SECRET_KEY' },
    { env: { TURNUS_SECRET_KEY_FILE: '/nowhere/key' }, named: 'TURNUS_SECRET_KEY_FILE' },
    { env: { TURNUS_LOG_LEVEL: 'loud' }, named: 'TURNUS_LOG_LEVEL' },
    { env: { TURNUS_CALLBACK_ALLOW: 'https://hooks.example' }, named: 'TURNUS_CALLBACK_ALLOW' },
    { env: { TURNUS_CALLBACK_ALLOW: 'none,10.0.0.0/8' }, named: 'TURNUS_CALLBACK_ALLOW' },
    { env: { TURNUS_MAX_BODY_BYTES: '1' }, named: 'TURNUS_MAX_BODY_BYTES' },
    { env: { TURNUS_JOB_MEMORY_MIB: '63' }, named: 'TURNUS_JOB_MEMORY_MIB' },
    { env: { TURNUS_RETENTION_DAYS: '0' }, named: 'TURNUS_RETENTION_DAYS' },
    { env: { TURNUS_RETENTION_DAYS: '3651' }, named: 'TURNUS_RETENTION_DAYS' },
  ]) {
    test(`refuses ${JSON.stringify(env)}, naming the variable and no secret`, () => {
      const failure = (() => {
        try {
          return readConfig({}, env)
        } catch (error) {
          return error
        }
      })()
      expect(failure).toMatchObject({ code: 'usage-wrong', message: expect.stringContaining(named) })
      expect(String(failure)).not.toContain('hunter2')
    })
  }
})
