/** What a span is about, in the words of OpenTelemetry: an answer to a caller, work within, a call to another. */
export type SpanKind = 'server' | 'internal' | 'client'

/** Facts about a span. Ids, numbers and words of ours: never a secret, nor what stands in a schedule. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** A stretch of work that begins. */
export interface NewSpan {
  /** From a small set: no id is in it. */
  readonly name: string
  readonly kind: SpanKind
  /** The `traceparent` (W3C Trace Context) that it belongs below; null, or what is none, begins a trace of its own. */
  readonly parent: string | null
  /** When it began; now when absent. */
  readonly startedAt?: Date
  readonly attributes?: SpanAttributes
}

/** A stretch of work that goes on. */
export interface Span {
  /** Names it to others: `00-…-…-01`. */
  readonly traceparent: string
  note(attributes: SpanAttributes): void
  /** It is over. `error`: what went wrong, in our words; absent when nothing did. */
  end(error?: string): void
}

/** Where spans are sent. Where nobody collects them there is none, and nothing is traced. */
export interface Tracing {
  begin(span: NewSpan): Span
  /** Sends what waits, and closes. */
  close(): Promise<void>
}
