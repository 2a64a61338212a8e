import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTestTerminal } from '../../test/terminal.ts'
import { runProgram } from './program.ts'

const GROUPS = {
  serve: [],
  demo: [],
  solve: [],
  check: [],
  import: ['nrp', 'inrc1', 'inrc2', 'smptsp'],
  export: ['csv', 'html', 'ics', 'nrp', 'inrc1', 'inrc2'],
  organization: ['create', 'list'],
  department: ['create', 'list', 'secret', 'rotate-secret'],
  user: ['create', 'list', 'password', 'update', 'disable', 'enable'],
  token: ['create', 'list', 'rotate', 'revoke'],
  audit: ['list'],
  nodes: [],
  callbacks: ['list', 'redeliver', 'test'],
  key: ['rotate'],
  migrate: [],
  backup: [],
  restore: [],
}

describe('help', () => {
  const commands = Object.entries(GROUPS).flatMap(([name, subcommands]) => [[name], ...subcommands.map((subcommand) => [name, subcommand])])
  for (const command of [[], ...commands]) {
    test(`\`turnus ${[...command, '--help'].join(' ')}\` explains itself and exits 0`, async () => {
      const terminal = createTestTerminal()
      expect(await runProgram([...command, '--help'], terminal)).toBe(0)
      expect(terminal.out()).toContain(`Usage: ${['turnus', ...command].join(' ')}`)
      expect(terminal.err()).toBe('')
    })
  }

  test('the version is that of package.json', async () => {
    const terminal = createTestTerminal()
    expect(await runProgram(['--version'], terminal)).toBe(0)
    expect(terminal.out()).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('wrong usage exits 2 and says code, value and remedy on stderr', () => {
  for (const { args, says } of [
    { args: ['slove'], says: 'slove' },
    { args: ['solve'], says: 'file' },
    { args: ['solve', 'a.json', '--seed', '-1'], says: '-1' },
    { args: ['solve', 'a.json', '--threads', '0'], says: '0' },
    { args: ['solve', 'a.json', '--max-seconds', '3601'], says: '3601' },
    { args: ['solve', 'there-is-no-such-file.json'], says: 'there-is-no-such-file.json' },
    { args: ['solve', 'a.json', '--wrong'], says: '--wrong' },
    { args: ['solve', 'a.json', '--json'], says: '--out' },
    { args: ['check', 'a.json'], says: 'solution' },
    { args: ['import', 'xls', 'a.xls'], says: 'xls' },
    { args: ['import', 'nrp'], says: 'file' },
    { args: ['import', 'inrc1'], says: 'file' },
    { args: ['import', 'inrc2', 'a.txt', 'b.txt'], says: 'week' },
    { args: ['export', 'csv', '--schedule', 'a.json'], says: 'solution' },
    { args: ['export', 'html', 'a.json'], says: 'solution' },
    { args: ['export', 'html'], says: 'schedule' },
    { args: ['export', 'html', 'a.json', 'b.json', '--schedule', 'c.json'], says: 'b.json' },
    { args: ['export', 'html', 'a.json', 'b.json', 'c.json'], says: 'too many' },
    { args: ['export', 'inrc1', 'a.json'], says: 'solution' },
    { args: ['export', 'inrc2', '--schedule', 'a.json', '--solution', 'b.json'], says: '--scenario' },
    { args: ['token', 'create', '--organization', 'a'], says: '--department' },
    { args: ['token', 'create', '--organization', 'a', '--department', 'b', '--scope', 'everything'], says: 'everything' },
    { args: ['token', 'list', '--department', 'b'], says: '--organization' },
    { args: ['user', 'create', '--organization', 'a', '--email', 'a@b.example'], says: '--password-stdin' },
    { args: ['user', 'password', '--organization', 'a', '--email', 'a@b.example'], says: '--password-stdin' },
    { args: ['user', 'update', '--organization', 'a', '--email', 'a@b.example'], says: 'nothing to change' },
    { args: ['user', 'update', '--organization', 'a', '--email', 'a@b.example', '--role', 'cook'], says: 'cook' },
    { args: ['user', 'disable', '--organization', 'a'], says: '--email' },
    { args: ['token', 'rotate'], says: 'id' },
    { args: ['token', 'rotate', '1', '--overlap-hours', '169'], says: '169' },
    { args: ['audit', 'list', '--since', 'yesterday'], says: 'yesterday' },
    { args: ['audit', 'list', '--limit', '0'], says: '0' },
    { args: ['audit', 'list', '--action', 'token.eaten'], says: 'token.eaten' },
    { args: ['serve', '--port', 'eighty'], says: 'eighty' },
    { args: ['serve', '--role', 'cook'], says: 'cook' },
    { args: ['serve', '--role', 'solver', '--role', 'solver'], says: 'solver,solver' },
    { args: ['serve', '--role', 'gateway'], says: 'nobody would be solver or dispatcher' },
    { args: ['serve', '--role', 'gateway', '--role', 'solver'], says: 'nobody would be dispatcher' },
    { args: ['migrate', '--database-url', 'mysql://x'], says: 'DATABASE_URL' },
    { args: ['backup'], says: 'file' },
    { args: ['backup', '-', '--json'], says: '--json' },
    { args: ['backup', '.'], says: '.' },
    { args: ['restore'], says: 'file' },
    { args: ['restore', 'there-is-no-such-file.gz'], says: 'there-is-no-such-file.gz' },
  ]) {
    test(`turnus ${args.join(' ')}`, async () => {
      const terminal = createTestTerminal()
      expect(await runProgram(args, terminal)).toBe(2)
      expect(terminal.err()).toMatch(/^usage-wrong: /)
      expect(terminal.err()).toContain(says)
      expect(terminal.err()).toContain('Remedy: ')
      expect(terminal.out()).toBe('')
    })
  }

  test('no command at all shows the help', async () => {
    const terminal = createTestTerminal()
    expect(await runProgram([], terminal)).toBe(2)
    expect(terminal.err()).toContain('Usage: turnus')
  })
})

describe('a command that only looks or changes makes no store', () => {
  const user = ['--organization', 'a', '--email', 'a@b.example', '--password-stdin']
  for (const args of [
    ['organization', 'list'],
    ['department', 'list'],
    ['department', 'secret', 'b', '--organization', 'a'],
    ['user', 'list', '--json'],
    ['user', 'password', ...user],
    ['token', 'list'],
    ['user', 'update', ...user.slice(0, 4), '--role', 'reader'],
    ['user', 'disable', ...user.slice(0, 4)],
    ['user', 'enable', ...user.slice(0, 4)],
    ['token', 'revoke', '1'],
    ['token', 'rotate', '1'],
    ['audit', 'list'],
    ['nodes'],
    ['backup', join(tmpdir(), 'turnus-none.gz')],
  ]) {
    test(`turnus ${args.join(' ')}`, async () => {
      const data = join(tmpdir(), `turnus-none-${randomBytes(6).toString('hex')}`)
      const terminal = createTestTerminal({ stdin: 'a long password', env: { TURNUS_DATA: data } })
      expect(await runProgram(args, terminal)).toBe(1)
      expect(terminal.err()).toContain(`not-found: There is no store in ${data}.`)
      expect(existsSync(data)).toBe(false)
    })
  }
})

describe('a document that cannot be read exits 1', () => {
  test('what is not JSON is named as such', async () => {
    const terminal = createTestTerminal({ stdin: '{"shifts": [' })
    expect(await runProgram(['solve', '-'], terminal)).toBe(1)
    expect(terminal.err()).toMatch(/^body-unreadable: stdin is not JSON/)
  })

  test('every mistake of a schedule is listed with its pointer', async () => {
    const terminal = createTestTerminal({ stdin: '{"employees": 7, "shifts": {}}' })
    expect(await runProgram(['solve', '-'], terminal)).toBe(1)
    expect(terminal.err()).toMatch(/^schedule-invalid: /)
    expect(terminal.err()).toContain('/employees')
    expect(terminal.err()).toContain('/shifts')
  })
})

test('a command that cannot reach the database says why, because a host mistyped looks like one that is down', async () => {
  const terminal = createTestTerminal({ env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/x', TURNUS_SECRET_KEY: '7'.repeat(64) } })
  expect(await runProgram(['nodes'], terminal)).toBe(1)
  expect(terminal.err()).toMatch(/^database-unavailable: .* ECONNREFUSED: connect ECONNREFUSED 127\.0\.0\.1:9\.$/m)
})
