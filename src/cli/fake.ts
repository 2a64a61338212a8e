import type { Command } from 'commander'
import { FAKE_PASSWORD, FAKE_TOKENS } from '../fake/callers.ts'
import { GatewayError } from '../model/errors.ts'
import { integerBetween } from './flags.ts'
import { readTextFile } from './read-document.ts'
import { untilInterrupted } from './serve.ts'
import type { Terminal } from './terminal.ts'

interface FakeFlags {
  readonly host: string
  readonly port: number
  readonly words: string
  readonly script?: string
  readonly secret?: string
  readonly requestsPerMinute?: number
}

const DEFAULT_PORT = 8081
const MOST_REQUESTS = 1_000_000
const LINGER_MS = 200

/** `turnus fake`: a gateway for tests of those who integrate Turnus. */
export function addFakeCommand(program: Command, terminal: Terminal): void {
  program
    .command('fake')
    .description('run a gateway for tests: instant answers, scripted outcomes and callbacks, nothing stored')
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--port <number>', '0 = any free port', integerBetween(0, 65_535), DEFAULT_PORT)
    .option('--words <list>', 'what becomes of submissions whose callbackUrl has no ?fake=…, such as failed,duplicate', '')
    .option('--script <file>', 'a JSON list of such words, for one submission after the other')
    .option('--secret <whsec_…>', 'what callbacks are signed with (default: one that is printed)')
    .option(
      '--requests-per-minute <number>',
      'of one token; the next is answered 429 (default: as good as no limit)',
      integerBetween(1, MOST_REQUESTS),
    )
    .addHelpText('after', '\ndocs/fake.md lists the words. Ctrl-C ends it.')
    .action(async ({ script, secret, ...flags }: FakeFlags) => {
      const interrupted = untilInterrupted(terminal, () => terminal.stderr.write('Stopping …\n'))
      const { startFake } = await import('../fake/gateway.ts')
      const fake = await startFake({
        ...flags,
        ...(script === undefined ? {} : { script: readScript(await readTextFile(terminal, script), script) }),
        ...(secret === undefined ? {} : { secret: checkSecret(secret) }),
      })
      const others = Object.keys(FAKE_TOKENS).slice(1).join(', ')
      terminal.stdout.write(
        [
          `A fake gateway listens on ${fake.address}`,
          `  token     ${fake.token} (others: ${others})`,
          `  log in    any e-mail, password ${FAKE_PASSWORD}`,
          `  secret    ${fake.secret}`,
          '',
        ].join('\n'),
      )
      await interrupted
      await fake.close()
      terminal.endWithin(LINGER_MS)
    })
}

function readScript(text: string, file: string): readonly string[] {
  const list: unknown = parse(text)
  if (Array.isArray(list) && list.every((words) => typeof words === 'string')) return list
  throw new GatewayError('usage-wrong', `${file} is no JSON list of texts.`, 'Write such as ["solved", "failed,duplicate", "slow=3"].')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function checkSecret(secret: string): string {
  if (/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return secret
  throw new GatewayError('usage-wrong', 'The signing secret does not begin with whsec_.', 'Give whsec_ and a text in base64, or leave it out.')
}
