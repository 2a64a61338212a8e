import type { Workload } from '../model/workload.ts'
import type { Measures } from './measures.ts'
import type { MeasuredNode, PoolUse } from './prometheus.ts'
import { openTracing } from './open-tracing.ts'
import type { Tracing } from './tracing.ts'

/** What a process tells of itself; each part is absent where nobody listens, and then nothing of it is loaded. */
export interface Telemetry {
  readonly measures: Measures | undefined
  readonly tracing: Tracing | undefined
  /** Adds a pool of connections to the metrics. */
  watchPool(name: 'work' | 'requests', use: () => PoolUse): void
  /** Says how to ask what the database has to do; until then the metrics say that it is not up. */
  watchDatabase(read: () => Promise<Workload>): void
  /** Says how to ask whether the database stores what this process gives it. */
  watchStoring(isStoring: () => boolean): void
  /** The metrics in the text format of Prometheus; null where none are kept. */
  readonly readMetrics: (() => Promise<{ readonly contentType: string; readonly text: string }>) | null
  /** Sends what waits to be sent. */
  close(): Promise<void>
}

/** Opens metrics where there is somewhere to read them, and traces where there is somewhere to send them. */
export async function openTelemetry(
  config: { readonly metrics: object | null; readonly tracesEndpoint: string | null },
  node: MeasuredNode,
): Promise<Telemetry> {
  const prometheus = config.metrics === null ? null : (await import('./prometheus.ts')).createPrometheus(node)
  const tracing = config.tracesEndpoint === null ? undefined : await openTracing(config.tracesEndpoint, node)
  return {
    measures: prometheus?.measures,
    tracing,
    watchPool: (name, use) => prometheus?.watchPool(name, use),
    watchDatabase: (read) => prometheus?.watchDatabase(read),
    watchStoring: (isStoring) => prometheus?.watchStoring(isStoring),
    readMetrics: prometheus === null ? null : () => prometheus.read(),
    close: async () => tracing?.close(),
  }
}
