// Slow: each repair is really solved, and judged.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { materialised } from '../model/generated-shifts.ts'
import { rosterAsPosted } from '../model/roster.ts'
import { compareScores } from '../model/score.ts'
import type { Means } from './means.ts'
import { repair, type RepairAnswer } from './repair.ts'

const EARLY = { spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', importance: 'MANDATORY', name: 'Early' }
const NEXT = { ...EARLY, start: '2026-03-03T07:00:00Z', end: '2026-03-03T15:00:00Z' }
const nurse = (id: number, more: object = {}) => ({ id, name: `Nurse ${id}.`, skills: [{ id: 7 }], ...more })

/** Goes a millisecond at each look, on every machine. */
function tick(): () => number {
  let ms = 0
  return () => (ms += 1)
}

function answerTo(fields: object, { clock = tick(), mostSeconds = Infinity }: Partial<Means> = {}): RepairAnswer {
  const { submission, errors } = readSubmission({ spots: [{ id: 1, skills: [7] }, { id: 2 }], ...fields }, { callback: 'optional' })
  expect(errors).toEqual([])
  const { schedule } = submission!
  const means = { limits: {}, solver: null, clock, mostSeconds }
  return repair({ ...materialised(schedule, rosterAsPosted(schedule)), asked: schedule, limit: 10, maxSeconds: 10 }, means)
}

describe('a competence that cannot be there every day', () => {
  const WEEK = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05', '2026-06-06', '2026-06-07']
  const wardWith = (senior: object) => ({
    employees: [{ id: 1, name: 'Senior', skills: [{ id: 7 }, { id: 9 }], ...senior }, ...[2, 3, 4].map((id) => nurse(id))],
    shifts: WEEK.flatMap((date, day) =>
      [0, 1].map((seat) => ({ ...EARLY, id: 2 * day + seat + 1, start: `${date}T07:00:00Z`, end: `${date}T15:00:00Z` })),
    ),
    coverageCompetencyRequirements: [{ id: 1, skill: 9, minimumCount: 1, spotIds: [1], start: WEEK[0], end: WEEK[6] }],
  })

  test('is named, with who alone holds it, and repairs that help', () => {
    const { conflicts, repairs } = answerTo(wardWith({ contract: { rules: [{ kind: 'count', of: 'days', per: 'week', max: 5 }] } }))
    expect(conflicts[0]!.text).toMatch(
      /^Skill 9, which somebody at work must hold, is asked for in 6 shifts, .*, and can be had in 5 of them at most: only Senior can work any of them \(they alone hold the skills\); the rules of the contract hold\.$/,
    )
    expect(repairs.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['relax-limit', 'add-employee']))
    expect(repairs.every(({ scoreChange }) => compareScores(scoreChange, [0, 0, 0, 0]) < 0)).toBe(true)
    expect(repairs.find(({ kind }) => kind === 'add-employee')!.text).toMatch(/^One more person with skills 7 and 9 who can work /)
  })

  test.each([
    { name: 'any level', who: { skill: 9 }, more: {} },
    { name: 'a level that juniors lack', who: { skill: 8, minLevel: 2 }, more: { skills: [{ id: 7 }, { id: 8, level: 3 }] } },
  ])('is named where a coverage requirement counts who has it: $name', ({ who, more }) => {
    const { coverageCompetencyRequirements: _, ...ward } = wardWith({
      contract: { rules: [{ kind: 'count', of: 'days', per: 'week', max: 5 }] },
      ...more,
    })
    const employees = ward.employees.map((one, at) => (at === 0 ? one : { ...one, skills: [{ id: 7 }, { id: 8, level: 1 }] }))
    const repeats = { from: '07:00', to: '15:00' }
    const { conflicts, repairs } = answerTo({
      ...ward,
      employees,
      coverageRequirements: [{ id: 1, start: WEEK[0], end: WEEK[6], repeats, who, min: 1 }],
    })
    expect(conflicts[0]!.text).toMatch(
      /^Skill [89], which somebody at work must hold, is asked for in 6 shifts, .*, and can be had in 5 of them at most: only Senior can work any of them/,
    )
    expect(repairs.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['relax-limit', 'add-skill']))
  })

  test('is named with what the rules in its way are called and where they are written', () => {
    const rule = { kind: 'count', of: 'days', per: 'week', max: 5, name: 'Five days', reference: 'Agreement 4.2' }
    const others = [1, 2, 3].map((n) => ({ kind: 'run', of: 'days', max: 6, name: `Other ${n}` }))
    const { conflicts, repairs } = answerTo(wardWith({ contract: { rules: [rule, ...others] } }))
    expect(conflicts[0]!.text).toMatch(/; the rules of the contract hold \(Five days, Agreement 4\.2; Other 1; Other 2 and 1 more\)\.$/)
    expect(repairs.find(({ kind }) => kind === 'relax-limit')!.text).toContain('one beyond a rule of the contract (Five days, Agreement 4.2): ')
  })

  test('is named for a day on which whoever holds it is away', () => {
    const { conflicts, repairs } = answerTo(wardWith({ wishes: [{ type: 'UNAVAILABLE', start: WEEK[2], end: WEEK[2] }] }))
    expect(conflicts.map(({ text }) => text)).toEqual([
      'Skill 9, which somebody at work must hold, cannot be had for Early (2026-06-03 07:00–15:00): nobody can work it (none hold the skills and are there).',
    ])
    expect(repairs.map(({ kind }) => kind)).toEqual(['add-skill', 'add-skill', 'add-employee'])
    expect(repairs[0]).toMatchObject({ employeeIds: [2], skillIds: [9] })
    expect(repairs[0]!.text).toMatch(/^Nurse 2\. also holds skill 9: /)
  })
})

