import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** A certificate that signs itself, with its key, in PEM. */
export interface TestCertificate {
  readonly cert: string
  readonly key: string
}

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))

/**
 * Makes a certificate for one host name or IPv4 address, good for a day. Whoever trusts it trusts that host only. Written by hand in DER, because
 * Node makes none and not every machine has openssl.
 */
export function makeCertificate(host: string): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(tagged(0x31, sequence(oid('2.5.4.3'), tagged(0x0c, Buffer.from('Turnus test')))))
  const altName = isIPv4(host) ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, Buffer.from(host))
  const yes = tagged(0x01, Buffer.of(0xff))
  const extensions = sequence(sequence(oid('2.5.29.19'), yes, octets(sequence(yes))), sequence(oid('2.5.29.17'), octets(sequence(altName))))
  const day = 86_400_000
  const contents = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, Buffer.concat([Buffer.of(0x01), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(Date.now() - day), time(Date.now() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  )
  const signature = tagged(0x03, Buffer.concat([Buffer.of(0), sign('sha256', contents, privateKey)]))
  const lines = sequence(contents, ECDSA_WITH_SHA256, signature)
    .toString('base64')
    .replaceAll(/.{64}/g, (line) => `${line}\n`)
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

function tagged(tag: number, contents: Buffer): Buffer {
  const { length } = contents
  const size = length < 0x80 ? Buffer.of(length) : length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff)
  return Buffer.concat([Buffer.of(tag), size, contents])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

function octets(contents: Buffer): Buffer {
  return tagged(0x04, contents)
}

function oid(text: string): Buffer {
  const [first, second, ...rest] = text.split('.').map(Number)
  const bytes = rest.flatMap((part) => {
    const groups = [part & 0x7f]
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
    return groups
  })
  return tagged(0x06, Buffer.from([40 * first! + second!, ...bytes]))
}

/** UTCTime, YYMMDDHHMMSSZ. */
function time(ms: number): Buffer {
  return tagged(0x17, Buffer.from(`${new Date(ms).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`))
}
