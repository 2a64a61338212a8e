import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../src/api/read-schedule.ts'
import { ScheduleSubmission } from '../src/api/schemas/submission.ts'
import { hourAccountsOf } from '../src/answers/hour-accounts.ts'
import { findAccounts } from '../src/checker/accounts.ts'
import { findMisplacedBreaks } from '../src/checker/breaks.ts'
import { judge } from '../src/checker/check.ts'
import { coverageOf } from '../src/checker/demand-course.ts'
import { materialised } from '../src/model/generated-shifts.ts'
import { tellingIn, viewRoster } from '../src/checker/roster-view.ts'
import { createWindowReader } from '../src/checker/windows.ts'
import { ENGLISH } from '../src/model/teller.ts'
import { solve } from '../src/engine/index.ts'
import { solveOptions } from '../src/engine/solve-options.fixture.ts'
import { SETTING_NAMES } from '../src/model/settings.ts'
import { exampleText } from './example-text.ts'
import { makeCallCentre } from './make-call-centre.ts'
import { makeHospitalMonth } from './make-hospital-month.ts'

const SUBMISSION = JSON.parse(JSON.stringify(ScheduleSubmission)) as Schema
const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const EXAMPLES = ['hospital-month', 'clinic-week', 'shop-week', 'shop-curve', 'shop-month', 'call-centre-breaks', 'call-centre-day', 'restaurant-week', 'us-shop', 'factory-rotation', 'on-call-rota', 'repeating-rota', 'volunteer-rota', 'ward-change', 'rota-in-turn', 'every-field']

describe.each(EXAMPLES.map((name) => `${name}.json`))('%s', (name) => {
  test('is read without an error or a warning', () => {
    const { submission, errors, warnings } = readSubmission(JSON.parse(textOf(name)), { callback: 'required' })
    expect(errors).toEqual([])
    expect(warnings).toEqual([])
    expect(submission).not.toBeNull()
  })

  test('is written with one record on a line', () => {
    expect(exampleText(JSON.parse(textOf(name)))).toBe(textOf(name))
  })
})

describe('the hospital month', () => {
  test('is what its generator writes', () => {
    expect(exampleText(makeHospitalMonth())).toBe(textOf('hospital-month.json'))
  })

  test('has 32 employees, 524 shifts in four weeks and 122 in the week before', () => {
    const { employees, shifts } = JSON.parse(textOf('hospital-month.json')) as {
      employees: unknown[]
      shifts: { historic: boolean; employee: number | null }[]
    }
    expect(employees).toHaveLength(32)
    expect(shifts.filter((shift) => !shift.historic)).toHaveLength(524)
    expect(shifts.filter((shift) => shift.historic && shift.employee !== null)).toHaveLength(122)
  })
})

describe('the shop with a curve', () => {
  const { schedule } = readSubmission(JSON.parse(textOf('shop-curve.json')), { callback: 'required' }).submission!
  const solved = solve(schedule, solveOptions({ maxIterations: 40_000 }))
  const { schedule: made, roster } = materialised(schedule, solved.roster)

  test('has somebody at every moment for which somebody is asked, and nothing on the first priority, as the checker finds', () => {
    expect(judge(made, roster).score).toEqual(solved.score)
    expect(solved.score.slice(0, 2)).toEqual([0, 0])
    expect(coverageOf(made, roster).filter(({ missing }) => missing > 0)).toEqual([])
  })
})

describe('the call centre with breaks', () => {
  const { schedule } = readSubmission(JSON.parse(textOf('call-centre-breaks.json')), { callback: 'required' }).submission!
  const solved = solve(schedule, solveOptions({ maxIterations: 40_000 }))
  const { schedule: made, roster } = materialised(schedule, solved.roster)

  test('has as many at the telephones as it asks for, those on a break not counted, and every break covered, as the checker finds', () => {
    expect(judge(made, roster).score).toEqual(solved.score)
    expect(solved.score.slice(0, 3)).toEqual([0, 0, 0])
    expect(coverageOf(made, roster).filter(({ missing }) => missing > 0)).toEqual([])
    expect(findMisplacedBreaks(made, roster)).toEqual([])
  })

  test('has lunch in every shift of more than six hours, at more than one time of day', () => {
    const lunches = made.shifts.filter(({ start, end }) => end - start > 360).map(({ start, breaks }) => (start + breaks![0]!) % 1440)
    expect(lunches.length).toBeGreaterThan(10)
    expect(new Set(lunches).size).toBeGreaterThan(2)
  })
})

describe('the day of a call centre', () => {
  test('is what its generator writes', () => {
    expect(exampleText(makeCallCentre())).toBe(textOf('call-centre-day.json'))
  })

  test('has 150 agents, and calls on two lines in each half hour of fifteen hours', () => {
    const { employees, demands } = JSON.parse(textOf('call-centre-day.json')) as { employees: unknown[]; demands: { spot: number }[] }
    expect(employees).toHaveLength(150)
    expect([1, 2].map((line) => demands.filter(({ spot }) => spot === line).length)).toEqual([30, 30])
  })
})

