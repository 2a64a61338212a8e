/** What a client wrote for its own receiver alone. */
const SECRET_FIELD = 'callbackAuthenticationHeaderValue'

/** A posted schedule (UTF-8 JSON, an object) without the value of its callback header: what may be read again. Everything else as it came. */
export function withoutSecret(document: Uint8Array): Uint8Array {
  const { [SECRET_FIELD]: _secret, ...rest } = JSON.parse(new TextDecoder().decode(document)) as Record<string, unknown>
  return new TextEncoder().encode(JSON.stringify(rest))
}