describe('a conflict says', () => {
  test('why nobody can work a shift', () => {
    const away = { wishes: [{ type: 'UNAVAILABLE', start: '2026-03-02', end: '2026-03-02' }] }
    const of = (...employees: object[]) => answerTo({ employees, shifts: [{ ...EARLY, id: 1 }] }).conflicts.map(({ text }) => text)
    const shift = 'Early (2026-03-02 07:00–15:00) cannot be filled: nobody can work it'
    expect(of()).toEqual([`${shift}.`])
    expect(of({ id: 1 })).toEqual([`${shift} (none hold the skills).`])
    expect(of({ id: 1 }, nurse(2, away))).toEqual([`${shift} (none hold the skills and are there).`])
  })

  test('what contracts allow that keep everybody off a shift', () => {
    const of = (...most: number[]) => {
      const employees = most.map((maxHoursDay, i) => nurse(i + 1, { contract: { maxHoursDay } }))
      return answerTo({ employees, shifts: [{ ...EARLY, id: 1 }], settings: { maxMinutesPerDay: { firstPriorityWeight: 20 } } }).conflicts
    }
    const shift = 'Early (2026-03-02 07:00–15:00) cannot be filled: nobody can work it'
    expect(of(420).map(({ text }) => text)).toEqual([`${shift}; at most 7 h a day.`])
    expect(of(420, 360).map(({ text }) => text)).toEqual([`${shift}; at most 6 h to 7 h, by contract, a day.`])
  })

  test('of nobody that they alone hold the skills where others do who are kept off by what is decided', () => {
    const decided = { ...EARLY, id: 3, spot: 2, employee: 2, fixed: true }
    const shifts = [{ ...EARLY, id: 1 }, { ...EARLY, id: 2 }, decided]
    const [conflict] = answerTo({ employees: [nurse(1), nurse(2), { id: 3 }], shifts }).conflicts
    expect(conflict!.text).toContain(
      'only Nurse 1. can work any of them (they alone hold the skills and are not kept off by the rules that follow); nobody',
    )
  })
})

