import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createSigner, type SignatureHeaders } from './sign.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OLD_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const BODY = JSON.stringify({ type: 'schedule.solved', name: 'Zoë ☃' })

function signCallback({ body, ...message }: { id: string; sentAt: Date; body: string; secrets: readonly string[] }): SignatureHeaders {
  const signer = createSigner(message)
  const bytes = Buffer.from(body)
  // In two pieces, cut within a character.
  signer.update(bytes.subarray(0, -4))
  signer.update(bytes.subarray(-4))
  return signer.headers()
}

test('a signature is the one of the reference library', () => {
  const sentAt = new Date(1_674_087_231_999)
  const headers = signCallback({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt, body: BODY, secrets: [SECRET] })
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1674087231',
    'webhook-signature': new Webhook(SECRET).sign('msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt, BODY),
  })
})

test('the example of the specification has the signature printed there', () => {
  const headers = signCallback({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    sentAt: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
    secrets: [SECRET],
  })
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('while a secret is changed, a receiver that knows either one accepts', () => {
  const headers = { ...signCallback({ id: 'msg_1', sentAt: new Date(), body: BODY, secrets: [SECRET, OLD_SECRET] }) }
  for (const secret of [SECRET, OLD_SECRET]) expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY))
})

test('a changed body is not accepted', () => {
  const headers = { ...signCallback({ id: 'msg_1', sentAt: new Date(), body: BODY, secrets: [SECRET] }) }
  expect(() => new Webhook(SECRET).verify(`${BODY} `, headers)).toThrow()
})
