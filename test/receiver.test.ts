import { expect, onTestFinished, test } from 'vitest'
import { breakOff, ENDINGS } from './break-off.ts'
import { idsOf, startReceiver } from './receiver.ts'

const BODY = JSON.stringify({ solverProblemId: '7' })

test.each(ENDINGS)('a caller that breaks off in mid-body by a %s is no call, and the next one is answered', async (ending) => {
  const receiver = await startReceiver((response) => response.writeHead(204).end())
  onTestFinished(() => receiver.close())
  await breakOff(receiver.url, BODY, {}, ending)
  expect((await fetch(receiver.url, { method: 'POST', body: BODY })).status).toBe(204)
  expect(idsOf(receiver.calls)).toEqual(['7'])
})
