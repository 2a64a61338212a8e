type Node = Readonly<Record<string, unknown>>

const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf'] as const
/** A contract that several share is read as one of an employee is. */
const SHARED = 'contracts[].'
const OWN = 'employees[].contract.'

/** Every list that a schema knows, by where it stands: `employees[].wishes[]`; one of a contract once, wherever the contract stands. */
export function listsOf(schema: unknown): string[] {
  const found = new Set<string>()
  walk(schema as Node, '', found)
  return [...new Set([...found].map(asOwn))].toSorted()
}

function asOwn(path: string): string {
  return path.startsWith(SHARED) ? OWN + path.slice(SHARED.length) : path
}

function walk(node: Node, path: string, found: Set<string>): void {
  if (node['items'] !== undefined) {
    found.add(`${path}[]`)
    walk(node['items'] as Node, `${path}[]`, found)
  }
  for (const [key, field] of Object.entries((node['properties'] ?? {}) as Record<string, Node>))
    walk(field, path === '' ? key : `${path}.${key}`, found)
  for (const key of ALTERNATIVES) for (const each of (node[key] ?? []) as Node[]) walk(each, path, found)
}

/** How many entries all lists of a document have together, by where they stand. */
export function entriesOf(document: unknown): Map<string, number> {
  const counts = new Map<string, number>()
  count(document, '', counts)
  return counts
}

function count(value: unknown, path: string, counts: Map<string, number>): void {
  if (Array.isArray(value)) {
    const list = `${path}[]`
    counts.set(list, (counts.get(list) ?? 0) + value.length)
    for (const each of value) count(each, list, counts)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, field] of Object.entries(value)) {
      const at = path === '' ? key : `${path}.${key}`
      count(field, asOwn(at), counts)
    }
  }
}
