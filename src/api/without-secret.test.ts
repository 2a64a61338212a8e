import { expect, test } from 'vitest'
import { withoutSecret } from './without-secret.ts'

const read = (document: string): unknown => JSON.parse(new TextDecoder().decode(withoutSecret(new TextEncoder().encode(document))))

test('a schedule is read again without the value of its callback header, however its name was written', () => {
  const rest = { callbackUrl: 'https://consumer.example/x?y=1', callbackAuthenticationHeaderName: 'X-Key', shifts: [{ id: 1, name: 'Früh ☀' }] }
  expect(read(JSON.stringify({ ...rest, callbackAuthenticationHeaderValue: 'secret' }))).toEqual(rest)
  expect(read('{"\\u0063allbackAuthenticationHeaderValue":"secret","a":1,"callbackAuthenticationHeaderValue":"secret"}')).toEqual({ a: 1 })
})

test('a field of the same name elsewhere is the client’s own, and stays', () => {
  const nested = { employees: [{ id: 1, callbackAuthenticationHeaderValue: 'a name' }] }
  expect(read(JSON.stringify(nested))).toEqual(nested)
})
