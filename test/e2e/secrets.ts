import { expect } from 'vitest'

/** What must appear in no log: it is known once it was noted, and every log of a process that these tests start is searched for it. */
const noted = new Map<string, string>()

const FORMS: Readonly<Record<string, RegExp>> = {
  'a token': /\btns_[0-9A-Za-z]{49}\b/g,
  'a signing secret': /\bwhsec_[0-9A-Za-z+/=]+/g,
  'the password of the first administrator': /(?<=^ {2}password {2})\S+/gm,
}

/** Notes a secret, and what it is. */
export function noteSecret(what: string, secret: string): void {
  // Anything shorter would be found by chance.
  if (secret.length >= 8) noted.set(secret, what)
}

/** Notes every secret that a command printed. */
export function noteSecretsIn(printed: string): void {
  for (const [what, form] of Object.entries(FORMS)) for (const [secret] of printed.matchAll(form)) noteSecret(what, secret)
}

/** The secrets that stand in a text, as what they are; those named in `but` are left out. */
export function findSecrets(text: string, but: readonly string[] = []): readonly string[] {
  return [...noted].filter(([secret, what]) => !but.includes(what) && text.includes(secret)).map(([, what]) => what)
}

/** Fails when a log holds a secret. */
export function expectNoSecrets(log: string): void {
  const found = findSecrets(log)
  expect(found, `in a log of ${log.length} characters`).toEqual([])
}
