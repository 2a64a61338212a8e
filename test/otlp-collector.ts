import { createServer } from 'node:http'
import { listenOn } from './receiver.ts'

/** A span as it was collected. */
export interface CollectedSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  /** '' when it has none. */
  readonly parentSpanId: string
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  /** 2 is an error. */
  readonly status: number
  /** `service.instance.id` of who sent it. */
  readonly instance: string
}

/** A collector of traces on loopback, which takes OTLP/HTTP as JSON. */
export interface Collector {
  readonly endpoint: string
  readonly spans: readonly CollectedSpan[]
  close(): Promise<void>
}

interface Value {
  readonly stringValue?: string
  readonly intValue?: number | string
  readonly doubleValue?: number
  readonly boolValue?: boolean
}
type Attributes = readonly { readonly key: string; readonly value: Value }[]
interface SentSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: Attributes
  readonly status?: { readonly code?: number }
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

/** Starts one. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const isTraces = request.method === 'POST' && request.url === '/v1/traces' && request.headers['content-type'] === 'application/json'
    if (isTraces) spans.push(...readSpans(JSON.parse(Buffer.concat(chunks).toString()) as Sent))
    response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  const address = await listenOn(server)
  return {
    endpoint: `http://${address}`,
    spans,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function readSpans({ resourceSpans }: Sent): readonly CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map((span) => readSpan(span, String(plain(resource.attributes)['service.instance.id'])))),
  )
}

function readSpan(span: SentSpan, instance: string): CollectedSpan {
  const { name, kind, traceId, spanId, parentSpanId = '', startTimeUnixNano, endTimeUnixNano } = span
  return {
    name,
    kind,
    traceId,
    spanId,
    parentSpanId,
    startMs: Number(startTimeUnixNano) / 1e6,
    endMs: Number(endTimeUnixNano) / 1e6,
    attributes: plain(span.attributes),
    status: span.status?.code ?? 0,
    instance,
  }
}

function plain(attributes: Attributes): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue)]),
  )
}