describe('the ward in which a nurse goes part time', () => {
  const { schedule } = readSubmission(JSON.parse(textOf('ward-change.json')), { callback: 'required' }).submission!
  const { roster, score } = solve(schedule, solveOptions({ maxIterations: 60_000 }))
  const nora = schedule.employees.findIndex(({ name }) => name === 'Nora')

  test('is solved with nothing on the first priority and every shift filled, as the checker finds', () => {
    expect(judge(schedule, roster).score).toEqual(score)
    expect(score.slice(0, 2)).toEqual([0, 0])
  })

  test('tells what the month asks of her, by days, and what each week allows', () => {
    const account = findAccounts(schedule, roster).find(({ employeeId }) => employeeId === schedule.employees[nora]!.id)!
    // (15 × 8550 + 15 × 5100) / 30, and (1 × 2700 + 6 × 1800) / 7.
    expect(account).toMatchObject({ per: 'month', owed: 6825 })
    const view = viewRoster(schedule, roster, tellingIn(schedule, ENGLISH))
    const texts = hourAccountsOf(view, view.rows[nora]!, createWindowReader(schedule.calendar)).map(({ text }) => text)
    expect(texts[2]).toMatch(/in the week from Monday 2027-11-15; the contract says at most 32 h 8 min\.$/)
    expect(texts.at(-1)).toMatch(/in the month 2027-11; the contract says at least 113 h 45 min and at most 131 h 15 min\.$/)
  })
})

describe('the example of every field', () => {
  const document: unknown = JSON.parse(textOf('every-field.json'))

  test('fills in every field that the contract has', () => {
    // The shop with a curve shows templates, and the call centre their breaks.
    const templates = ['shop-curve.json', 'call-centre-breaks.json']
      .flatMap((name) => filledFields(SUBMISSION, JSON.parse(textOf(name)), ''))
      .filter((field) => field.startsWith('/shiftTemplates'))
    const filled = new Set([...filledFields(SUBMISSION, document, ''), ...templates])
    expect(namedFields(SUBMISSION, '').length).toBeGreaterThan(400)
    // A contract that is shared has the fields of an own one, and a condition those of a count.
    const alike = (field: string): string => field.replace(/^\/contracts\/\*(?!\/(?:id|name)$)/, '/employees/*/contract').replace(/\([a-z]+\)\/when\/period$/, '(count)/period')
    expect(namedFields(SUBMISSION, '').filter((field) => !filled.has(alike(field)))).toEqual([])
  })

  test('leaves no setting without a weight', () => {
    const { settings } = document as { settings: Record<string, Record<string, number>> }
    expect(SETTING_NAMES.filter((name) => !Object.values(settings[name]!).some((weight) => weight > 0))).toEqual([])
  })

  test('goes over a clock change, a month and the edge of the horizon, with eight employees', () => {
    const { schedule } = readSubmission(document, { callback: 'required' }).submission!
    const { calendar } = schedule
    expect(schedule.employees).toHaveLength(8)
    expect(calendar.days.filter(({ start, end }) => end - start !== 1440).map(({ date }) => date)).toEqual(['2027-03-28'])
    expect([calendar.days.length, calendar.horizonFirst, calendar.monthCount]).toEqual([21, 7, 2])
  })
})

/** What is read of a schema, which is JSON Schema. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
}

/** Every field of a schema, `*` for an entry of a list or record; fields of a kind of contract rule have the kind in their name. */
function namedFields(schema: Schema, path: string): string[] {
  return innerSchemas(schema, path).flatMap((inner) => [...(inner.isField ? [inner.path] : []), ...namedFields(inner.schema, inner.path)])
}

/** The fields of a schema that a value fills in: with something, and not with an empty list or object. */
function filledFields(schema: Schema, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const filled = innerSchemas(schema, path).flatMap((inner) =>
    inner.valuesOf(value).flatMap((found) => [...(inner.isField && isFilled(found) ? [inner.path] : []), ...filledFields(inner.schema, found, inner.path)]),
  )
  return filled
}

interface Inner {
  readonly schema: Schema
  readonly path: string
  readonly isField: boolean
  valuesOf(value: object): unknown[]
}

function innerSchemas({ properties = {}, patternProperties = {}, items, anyOf = [] }: Schema, path: string): Inner[] {
  return [
    ...Object.entries(properties).map(
      ([key, schema]): Inner => ({ schema, path: `${path}/${key}`, isField: true, valuesOf: (value) => [(value as Record<string, unknown>)[key]] }),
    ),
    ...Object.values(patternProperties).map((schema): Inner => ({ schema, path: `${path}/*`, isField: true, valuesOf: Object.values })),
    ...(items === undefined ? [] : [{ schema: items, path: `${path}/*`, isField: true, valuesOf: (value: object) => Object.values(value) }]),
    ...anyOf.map((schema): Inner => {
      const kind = schema.properties?.['kind']?.enum?.[0]
      return {
        schema,
        path: `${path} (${String(kind)})`,
        isField: false,
        valuesOf: (value) => ((value as { kind?: unknown }).kind === kind ? [value] : []),
      }
    }),
  ]
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined && value !== null
}
