import { type Figure, median, quantile } from './figures.ts'
import { interleave, load, type Outcome, type Target } from './load.ts'
import { BARE_SERVER } from './programs.ts'
import type { Stage } from './stage.ts'
import { wardFortnight } from './ward.ts'

/** Enough to keep either server busy. */
const CLIENTS = 32
const ROUNDS = 5
const ROUND_SECONDS = 3

/** Part `submit`: schedules taken a second, beside a bare server that validates the same body by its schema and inserts it. Nobody solves meanwhile. */
export async function measureSubmissions(stage: Stage): Promise<readonly Figure[]> {
  const [origin, bareOrigin] = [await stage.programs.startTurnus({ role: 'gateway' }), await stage.programs.start(BARE_SERVER)]
  const body = wardFortnight()
  const json = { 'content-type': 'application/json' }
  const headers = stage.departments.map(({ token }) => ({ ...json, authorization: `Bearer ${token}` }))
  const gateway: Target = {
    origin,
    expectedStatus: 201,
    // In turns, so that no department's queue is full at the end of a round.
    request: (i) => ({ method: 'POST', path: '/api/v1/gateway', headers: headers[i % headers.length]!, body }),
  }
  const bare: Target = { origin: bareOrigin, expectedStatus: 201, request: () => ({ method: 'POST', path: '/jobs', headers: json, body }) }
  const pace = { clients: CLIENTS, seconds: ROUND_SECONDS, pauseMs: 0 }
  const { ours, peers } = await interleave(
    ROUNDS,
    async () => {
      await stage.clear()
      return load(gateway, pace)
    },
    async () => {
      await stage.clear()
      return load(bare, pace)
    },
  )
  const [rateOf, medianOf] = [
    (outcomes: readonly Outcome[]) => median(outcomes.map(({ rate }) => rate)),
    (outcomes: readonly Outcome[]) =>
      quantile(
        outcomes.flatMap(({ latencies }) => latencies),
        0.5,
      ),
  ]
  return [
    { measure: `submissions of ${Math.round(body.length / 1000)} KB`, unit: '1/s', figure: rateOf(ours), peer: rateOf(peers), bar: { atLeast: 0.5 } },
    { measure: `  their median, ${CLIENTS} clients`, unit: 'ms', figure: medianOf(ours), peer: medianOf(peers), bar: null },
  ]
}
