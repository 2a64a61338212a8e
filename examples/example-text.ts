const LINE_LENGTH = 320
const INDENT = '  '

/**
 * A document as JSON that a person can read: a record that fits on one line stands on one line, a longer one has a line per field.
 * Ends in a line feed.
 */
export function exampleText(document: unknown): string {
  return `${writeValue(document, '')}\n`
}

function writeValue(value: unknown, indent: string): string {
  const line = writeLine(value)
  // The document and its lists are always opened, so that a change of one record is a change of one line.
  if (value === null || typeof value !== 'object' || (indent.length > INDENT.length && line.length + indent.length <= LINE_LENGTH)) return line
  if (indent === INDENT && !holdsRecords(value) && line.length <= LINE_LENGTH) return line
  const inner = indent + INDENT
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + writeValue(item, inner)).join(',\n')}\n${indent}]`
  const fields = Object.entries(value).map(([name, item]) => `${inner}${JSON.stringify(name)}: ${writeValue(item, inner)}`)
  return `{\n${fields.join(',\n')}\n${indent}}`
}

function holdsRecords(value: object): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'object')
}

function writeLine(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(writeLine).join(', ')}]`
  const fields = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${writeLine(item)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