describe('a conflict is told once', () => {
  const DEMAND = { id: 1, spot: 1, start: '2026-03-02T08:00:00Z', end: '2026-03-02T16:00:00Z' }
  const TEMPLATE = { id: 'day', spots: [1], startsFrom: '08:00', startsTo: '12:00', stepMinutes: 240, minMinutes: 240, maxMinutes: 480 }
  const anybody = { id: 1, name: 'Ann' }
  /** Whoever lacks a skill works the shift all the same. */
  const WORKED_ANYWAY = {
    assignShift: { firstPriorityWeight: 20 },
    spotSkills: { firstPriorityWeight: 1 },
    coverageCompetency: { firstPriorityWeight: 1 },
  }
  const unskilled = 'Early (2026-03-02 07:00–15:00) cannot be filled: nobody can work it (none hold the skills).'

  test.each([
    { name: 'of a shift of two seats that nobody may work', fields: { shifts: [{ ...EARLY, id: 1, seats: { min: 2 } }] }, told: [unskilled] },
    { name: 'of two shifts that are alike', fields: { shifts: [1, 2].map((id) => ({ ...EARLY, id })) }, told: [unskilled] },
    {
      name: 'of each of two shifts that have no name, though they are alike',
      fields: { shifts: [1, 2].map((id) => ({ ...EARLY, id, name: null })) },
      told: [1, 2].map((id) => unskilled.replace('Early', `shift ${id}`)),
    },
    {
      name: 'of three seats of which one can be filled',
      fields: { employees: [anybody, nurse(2)], shifts: [{ ...EARLY, id: 1, seats: { min: 3 } }] },
      told: [
        'Of 2 shifts, 2 × Early (2026-03-02 07:00–15:00), at most 1 can be filled: only Nurse 2. can work any of them (they alone hold the skills).',
      ],
    },
    {
      name: 'of a demand for two',
      fields: { shifts: [], demands: [{ ...DEMAND, min: 2 }], shiftTemplates: [TEMPLATE] },
      told: ['shift day/2026-03-02T08:00/1 (2026-03-02 08:00–16:00) cannot be filled: nobody can work it (none hold the skills).'],
    },
    {
      name: 'of a demand with a shift that was posted for it',
      fields: { shifts: [{ ...EARLY, id: 1 }], demands: [{ ...DEMAND, min: 1 }], shiftTemplates: [TEMPLATE] },
      told: [unskilled],
    },
    {
      name: 'of a shift that asks for the skill of a requirement itself',
      fields: {
        shifts: [{ ...EARLY, id: 1, employee: 1 }],
        coverageCompetencyRequirements: [{ id: 1, skill: 7, minimumCount: 1, shiftIds: [1] }],
        settings: WORKED_ANYWAY,
      },
      told: [unskilled],
    },
  ])('$name', ({ fields, told }) => {
    expect(answerTo({ timeZone: 'UTC', employees: [anybody], ...fields }).conflicts.map(({ text }) => text)).toEqual(told)
  })

  test('and once more where a requirement asks for a skill that the shift does not ask for', () => {
    const { conflicts } = answerTo({
      employees: [anybody],
      shifts: [{ ...EARLY, id: 1, employee: 1 }],
      coverageCompetencyRequirements: [{ id: 1, skill: 9, minimumCount: 1, shiftIds: [1] }],
      settings: WORKED_ANYWAY,
    })
    expect(conflicts.map(({ text }) => text)).toEqual([
      unskilled,
      expect.stringMatching(/^Skill 9, which somebody at work must hold, cannot be had for /),
    ])
  })
})

describe('a wish to be free that keeps somebody off a shift', () => {
  const away = { type: 'UNDESIRED', start: '2026-03-01', end: '2026-03-04' }
  const { repairs } = answerTo({
    employees: [nurse(1, { wishes: [away] })],
    shifts: [
      { ...EARLY, id: 1 },
      { ...NEXT, id: 2 },
    ],
    settings: { undesired: { firstPriorityWeight: 20 } },
  })
  const overridden = repairs.filter(({ kind }) => kind === 'override-wish')

  test('is overridden for the day of the shift alone, and as a whole with every day named', () => {
    expect(overridden.map(({ dates }) => dates)).toContainEqual(['2026-03-02'])
    // The days that the schedule knows are those of its shifts.
    expect(overridden.map(({ dates }) => dates)).toContainEqual(['2026-03-02', '2026-03-03'])
    for (const { dates, text } of overridden) for (const date of dates) expect(text).toContain(date)
  })

  test('is listed once for each set of days', () => {
    expect(new Set(overridden.map(({ dates, employeeIds }) => JSON.stringify([dates, employeeIds]))).size).toBe(overridden.length)
  })
})

