const MAX_CHARACTERS = 200

/** A text that others wrote, on one line and without what a terminal would obey; its beginning when it is long. */
export function printable(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length <= MAX_CHARACTERS ? line : `${line.slice(0, MAX_CHARACTERS - 1)}…`
}
