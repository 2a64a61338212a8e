import type { Tracing } from './tracing.ts'

/** Opens the way to the collector at `endpoint`. The library is loaded here: a node that traces nothing never loads it. */
export async function openTracing(endpoint: string, node: { readonly name: string; readonly version: string }): Promise<Tracing> {
  const { openOtlp } = await import('./otlp.ts')
  return openOtlp(endpoint, node)
}
