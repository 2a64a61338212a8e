import { firstLanguage, type Language, LANGUAGES } from '../model/language.ts'

/** A longer header is read up to here, in characters: whoever asks reads no hundred languages. */
const MOST_LENGTH = 1024

/**
 * The language that an `Accept-Language` header asks for before all others of ours; English where it names none, or there is none (RFC 9110, 12.5.4). `*` stands for
 * whichever of ours the header does not name, English first. A range whose quality cannot be read counts as if it had none.
 */
export function languageOf(header: string | undefined): Language {
  const ranges = (header ?? '').slice(0, MOST_LENGTH).split(',').map(parseRange)
  const accepted = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { tag } of accepted) {
    const found = tag === '*' ? LANGUAGES.find((language) => ranges.every((range) => firstLanguage([range.tag]) !== language)) : firstLanguage([tag])
    if (found !== undefined && found !== null) return found
  }
  return 'en'
}

const QUALITY = /^q\s*=\s*([01](?:\.\d{0,3})?)$/i

function parseRange(text: string): { readonly tag: string; readonly quality: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim())
  const written = parameters.map((parameter) => QUALITY.exec(parameter)?.[1]).find((found) => found !== undefined)
  return { tag, quality: written === undefined ? 1 : Number(written) }
}
