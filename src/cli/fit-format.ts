import { FormatError } from '../formats/format-error.ts'
import { GatewayError } from '../model/errors.ts'
import { printable } from './printable.ts'

/** What `convert` answers. Throws `format-unfit`, with the name of the file, in place of its `FormatError`. */
export function fitFormat<T>(path: string, convert: () => T): T {
  try {
    return convert()
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause
    throw new GatewayError(
      'format-unfit',
      printable(`${path === '-' ? 'stdin' : path}: ${cause.message}`),
      'docs/formats.md says what each format holds.',
      {
        cause,
      },
    )
  }
}
