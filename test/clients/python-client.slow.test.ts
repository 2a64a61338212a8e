// Slow: the Python client's own tests are run against two gateways.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeGateway, startFake } from '../../src/fake/gateway.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { startGateway, type TestGateway } from './gateway.ts'
import { isThere, runProgram } from './run-program.ts'

const noPython = !isThere('python3')
if (noPython) process.stdout.write('Skipped: there is no python3 here for the Python client.\n')

let gateway: TestGateway
let fake: FakeGateway
let receiver: Receiver

beforeAll(async () => {
  if (noPython) return
  receiver = await startReceiver((response) => response.writeHead(204).end())
  fake = await startFake()
  gateway = await startGateway()
})

afterAll(async () => {
  await gateway?.close()
  await fake?.close()
  await receiver?.close()
})

test.skipIf(noPython)('the Python client passes its own tests against a gateway and a fake one', async () => {
  const env = { TURNUS_URL: gateway.url, TURNUS_TOKEN: gateway.token, TURNUS_FAKE_URL: fake.address, TURNUS_CALLBACK_URL: receiver.url }
  const { code, stderr } = await runProgram(['python3', 'clients/python/test_turnus.py'], { env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/Ran 22 tests/) })
})
