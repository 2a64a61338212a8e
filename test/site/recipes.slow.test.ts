// Slow: every recipe of the page is solved.
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import { readText } from '../source-files.ts'

/** Enough for a ward of 56 shifts, and the same roster on every machine. */
const ITERATIONS = 60_000
const DAYS = 14
const PEOPLE = 10

type Json = Readonly<Record<string, unknown>>

const recipes = [...readText('docs/recipes.md').matchAll(/^## (.+)$([\s\S]*?)(?=^## |$(?![\s\S]))/gm)].map(([, title, text]) => ({
  title: title!,
  pieces: [...text!.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, json]) => JSON.parse(json!) as Json),
}))

describe('docs/recipes.md', () => {
  test('every recipe has a piece of a schedule', () => {
    expect(recipes.length).toBeGreaterThan(10)
    expect(recipes.filter(({ pieces }) => pieces.length === 0)).toEqual([])
  })

  for (const { title, pieces } of recipes) {
    test(`"${title}" is read without a warning and solved with nothing broken on the first priority`, () => {
      for (const piece of pieces) {
        const { submission, errors, warnings } = readSubmission(withPiece(ward(), piece), { callback: 'optional', strict: true })
        expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
        const { schedule } = submission!
        const { roster } = solve(schedule, solveOptions({ maxIterations: ITERATIONS }))
        const found = materialised(schedule, roster)
        expect(judge(found.schedule, found.roster).score.slice(0, 2)).toEqual([0, 0])
      }
    })
  }
})

/** Ten people, two weeks from Monday 2 March 2026: two early shifts, a late one and a night a day, numbered day by day. */
function ward(): Json {
  const dateOf = (day: number): string => `2026-03-${String(2 + day).padStart(2, '0')}`
  const kinds = [
    { tag: 'early', from: '07:00', to: '15:00', daysLater: 0 },
    { tag: 'early', from: '07:00', to: '15:00', daysLater: 0 },
    { tag: 'late', from: '14:00', to: '22:00', daysLater: 0 },
    { tag: 'night', from: '23:00', to: '07:00', daysLater: 1 },
  ]
  return {
    timeZone: 'Europe/Copenhagen',
    spots: [{ id: 1, name: 'Ward' }],
    employees: Array.from({ length: PEOPLE }, (_, i) => ({ id: i + 1, contract: { hoursBetweenShift: 660 } })),
    shifts: Array.from({ length: DAYS * kinds.length }, (_, i) => {
      const { tag, from, to, daysLater } = kinds[i % kinds.length]!
      const day = Math.floor(i / kinds.length)
      return { id: i + 1, spot: 1, start: `${dateOf(day)}T${from}:00+01:00`, end: `${dateOf(day + daysLater)}T${to}:00+01:00`, tags: [tag] }
    }),
  }
}

/** A piece put where its names say: things with an `id` into those of that id or behind them, objects into one another, all else in place. */
function withPiece(whole: Json, piece: Json): Json {
  return Object.fromEntries(
    [...new Set([...Object.keys(whole), ...Object.keys(piece)])].map((name) => [
      name,
      name in piece ? joined(whole[name], piece[name]) : whole[name],
    ]),
  )
}

function joined(old: unknown, given: unknown): unknown {
  if (isList(old) && isList(given)) {
    const more = given.filter(({ id }) => !old.some((one) => one.id === id))
    return [...old.map((one) => withPiece(one, given.find(({ id }) => id === one.id) ?? {})), ...more]
  }
  return isObject(old) && isObject(given) ? withPiece(old, given) : given
}

function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value) && value.every((one) => isObject(one) && 'id' in one)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
