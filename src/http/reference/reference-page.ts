import { createHash } from 'node:crypto'
import { type Html, html, prose } from './html.ts'
import { schemaAnchor, type ShownSchema, viewSchema } from './schema-view.ts'

/** What is shown of an OpenAPI description. */
export interface ShownApi {
  readonly info: { readonly title: string; readonly description?: string; readonly version: string }
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths?: Readonly<Record<string, Readonly<Record<string, ShownOperation>>>>
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, ShownOperation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, ShownSchema>> }
}
interface ShownOperation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly unknown[]
  readonly parameters?: readonly ShownParameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses?: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
}
interface ShownParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: ShownSchema
}
type Content = Readonly<Record<string, { readonly schema?: ShownSchema; readonly example?: unknown; readonly examples?: Examples }>>
/** Those without a value stand in the components: failures, which are alike everywhere. */
type Examples = Readonly<Record<string, { readonly summary?: string; readonly value?: unknown }>>

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;display:flex}
nav{width:18rem;flex:none;height:100vh;overflow:auto;position:sticky;top:0;padding:1rem;box-sizing:border-box;border-right:1px solid #8884}
nav ul,.fields{list-style:none;padding-left:0}.fields .fields{padding-left:1rem;border-left:2px solid #8884}nav li{margin:.35rem 0}nav a{text-decoration:none;overflow-wrap:anywhere}nav a:hover,nav a:focus{text-decoration:underline}
main{padding:1rem 2rem;max-width:60rem;min-width:0}article{border-top:1px solid #8884;margin-top:2rem}
code,pre{font:13px/1.45 ui-monospace,monospace}pre{overflow:auto;padding:.75rem;border:1px solid #8884;border-radius:6px;max-height:24rem}
code{overflow-wrap:anywhere}small,.type{opacity:.85}em{font-size:13px}details>summary{cursor:pointer}a{color:inherit}
@media(max-width:50rem){body{display:block}nav{width:auto;height:auto;position:static;border:0}main{padding:1rem}}`

/** What the page may do: show itself with this style. No script, nothing from elsewhere. */
export const REFERENCE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The API as a page for people: everything that openapi.json says, on one page that needs nothing else. */
export function writeReference(api: ShownApi): string {
  const { info, tags = [], paths = {}, webhooks = {}, components = {} } = api
  const operations = operationsOf(paths)
  const groups = tags.map((tag) => ({ ...tag, operations: operations.filter(({ operation }) => operation.tags?.includes(tag.name)) }))
  const callbacks = operationsOf(webhooks)
  const schemas = Object.entries(components.schemas ?? {})
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${info.title} API</title><style>${{ html: STYLE }}</style></head>
<body>
<nav aria-label="Contents">
${groups.map(({ name, operations: inside }) => html`<b>${name}</b>${listOf(inside)}`)}
<b>callbacks</b>${listOf(callbacks)}
<b>schemas</b><ul>${schemas.map(([name]) => html`<li><a href="#${schemaAnchor(name)}">${name}</a></li>`)}</ul>
</nav>
<main>
<h1>${info.title} API, version ${info.version}</h1>
<p>${prose(info.description)}</p>
<p>For machines: <a href="openapi.json">openapi.json</a>, <a href="schemas/schedule.json">the schema of a schedule</a>, <a href="llms.txt">llms.txt</a>.</p>
${groups.map((group) => html`<h2>${group.name}</h2><p>${prose(group.description)}</p>${group.operations.map(viewOperation)}`)}
<h2>callbacks</h2>${callbacks.map(viewOperation)}
<h2>schemas</h2>
${schemas.map(([name, schema]) => html`<article id="${schemaAnchor(name)}"><h3>${name}</h3>${viewSchema(schema)}</article>`)}
</main>
</body>
</html>
`
  return page.html
}

interface PlacedOperation {
  readonly method: string
  readonly path: string
  readonly operation: ShownOperation
}

function operationsOf(paths: NonNullable<ShownApi['paths']>): readonly PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

function listOf(operations: readonly PlacedOperation[]): Html {
  return html`<ul>${operations.map(({ method, path, operation }) => html`<li><a href="#${operation.operationId}" title="${method} ${path}">${prose(operation.summary)}</a></li>`)}</ul>`
}

function viewOperation({ method, path, operation }: PlacedOperation): Html {
  const { operationId, summary, description, security = [], parameters = [], requestBody, responses = {} } = operation
  return html`<article id="${operationId}"><h3>${prose(summary)}</h3>
<p><code>${method} ${path}</code></p><p>${prose(description)}${security.length > 0 ? ' Needs a token.' : null}</p>
${parameters.length === 0 ? null : html`<h4>Parameters</h4><ul class="fields">${parameters.map(viewParameter)}</ul>`}
${requestBody === undefined ? null : html`<h4>Request body${requestBody.required === false ? ', optional' : null}</h4>${viewContent(requestBody.content)}`}
<h4>Answers</h4>
${Object.entries(responses).map(
  ([status, answer]) =>
    html`<details><summary><code>${status}</code> ${prose(answer.description)}</summary>${viewContent(answer.content ?? {})}</details>`,
)}
</article>`
}

function viewParameter(parameter: ShownParameter): Html {
  const { name, in: place, required = false, description, schema = {} } = parameter
  const field = viewSchema({ ...schema, ...(description === undefined ? {} : { description }) })
  return html`<li><b>${name}</b> <small>${place}${required ? ', required' : null}</small>${field}</li>`
}

function viewContent(content: Content): readonly Html[] {
  return Object.entries(content).map(([type, { schema = {}, example, examples = {} }]) => {
    const named = Object.entries(examples).filter(([, { value }]) => value !== undefined)
    const shown = [
      ...(example === undefined ? [] : [viewExample('', example)]),
      ...named.map(([name, { summary, value }]) => viewExample(summary ?? name, value)),
    ]
    return html`<p><code>${type}</code></p>${viewSchema(schema)}${shown}`
  })
}

function viewExample(name: string, value: unknown): Html {
  return html`<p>Example${name === '' ? null : `: ${name}`}</p><pre tabindex="0">${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>`
}
