import { readdirSync, readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { Value } from 'typebox/value'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CallbackPayload } from '../src/api/schemas/answers.ts'
import { explainedScore } from '../test/explained-score.ts'
import { EXAMPLE_SECRET } from './callback-secret.ts'

const FOLDER = new URL('callbacks/', import.meta.url)
const TYPES = ['schedule.failed', 'schedule.solved', 'schedule.test']

function read(type: string): { headers: Record<string, string>; body: string } {
  const text = readFileSync(new URL(`${type}.http`, FOLDER), 'utf8')
  const end = text.indexOf('\n\n')
  const [, ...lines] = text.slice(0, end).split('\n')
  return { headers: Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2) as [string, string])), body: text.slice(end + 2, -1) }
}

const at = (seconds: number): unknown => vi.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] })
afterEach(() => vi.useRealTimers())

test('there is one recorded callback of each type', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(TYPES.map((type) => `${type}.http`))
})

test('the penalties of the recorded solution add up to its score', () => {
  const { score, constraintRelease } = JSON.parse(read('schedule.solved').body) as {
    score: number[]
    constraintRelease: Parameters<typeof explainedScore>[0]
  }
  expect(explainedScore(constraintRelease)).toEqual(score)
})

describe.each(TYPES)('the recorded %s', (type) => {
  const { headers, body } = read(type)

  test('was signed with the secret of the examples and nothing else, says its type, and is as long as it says', () => {
    at(Number(headers['webhook-timestamp']))
    expect(new Webhook(EXAMPLE_SECRET).verify(body, headers)).toMatchObject({ type })
    expect(() => new Webhook(`whsec_${Buffer.alloc(24).toString('base64')}`).verify(body, headers)).toThrow()
    expect(Buffer.byteLength(body)).toBe(Number(headers['content-length']))
  })

  test('is valid by the schema', () => {
    expect([...Value.Errors(CallbackPayload, JSON.parse(body))]).toEqual([])
  })

  test('is not accepted ten minutes later', () => {
    at(Number(headers['webhook-timestamp']) + 600)
    expect(() => new Webhook(EXAMPLE_SECRET).verify(body, headers)).toThrow(/too old/i)
  })
})
