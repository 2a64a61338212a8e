import type { Plugin, UserConfig } from 'vite'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** Where schemas are, whose texts describe fields to people. */
const SCHEMAS = /[\\/]src[\\/]api[\\/]schemas[\\/]/
const HAS_SPACE = /\s/

/**
 * Builds schemas as the names of their fields: without the library, and without the texts that describe a field, which are 9 KiB of the page, compressed.
 * `names`: the path of `schema-names.ts`. A text is one when it has a space in it: names, formats and patterns have none.
 */
export function schemasAsNames(names: string): Pick<UserConfig, 'plugins' | 'resolve'> {
  return { resolve: { alias: { typebox: names } }, plugins: [withoutDescriptions()] }
}

function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    transform(code, id) {
      if (!SCHEMAS.test(id)) return null
      const texts = descriptionsIn(this.parse(code)).toSorted((one, other) => other.start - one.start)
      return { code: texts.reduce((rest, { start, end }) => `${rest.slice(0, start)}''${rest.slice(end)}`, code), map: null }
    },
  }
}

/** The texts with a space in them, below a node of a program. */
function descriptionsIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(descriptionsIn)
  if (!isNode(value)) return []
  return isDescription(value) ? [value] : Object.values(value).flatMap(descriptionsIn)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** A text, or a template of one. */
function isDescription(node: Node): boolean {
  if ('quasis' in node) return HAS_SPACE.test(JSON.stringify(node.quasis))
  return 'value' in node && typeof node.value === 'string' && HAS_SPACE.test(node.value)
}
