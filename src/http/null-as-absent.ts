/** What is looked at of a JSON Schema here. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/**
 * The schema of what is posted, as it is published: null in a field that may be left out is the same as leaving it out, at every depth. The readers of
 * requests take it so; the schemas beside the routes would have to say it at four hundred fields.
 */
export function withNullAsAbsent<Posted extends object>(schema: Posted): Posted {
  return admitWithin(schema as Schema) as Posted
}

function admitWithin(schema: Schema): Schema {
  const { properties, patternProperties, items, anyOf, required = [] } = schema
  const optional = (name: string, field: Schema): Schema => (required.includes(name) ? admitWithin(field) : admitNull(admitWithin(field)))
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: mapFields(properties, optional) }),
    ...(patternProperties === undefined ? {} : { patternProperties: mapFields(patternProperties, optional) }),
    ...(items === undefined ? {} : { items: admitWithin(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(admitWithin) }),
  }
}

function mapFields(fields: Readonly<Record<string, Schema>>, map: (name: string, field: Schema) => Schema): Readonly<Record<string, Schema>> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(name, field)]))
}

function admitNull(field: Schema): Schema {
  const { type, enum: words, anyOf } = field
  if (anyOf !== undefined) return anyOf.some((choice) => choice.type === 'null') ? field : { ...field, anyOf: [...anyOf, { type: 'null' }] }
  if (type === undefined) return field
  return { ...field, type: [...new Set([type, 'null'].flat())], ...(words === undefined ? {} : { enum: [...words, null] }) }
}
