import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'tns_'
const SECRET_BYTES = 32
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
// 62⁴³ > 2²⁵⁶ and 62⁶ > 2³²: fixed lengths, so that a scanner can look for the whole form.
const SECRET_DIGITS = 43
const CHECKSUM_DIGITS = 6
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_DIGITS + CHECKSUM_DIGITS}}$`)

/** A fresh token: `tns_`, 256 random bits in base62, and the CRC-32 of what stands before it in base62. */
export function makeTokenText(): string {
  const secret = PREFIX + base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_DIGITS)
  return secret + checksum(secret)
}

/** Whether a text has the form and the checksum of a token. A typing error or a random text is told without asking the database. */
export function isTokenText(text: string): boolean {
  return FORM.test(text) && text.slice(-CHECKSUM_DIGITS) === checksum(text.slice(0, -CHECKSUM_DIGITS))
}

/** What is stored of a token: its SHA-256. */
export function hashToken(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_DIGITS)
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text
  return text
}
