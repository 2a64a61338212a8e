/** HTML that was made of escaped parts. */
export interface Html {
  readonly html: string
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Builds HTML: whatever is put in is escaped, but what is HTML already; lists are put in one after the other, null and undefined as nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly unknown[]): Html {
  return { html: texts.map((text, i) => text + (i < parts.length ? written(parts[i]) : '')).join('') }
}

/** Text in which `such` marks become code; everything else is escaped. */
export function prose(text: string | undefined): Html {
  const parts = (text ?? '').split('`')
  return { html: parts.map((part, i) => (i % 2 === 1 && i < parts.length - 1 ? `<code>${escaped(part)}</code>` : escaped(part))).join('') }
}

function written(part: unknown): string {
  if (part === null || part === undefined) return ''
  if (Array.isArray(part)) return part.map(written).join('')
  if (typeof part === 'object' && 'html' in part) return String(part.html)
  return escaped(String(part))
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!)
}
