import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, isSpanContextValid, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { NewSpan, Span, Tracing } from './tracing.ts'

const KINDS = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const

/** Spans that wait to be sent: a second's worth is sent together, and beyond the limit they are dropped, never waited for. */
const SEND_EVERY_MS = 1000
const MOST_WAITING = 4096
const SEND_MS = 3000

/**
 * Sends spans to a collector over OTLP/HTTP as JSON. Headers, names and more of its own come from the `OTEL_…` variables that every program with
 * OpenTelemetry reads. A collector that is away costs spans and nothing else.
 */
export function openOtlp(endpoint: string, node: { readonly name: string; readonly version: string }): Tracing {
  const resource = resourceFromAttributes({
    'service.name': 'turnus',
    'service.version': node.version,
    'service.instance.id': node.name,
  }).merge(detectResources({ detectors: [envDetector] }))
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_MS })
  const processor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: SEND_EVERY_MS,
    maxQueueSize: MOST_WAITING,
    exportTimeoutMillis: SEND_MS,
  })
  const provider = new TracerProvider({ resource, spanProcessors: [processor] })
  const tracer = provider.getTracer('turnus', node.version)
  return {
    begin({ name, kind, parent, startedAt, attributes = {} }: NewSpan): Span {
      const options = { kind: KINDS[kind], attributes, ...(startedAt === undefined ? {} : { startTime: startedAt }) }
      const span = tracer.startSpan(name, options, contextOf(parent))
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        note: (more) => span.setAttributes({ ...more }),
        end(error) {
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error })
          span.end()
        },
      }
    },
    close: () => provider.shutdown(),
  }
}

/** What a `traceparent` says (W3C Trace Context, 3.2); a context without a parent when it is none. */
function contextOf(traceparent: string | null): Context {
  const [, traceId, spanId, flags] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined || traceparent?.startsWith('ff')) return ROOT_CONTEXT
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
}
