type Fields = Readonly<Record<string, unknown>>
type Schema = { readonly properties?: Fields }

const nameless = (): Schema => ({})
const same = (schema: Schema): Schema => schema

/**
 * What the page is built with in the place of `typebox`: schemas that have the names of their fields, which is all that reading a schedule asks them for.
 * The page checks nothing by schemas: the gateway does. The library itself is 11 KiB of the page, compressed.
 */
export const Type = {
  Object: (properties: Fields): Schema => ({ properties }),
  Optional: same,
  Partial: same,
  Unsafe: same,
  Array: nameless,
  Boolean: nameless,
  Enum: nameless,
  Integer: nameless,
  Null: nameless,
  Number: nameless,
  Record: nameless,
  Ref: nameless,
  String: nameless,
  Union: nameless,
  Unknown: nameless,
}
