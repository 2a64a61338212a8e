import type { Command } from 'commander'
import { lookup } from 'node:dns/promises'
import { departmentSigningSecret } from '../access/organizations.ts'
import { makeSigningSecret } from '../access/secret-text.ts'
import { checkCallbackUrl, createGuardedAgent, REFUSAL_REMEDY } from '../callbacks/guard.ts'
import { callForTest, type TestResult } from '../callbacks/test-call.ts'
import { type ConfigFlags, readConfig } from '../config.ts'
import { GatewayError } from '../model/errors.ts'
import { administerExisting } from './administration.ts'
import { EXIT_NO, type SetExitCode } from './failure.ts'
import { withDatabaseFlags, withJsonFlag } from './flags.ts'
import { printable } from './printable.ts'
import { createPaint, type Terminal } from './terminal.ts'

interface TestFlags extends Pick<ConfigFlags, 'data' | 'databaseUrl' | 'callbackAllow'> {
  readonly organization?: string
  readonly department?: string
  readonly header?: string
  readonly json?: boolean
}

/** Adds `turnus callbacks test`: one call to an address, made and signed as callbacks are. */
export function addCallbackTest(group: Command, terminal: Terminal, setExitCode: SetExitCode): void {
  withJsonFlag(withDatabaseFlags(group.command('test')))
    .description('call an address once with a sample of the type schedule.test, and print what it answers; exit code 1 unless that is 2xx')
    .argument('<url>', 'as callbackUrl')
    .option('--organization <id or name>', 'whose department it is')
    .option('--department <id or name>', 'sign with the secret of this department; without it with one made for this call, which is printed')
    .option('--header <name: value>', 'as callbackAuthenticationHeaderName and -Value')
    .option('--callback-allow <list>', 'hosts and CIDRs that may be reached although they are not public (TURNUS_CALLBACK_ALLOW; default none)')
    .action(async (url: string, flags: TestFlags) => {
      const { callbackAllow: allow, limits } = readConfig(flags, terminal.env)
      const refusal = await checkCallbackUrl(url, { allow })
      if (refusal !== null) throw new GatewayError('request-invalid', refusal, REFUSAL_REMEDY)
      const secret = await findSecret(terminal, flags)
      const addresses = await addressesOf(url)
      const agent = createGuardedAgent({ allow, connectMs: limits.callbackMs })
      try {
        const result = await callForTest({ agent, timeoutMs: limits.callbackMs }, { url, ...readHeader(flags.header), signingSecret: secret.text })
        if (flags.json === true) terminal.stdout.write(`${JSON.stringify({ url, addresses, ...result }, null, 2)}\n`)
        else print(terminal, result, { url, addresses, secret: secret.words })
        if (result.error !== null) setExitCode(EXIT_NO)
      } finally {
        await agent.destroy()
      }
    })
}

/** The secret that signs, and how it is called in print. */
async function findSecret(terminal: Terminal, { organization, department, ...flags }: TestFlags): Promise<{ text: string; words: string }> {
  if ((organization === undefined) !== (department === undefined)) {
    throw new GatewayError('usage-wrong', 'One of --organization and --department is missing.', 'Give both, or neither.')
  }
  if (organization === undefined || department === undefined) {
    const text = makeSigningSecret()
    return { text, words: `with ${text}, made for this call` }
  }
  const text = await administerExisting(terminal, flags, async ({ db, key }) =>
    departmentSigningSecret({ db, key: await key() }, { organization, department }),
  )
  return { text, words: `with the secret of ${department}` }
}

async function addressesOf(url: string): Promise<readonly string[]> {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}

function readHeader(header: string | undefined): { headerName: string | null; headerValue: string | null } {
  if (header === undefined) return { headerName: null, headerValue: null }
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*([\t\x20-\x7e]*)$/.exec(header) ?? []
  if (name !== undefined && value !== undefined) return { headerName: name, headerValue: value.trim() }
  throw new GatewayError('usage-wrong', `--header is "${header}".`, 'Give it as "Name: value", such as "X-API-Key: sesame".')
}

function print(terminal: Terminal, result: TestResult, call: { url: string; addresses: readonly string[]; secret: string }): void {
  const paint = createPaint(terminal.stdout, terminal.env)
  const { status, error, text, durationMs, messageId } = result
  const lines = [
    `address   ${call.url}`,
    `leads to  ${call.addresses.length === 0 ? 'no address: the name is not known' : call.addresses.join(', ')}`,
    `signed    ${call.secret}`,
    `sent      schedule.test, webhook-id ${messageId}`,
    status === null
      ? `answered  ${paint('red', printable(error ?? ''))} (${durationMs} ms)`
      : `answered  ${paint(error === null ? 'green' : 'red', String(status))} after ${durationMs} ms${error === null ? '' : `: ${printable(error)}`}`,
    ...(text === null || text === '' ? [] : [`          ${printable(text)}`]),
  ]
  terminal.stdout.write(`${lines.join('\n')}\n`)
}