test('a shift moves to a time at which somebody can work it, with the time in the answer', () => {
  const late = { ...EARLY, id: 3, start: '2026-03-02T15:00:00Z', end: '2026-03-02T23:00:00Z', name: 'Late' }
  const { repairs } = answerTo({
    timeZone: 'UTC',
    // Nobody works two at the same time; the second nurse is there in the evening.
    employees: [nurse(1), nurse(2, { wishes: [{ type: 'UNAVAILABLE', start: '2026-03-02T00:00', end: '2026-03-02T15:00' }] }), nurse(3)],
    shifts: [...[1, 2, 4].map((id) => ({ ...EARLY, id })), late],
  })
  const moves = repairs.filter(({ kind }) => kind === 'move-shift')
  expect(moves).toEqual([])
  const { repairs: others } = answerTo({
    timeZone: 'UTC',
    employees: [nurse(1), nurse(2, { wishes: [{ type: 'UNAVAILABLE', start: '2026-03-02T00:00', end: '2026-03-02T15:00' }] }), nurse(3)],
    shifts: [...[1, 2, 4].map((id) => ({ ...EARLY, id })), { ...late, importance: 'OPTIONAL' }],
  })
  const [moved] = others.filter(({ kind }) => kind === 'move-shift')
  expect(moved).toMatchObject({ dates: ['2026-03-02'], moved: { start: '2026-03-02T15:00:00+00:00', end: '2026-03-02T23:00:00+00:00' }, amount: 480 })
  expect(moved!.text).toMatch(/^Early \(2026-03-02 07:00–15:00\) starts at 2026-03-02 15:00 instead: 1 more mandatory shift is filled/)
})

test('a most of shifts in all gives way by a shift, and is told so', () => {
  const employees = [nurse(1, { contract: { maxShiftsTotal: 1 } })]
  const { repairs } = answerTo({
    employees,
    shifts: [
      { ...EARLY, id: 1 },
      { ...NEXT, id: 2 },
    ],
    settings: { totalWork: { firstPriorityWeight: 20 } },
  })
  const repaired = repairs.find(({ kind }) => kind === 'relax-limit')!
  expect([repaired.amount, repaired.cost]).toEqual([1, 20])
  expect(repaired.text).toMatch(/^Nurse 1\. works one more shift in all: /)
})

test('a rule or quota of contracts that change gives way in all of them that have it', () => {
  const tagged = (id: number, shift: object, tag: string): object => ({ ...shift, id, tags: [tag, 'd'] })
  const quota = (max: number) => ({ tag: 'd', per: 'horizon', max })
  const never = { kind: 'succession', after: ['e'], forbidden: ['n'], nextDay: true, name: 'Never so' }
  for (const { setting, terms, said } of [
    {
      setting: 'categoryShiftQuota',
      terms: [{ quotas: [quota(1)] }, { quotas: [quota(1)] }],
      said: /^Nurse 1\. works one more shift than the quota: /,
    },
    { setting: 'contractRules', terms: [{ rules: [never] }, { rules: [never] }], said: /Never so/ },
  ]) {
    const { repairs } = answerTo({
      contracts: terms.map((contract, id) => ({ id, ...contract })),
      employees: [
        nurse(1, {
          contracts: [
            { contractId: 0, end: '2026-03-02' },
            { contractId: 1, start: '2026-03-03' },
          ],
        }),
      ],
      shifts: [tagged(1, EARLY, 'e'), tagged(2, NEXT, 'n')],
      settings: { [setting]: { firstPriorityWeight: 20 } },
    })
    const repaired = repairs.find(({ kind }) => kind === 'relax-limit')
    expect(repaired?.text, setting).toMatch(said)
    expect(compareScores(repaired!.scoreChange, [0, 0, 0, 0]), setting).toBeLessThan(0)
  }
})

