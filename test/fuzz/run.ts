/**
 * `npm run test:fuzz`: Schemathesis, a fuzzer that is not ours, makes requests out of openapi.json and sends them to a real gateway, once with
 * each kind of token. It fails on a 5xx, on a status, a type or a header that is not documented, and on a body that is not as its schema says.
 * Without Schemathesis (`pip install schemathesis`, or TURNUS_SCHEMATHESIS names the program) it says so and ends with 77.
 * Arguments go to Schemathesis: `npm run test:fuzz -- --max-examples 500 --seed 7`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CANNOT_RUN } from '../../scripts/testing/programs.ts'
import { createDepartment, createOrganization } from '../../src/access/organizations.ts'
import { createToken, SCOPES, type Scope } from '../../src/access/tokens.ts'
import { readConfig, type Config } from '../../src/config.ts'
import { administer } from '../../src/cli/administration.ts'
import { processTerminal } from '../../src/cli/terminal.ts'
import { startServer } from '../../src/server.ts'

const PROGRAM = process.env['TURNUS_SCHEMATHESIS'] ?? 'schemathesis'
const SETTINGS = fileURLToPath(new URL('schemathesis.toml', import.meta.url))
/** Of each operation in each phase; `--max-examples` says otherwise. */
const DEFAULT_EXAMPLES = '50'
/** Numbers of tokens are guessed; ours come after so many that nothing else uses. */
const SPENT_TOKENS = 300

/** What ends tokens: who may, and follows what the list of tokens says, soon ends its own. */
const ENDING = ['revokeToken', 'rotateToken', 'endOwnToken']
const WITHOUT_ENDING = ['--exclude-operation-id-regex', `^(${ENDING.join('|')})$`]
/** They are tried by themselves, without following what other answers say. */
const ENDING_ALONE = ['--include-operation-id', 'revokeToken', '--include-operation-id', 'rotateToken', '--phases', 'examples,coverage,fuzzing']

/** Whose requests are made, and what they leave out. */
const RUNS: readonly { readonly name: string; readonly scopes: readonly Scope[]; readonly args: readonly string[] }[] = [
  { name: 'an administrator', scopes: SCOPES, args: WITHOUT_ENDING },
  { name: 'an administrator who ends tokens', scopes: SCOPES, args: ENDING_ALONE },
  { name: 'a planner', scopes: ['gateway:read', 'gateway:write'], args: WITHOUT_ENDING },
  { name: 'a reader', scopes: ['gateway:read'], args: WITHOUT_ENDING },
]

process.exitCode = await fuzz(process.argv.slice(2))

async function fuzz(args: readonly string[]): Promise<number> {
  const { status, stdout } = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' })
  if (status !== 0) {
    process.stdout.write('Skipped: there is no Schemathesis here. Install it with pip, or name it in TURNUS_SCHEMATHESIS.\n')
    return CANNOT_RUN
  }
  process.stdout.write(stdout)
  const data = await mkdtemp(join(tmpdir(), 'turnus-fuzz-'))
  try {
    return await fuzzGateway(data, args)
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

/** 0 when nothing wrong was found. */
async function fuzzGateway(data: string, args: readonly string[]): Promise<number> {
  const config = readConfig(
    { data, port: 0, host: '127.0.0.1', threads: 1, callbackAllow: '127.0.0.0/8' },
    {
      TURNUS_LOG_LEVEL: 'error',
      TURNUS_REQUESTS_PER_MINUTE: '1000000',
      TURNUS_LOGINS_PER_ADDRESS: '1000000',
      TURNUS_MAX_QUEUED_PER_DEPARTMENT: '1000000',
    },
  )
  // Whatever address a schedule names is this machine, so that nothing is called elsewhere.
  const server = await startServer(config, { resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
  try {
    let worst = 0
    const tokens = await makeTokens(config)
    for (const [i, { name, args: own }] of RUNS.entries()) {
      const token = tokens[i]!
      process.stdout.write(`\nWith the token of ${name}\n`)
      worst = Math.max(worst, await runSchemathesis(server.address!, { token, folder: data }, [...own, ...args]))
      if (!(await opens(server.address!, token))) throw new Error(`The token of ${name} ended meanwhile: what came after that says nothing.`)
    }
    return worst
  } finally {
    await server.close()
  }
}

/** A token for each run. */
async function makeTokens({ data }: Config): Promise<readonly string[]> {
  return administer({ ...processTerminal(), env: {} }, { data }, async ({ db, key }) => {
    const deps = { db, key: await key() }
    const of = { organization: 'Fuzzed', department: 'Ward' }
    await createOrganization(deps, of.organization)
    await createDepartment(deps, { organization: of.organization, name: of.department })
    for (let spent = 0; spent < SPENT_TOKENS; spent += 1) await createToken(deps, of)
    const made: string[] = []
    for (const { scopes } of RUNS) made.push((await createToken(deps, { ...of, scopes })).token)
    return made
  })
}

/** Whether the gateway still lives, and the token still opens it. */
async function opens(address: string, token: string): Promise<boolean> {
  return (await fetch(`${address}/api/v1/gateway`, { headers: { authorization: `Bearer ${token}` } })).ok
}

/** `folder`: where it may leave things. */
function runSchemathesis(
  address: string,
  { token, folder }: { readonly token: string; readonly folder: string },
  args: readonly string[],
): Promise<number> {
  const all = ['--config-file', SETTINGS, 'run', `${address}/openapi.json`, '-H', `Authorization: Bearer ${token}`]
  if (!args.some((arg) => /^(-n|--max-examples)/.test(arg))) all.push('--max-examples', DEFAULT_EXAMPLES)
  return new Promise((resolve, reject) => {
    const child = spawn(PROGRAM, [...all, ...args], { cwd: folder, stdio: 'inherit' })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
