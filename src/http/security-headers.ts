/** What a browser is told with every answer, whoever shows it: nothing here is a page, a frame, or for anybody else. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** What the page of the console may do instead: load its own files, ask the gateway that it came from, and nothing else. */
export const CONSOLE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
} as const

/**
 * The headers of every answer. `hstsSeconds` above 0 says that TLS stands in front of us, and that browsers shall insist on it for so long;
 * over plain HTTP they ignore it.
 */
export function securityHeaders({ hstsSeconds }: { readonly hstsSeconds: number }): Readonly<Record<string, string>> {
  return hstsSeconds > 0 ? { ...ALWAYS, 'strict-transport-security': `max-age=${hstsSeconds}` } : ALWAYS
}
