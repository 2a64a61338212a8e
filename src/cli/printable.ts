const MAX_CHARACTERS = 200

/** A text that others wrote, on one line and without what a terminal would obey; its beginning when it is longer than `most` characters. */
export function printable(text: string, most = MAX_CHARACTERS): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`
}
