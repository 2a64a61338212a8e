import { Dispatcher } from 'undici'
import type { Actor } from './scheduler.ts'
import { throwLatencyMs } from './weather.ts'
import type { World } from './world.ts'

/** A callback as it arrived at a client. */
export interface Received {
  readonly messageId: string
  readonly body: string
  /** What the receiver answers. */
  readonly status: number
}

/** What receivers do in bad weather. */
const CONDUCTS = { ok: 3, error: 3, busy: 2, redirect: 1, gone: 1, unreached: 2, 'cut off': 2, 'half answered': 1, silent: 1 } as const
type Conduct = keyof typeof CONDUCTS

const STATUSES = {
  ok: 204,
  error: 500,
  busy: 503,
  redirect: 302,
  gone: 410,
  'cut off': 200,
  'half answered': 200,
  silent: 200,
  unreached: 0,
} as const

/** The receivers of all callbacks: they answer at random, late, or not, and keep what they got. */
export class FakeReceivers {
  readonly received: Received[] = []
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** What a node calls them with. */
  agentOf(node: Actor): Dispatcher {
    return new FakeAgent((options, handler) => this.#call(node, options, handler))
  }

  #call(node: Actor, options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    const { scheduler, dice, weather } = this.#world
    const conduct: Conduct = dice.chance(weather.refused) ? dice.weigh(CONDUCTS) : 'ok'
    const status = STATUSES[conduct]
    const controller = new Controller((error) => handler.onResponseError?.(controller, error))
    const atNode = (what: string, act: () => void): void => {
      const backMs = throwLatencyMs(dice, weather)
      scheduler.after(backMs, what, () => (controller.aborted ? undefined : act()), { actor: node })
    }
    handler.onRequestStart?.(controller, {})
    scheduler.after(throwLatencyMs(dice, weather), `callback of ${node.name}: ${conduct}`, () => {
      if (controller.aborted && dice.chance(0.5)) return
      if (conduct === 'unreached' || scheduler.nowMs < node.cutOffUntilMs)
        return atNode('callback is refused', () => controller.abort(withCode('ECONNREFUSED')))
      this.received.push({ messageId: headerOf(options, 'webhook-id'), body: String(options.body), status })
      if (conduct === 'silent') return
      if (conduct === 'cut off') return atNode('callback is cut off', () => controller.abort(withCode('ECONNRESET')))
      atNode(`callback is answered ${status}`, () => {
        handler.onResponseStart?.(controller, status, status === STATUSES.busy ? { 'retry-after': String(dice.between(1, 20)) } : {}, '')
        if (conduct === 'half answered') return controller.abort(withCode('ECONNRESET'))
        handler.onResponseData?.(controller, Buffer.from('thanks'))
        handler.onResponseEnd?.(controller, {})
      })
    })
  }
}

class FakeAgent extends Dispatcher {
  readonly #call: (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void

  constructor(call: (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void) {
    super()
    this.#call = call
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.#call(options, handler)
    return true
  }
}

class Controller implements Dispatcher.DispatchController {
  aborted = false
  paused = false
  reason: Error | null = null
  readonly #onAbort: (error: Error) => void

  constructor(onAbort: (error: Error) => void) {
    this.#onAbort = onAbort
  }

  abort(reason?: Error): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason ?? new Error('aborted')
    this.#onAbort(this.reason)
  }

  pause(): void {
    this.paused = true
  }

  resume(): void {
    this.paused = false
  }
}

function withCode(code: string): Error {
  return Object.assign(new Error(`The connection failed: ${code}`), { code })
}

function headerOf({ headers }: Dispatcher.DispatchOptions, name: string): string {
  return String((headers as Record<string, string>)[name])
}