test('what the search for a change finds without it is not told as its gain', () => {
  const clinic = JSON.parse(readFileSync(new URL('../../examples/clinic-week.json', import.meta.url), 'utf8')) as { shifts: { id: number }[] }
  const early = clinic.shifts.find(({ id }) => id === 104)!
  const document = { ...clinic, shifts: [...clinic.shifts, ...Array.from({ length: 14 }, (_, i) => ({ ...early, id: 9001 + i, employee: null }))] }
  // The search for a roster to begin with is over as soon as it begins; then there is all the time for changes, or none.
  const scoreWhenLater = (ms: number) => {
    let calls = 0
    return answerTo(document, { clock: () => ((calls += 1) <= 2 ? 0 : ms) }).score
  }
  expect(compareScores(scoreWhenLater(2_600), scoreWhenLater(20_000))).toBeLessThan(0)
})

for (const { skills, teams, said } of [
  { skills: [], teams: [], said: 'One more person who can work' },
  { skills: [8], teams: [], said: 'One more person with skill 8 who can work' },
  { skills: [], teams: [3, 4], said: 'One more person in team 3 who can work' },
  { skills: [8, 9], teams: [3], said: 'One more person with skills 8 and 9, in team 3, who can work' },
]) {
  test(`who is added for skills ${skills.join()} and teams ${teams.join()} is "${said}"`, () => {
    const able = { id: 1, skills: skills.map((id) => ({ id })), teams: [{ id: 3 }] }
    const { repairs } = answerTo({ spots: [{ id: 3, skills, teams }], employees: [able], shifts: [1, 2].map((id) => ({ ...EARLY, id, spot: 3 })) })
    expect(repairs.find(({ kind }) => kind === 'add-employee')!.text.startsWith(`${said} 2 × Early (`)).toBe(true)
  })
}

test('who is added can work shifts that ask for skills of their own: for the higher level, and for one of several', () => {
  const able = { id: 1, skills: [{ id: 7, level: 4 }, { id: 8 }, { id: 9 }] }
  const own = { skills: [{ id: 7, minLevel: 3 }], anySkills: [8, 9] }
  const shifts = [1, 2].map((id) => ({ ...EARLY, id, ...own }))
  const { conflicts, repairs } = answerTo({ spots: [{ id: EARLY.spot, skills: [{ id: 7, minLevel: 2 }] }], employees: [able], shifts })
  expect(conflicts).toHaveLength(1)
  expect(repairs.find(({ kind }) => kind === 'add-employee')!.text).toMatch(
    /^One more person with skills 7 \(level 3 or higher\) and 8 who can work 2 × Early \(/,
  )
})

test('of shifts that differ in skills alone each may stay empty', () => {
  const shifts = [
    { ...EARLY, id: 1 },
    { ...EARLY, id: 2, anySkills: [7, 9] },
  ]
  const { repairs } = answerTo({ employees: [nurse(1)], shifts })
  const optional = repairs.filter(({ kind }) => kind === 'make-optional')
  expect(optional.map(({ shiftIds }) => shiftIds)).toEqual([[1], [2]])
})

test('no longer is looked than there is time', () => {
  const short = { employees: [nurse(1)], shifts: [1, 2].map((id) => ({ ...EARLY, id })) }
  // A clock that goes a tenth of a second at each look, in place of the ten seconds that are asked for.
  const clock = (): (() => number) => {
    let ms = 0
    return () => (ms += 100)
  }
  expect(answerTo(short, { clock: clock() }).repairs).not.toEqual([])
  expect(answerTo(short, { clock: clock(), mostSeconds: 0.1 })).toMatchObject({ repairs: [], complete: false })
})
