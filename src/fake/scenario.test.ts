import { describe, expect, test } from 'vitest'
import { readText } from '../../test/source-files.ts'
import { CALLBACKS, OUTCOMES, readScenario, scenarioOf, SUBMISSIONS } from './scenario.ts'

describe('the words of the fake gateway', () => {
  test('are read, with seconds where a word takes them', () => {
    expect(readScenario('')).toMatchObject({ outcome: 'solved', solveMs: 0, lateMs: 0, submission: null })
    expect(readScenario(' slow=0.25, late ,duplicate')).toEqual({
      outcome: 'slow',
      solveMs: 250,
      lateMs: 5000,
      callbacks: new Set(['late', 'duplicate']),
      submission: null,
    })
    expect(readScenario('hanging').solveMs).toBe(Number.POSITIVE_INFINITY)
  })

  for (const words of ['sloved', 'failed,solved', 'failed=3', 'slow=', 'slow=x', 'slow=3601', 'slow=-1', 'unavailable,throttled', '__proto__']) {
    test(`"${words}" is refused with the words that there are`, () => {
      expect(() => readScenario(words)).toThrow(expect.objectContaining({ code: 'usage-wrong', remedy: expect.stringContaining('duplicate') }))
    })
  }

  test('stand in the query of a callback address', () => {
    expect(scenarioOf('http://127.0.0.1:1/hook?a=1&fake=failed%2Clate')).toBe('failed,late')
    expect(scenarioOf('http://127.0.0.1:1/hook?fake=failed&fake=late')).toBe('failed,late')
    expect([scenarioOf('http://127.0.0.1:1/hook'), scenarioOf('no address')]).toEqual([null, null])
    expect(scenarioOf('http://127.0.0.1:1/hook?take=5&face=up')).toBeNull()
  })

  for (const query of ['Fake=failed', 'fakes=failed', 'faek=lost,duplicate', 'FAKE=', 'fke=slow=3']) {
    test(`under the mistyped name of ${query} are refused`, () => {
      expect(() => scenarioOf(`http://127.0.0.1:1/hook?${query}`)).toThrow(
        expect.objectContaining({ code: 'usage-wrong', remedy: expect.stringContaining('fake=') }),
      )
    })
  }

  test('that are nearly one are answered with the one that was meant', () => {
    expect(() => readScenario('lost,Failled')).toThrow(expect.objectContaining({ remedy: expect.stringMatching(/^Did you mean "failed"\? /) }))
  })

  test('are those that docs/fake.md lists', () => {
    const listed = [...readText('docs/fake.md').matchAll(/^\| `([a-z]+)(?:=[^`]*)?`/gm)].map(([, word]) => word)
    expect(listed).toEqual([...OUTCOMES, ...CALLBACKS, ...SUBMISSIONS])
  })
})
