import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoginGateway, medianOf, startLoginGateway } from './login-timing.ts'

const PAIRS = 21
/** Without the same work an unknown e-mail would be refused some thirty times faster. Whether it is within 5 % is measured by login-timing.long.test.ts; a busy machine makes the ratio smaller, not larger. */
const MOST_TIMES = 3

let gateway: LoginGateway

beforeAll(async () => {
  gateway = await startLoginGateway()
})
afterAll(() => gateway.close())

test(`an unknown e-mail and a wrong password are refused after the same work: neither is ${MOST_TIMES} times faster at the median of ${PAIRS} pairs`, async () => {
  const ratio = medianOf((await gateway.measure(PAIRS)).map(({ known, unknown }) => known / unknown))
  expect(ratio).toBeLessThan(MOST_TIMES)
  expect(ratio).toBeGreaterThan(1 / MOST_TIMES)
})
