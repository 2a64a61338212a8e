import { type Html, html, prose } from './html.ts'

/** What is shown of a JSON Schema. */
export interface ShownSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, ShownSchema>>
  readonly patternProperties?: Readonly<Record<string, ShownSchema>>
  readonly required?: readonly string[]
  readonly items?: ShownSchema
  readonly anyOf?: readonly ShownSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

/** The anchor of a schema that has a name. */
export function schemaAnchor(name: string): string {
  return `schema-${name}`
}

/** A schema in full: what it is, and a line for each of its fields, to any depth. */
export function viewSchema(schema: ShownSchema): Html {
  const fields = fieldsOf(schema)
  return html`<p>${typeOf(schema)}${limitsOf(schema)} ${prose(schema.description)}</p>
${fields.length === 0 ? null : html`<ul class="fields">${fields}</ul>`}`
}

function fieldsOf(schema: ShownSchema): readonly Html[] {
  const { properties = {}, patternProperties = {}, required = [], items, anyOf = [] } = schema
  return [
    ...Object.entries(properties).map(([name, field]) => viewField(name, field, required.includes(name))),
    ...Object.values(patternProperties).map((field) => viewField('any name', field, false)),
    ...(items === undefined ? [] : fieldsOf(items)),
    ...anyOf.filter((choice) => fieldsOf(choice).length > 0).map((choice) => viewField('either', choice, false)),
  ]
}

function viewField(name: string, field: ShownSchema, isRequired: boolean): Html {
  const inner = fieldsOf(field)
  const head = html`<b>${name}</b> ${typeOf(field)}${isRequired ? html` <em>required</em>` : null}${limitsOf(field)} ${prose(field.description)}`
  return inner.length === 0 ? html`<li>${head}</li>` : html`<li><details><summary>${head}</summary><ul class="fields">${inner}</ul></details></li>`
}

/** The kind of a value in few words; a name leads to its schema. */
function typeOf({ $ref, type, items, anyOf, enum: words, const: constant }: ShownSchema): Html {
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1)!
    return html`<a href="#${schemaAnchor(name)}">${name}</a>`
  }
  if (constant !== undefined) return html`<code>${JSON.stringify(constant)}</code>`
  if (words !== undefined)
    return html`<span class="type">${words.filter((word) => word !== null).map((word, i) => html`${i > 0 ? ' | ' : ''}<code>${word}</code>`)}</span>`
  if (anyOf !== undefined) return html`${anyOf.map((choice, i) => html`${i > 0 ? ' or ' : ''}${typeOf(choice)}`)}`
  if (items !== undefined) return html`<span class="type">list of</span> ${typeOf(items)}`
  return html`<span class="type">${
    [type ?? 'any']
      .flat()
      .filter((name) => name !== 'null')
      .join(' or ') || 'null'
  }</span>`
}

function limitsOf({ minimum, maximum, minItems, maxItems, minLength, maxLength, pattern, default: fallback }: ShownSchema): Html | null {
  const limits = [
    ...rangeOf(minimum, maximum, ''),
    ...rangeOf(minItems, maxItems, ' entries'),
    ...rangeOf(minLength, maxLength, ' characters'),
    ...(pattern === undefined ? [] : [pattern]),
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
  ]
  return limits.length === 0 ? null : html` <small>${limits.join(', ')}</small>`
}

function rangeOf(least: number | undefined, most: number | undefined, unit: string): readonly string[] {
  if (least === undefined && most === undefined) return []
  if (least === undefined) return [`at most ${most}${unit}`]
  if (least === most) return [`${least}${unit}`]
  return [most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`]
}
