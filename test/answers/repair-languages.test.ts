import { describe, expect, test } from 'vitest'
import { describeConflict } from '../../src/answers/conflict-account.ts'
import { describeRepair } from '../../src/answers/repair-account.ts'
import { tellerOf } from '../../src/answers/tellers.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { createWords } from '../../src/checker/words.ts'
import type { Change } from '../../src/engine/explain/changes.ts'
import type { Conflict } from '../../src/engine/explain/conflicts.ts'
import { HARD_RULES } from '../../src/engine/explain/strict.ts'
import { LANGUAGES } from '../../src/model/language.ts'
import { NOBODY } from '../../src/model/roster.ts'
import { ruleRow } from '../../src/model/rules.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { Score } from '../../src/model/score.ts'
import { SETTING_NAMES, type SettingName } from '../../src/model/settings.ts'
import type { SentenceName, Teller } from '../../src/model/teller.ts'
import type { SkillId, TeamId } from '../../src/model/units.ts'
import { readText } from '../source-files.ts'
import { englishIn, isSentence, textsIn } from './foreign-words.ts'

const NAMES = ['Ada', 'Bo', 'Camilla', 'Dan', 'Eva', 'Finn']
const LIMITS = {
  maxHoursDay: 480,
  maxHoursWeek: 2400,
  maxHoursMonth: 9600,
  maxNhours: 4800,
  inKWeeks: 3,
  hoursBetweenShift: 660,
  maxConsecutiveDays: 5,
  rules: [1, 2, 3, 4].map((n) => ({ kind: 'run', of: 'days', max: 4 + n, name: `R${n}` })),
}

/** Paid people of whom some hold a skill, three with a contract of their own, and shifts of six days. */
function readWard(): Schedule {
  const { submission, errors } = readSubmission(
    {
      timeZone: 'UTC',
      currency: 'EUR',
      contracts: [
        { id: 1, name: 'FT', ...LIMITS },
        { id: 2, name: 'HT', ...LIMITS, maxHoursDay: 300, rules: [] },
      ],
      skills: [8, 9].map((id) => ({ id, name: `K${id}` })),
      teams: [5, 6].map((id) => ({ id, name: `T${id}` })),
      employees: NAMES.map((name, at) => ({
        id: at + 1,
        name,
        pay: { hourly: 20_00 },
        skills: at < 3 ? [{ id: 8 }] : [],
        ...(at < 2 ? { contractId: at + 1 } : {}),
      })),
      spots: [{ id: 1, skills: [8] }],
      shifts: Array.from({ length: 6 }, (_, day) => ({
        id: day + 1,
        name: `S${day + 1}`,
        spot: 1,
        start: `2026-03-0${day + 2}T07:00:00Z`,
        end: `2026-03-0${day + 2}T15:30:00Z`,
        importance: 'MANDATORY',
      })),
    },
    { callback: 'optional' },
  )
  expect(errors).toEqual([])
  return submission!.schedule
}

const WARD = readWard()
/** What the ward calls people, contracts, skills, teams and shifts. */
const CALLED = [...NAMES, 'FT', 'HT', 'R1', 'R2', 'R3', 'R4', 'K8', 'K9', 'T5', 'T6', ...WARD.shifts.map(({ name }) => name!)]
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at)
const conflictOf = (shifts: number, employees: number, rules: readonly SettingName[] = []): Conflict => ({
  shifts: upTo(shifts),
  employees: upTo(employees),
  rules,
  proof: 'counting',
  isMinimal: true,
})

/** Conflicts of one shift and of several, of nobody, one, two and many, of each rule and of all that say who comes into question, and of skills. */
const CONFLICTS: readonly (readonly [Conflict, ...SkillId[]])[] = [
  ...[1, 2, 6].flatMap((shifts) => [0, 1, 2, 6].map((employees) => [conflictOf(shifts, employees)] as const)),
  ...HARD_RULES.flatMap((rule) => [[conflictOf(1, 0, [rule])] as const, [conflictOf(2, 1, [rule])] as const, [conflictOf(3, 2, [rule])] as const]),
  [conflictOf(2, 1, HARD_RULES)],
  [conflictOf(3, 2, HARD_RULES)],
  ...[1, 6].flatMap((shifts) => [
    [conflictOf(shifts, 2), 9 as SkillId] as const,
    [conflictOf(shifts, 2, ['spotSkills']), 8 as SkillId, 9 as SkillId] as const,
  ]),
]

const UNCHANGED: Change = {
  kind: 'make-optional',
  shifts: [0],
  employees: [],
  setting: null,
  amount: 1,
  isMinutes: false,
  cost: 10,
  schedule: WARD,
}
const always = { start: null, end: null }
const addedWith = (skills: readonly number[], teams: readonly number[]): Change => ({
  ...UNCHANGED,
  kind: 'add-employee',
  shifts: upTo(6),
  schedule: {
    ...WARD,
    employees: [
      ...WARD.employees,
      {
        ...WARD.employees[5]!,
        skills: skills.map((id, at) => ({ id: id as SkillId, level: 1 + at, ...always })),
        teams: teams.map((id) => ({ id: id as TeamId, ...always })),
      },
    ],
  },
})

/** Changes of every kind, of each limit that gives way. */
const CHANGES: readonly Change[] = [
  UNCHANGED,
  ...[[], [8], [8, 9]].flatMap((skills) => [[], [5], [5, 6]].map((teams) => addedWith(skills, teams))),
  { ...UNCHANGED, kind: 'add-skill', employees: [3], skills: [8, 9].map((id) => ({ id: id as SkillId, minLevel: id - 7 })) },
  { ...UNCHANGED, kind: 'move-shift', schedule: { ...WARD, shifts: WARD.shifts.with(0, { ...WARD.shifts[0]!, start: WARD.shifts[1]!.start }) } },
  { ...UNCHANGED, kind: 'shorten-rest', employees: [1], amount: 90, isMinutes: true, setting: 'minRestBetweenShifts' },
  ...[[0], [0, 1], [0, 1, 2]].map((days): Change => ({ ...UNCHANGED, kind: 'override-wish', employees: [1], days, setting: 'undesired' })),
  ...SETTING_NAMES.flatMap((setting) => {
    const { minutes, units } = ruleRow(setting).givesWay ?? {}
    const relaxed: Change = { ...UNCHANGED, kind: 'relax-limit', employees: [2], setting, title: { name: 'R1' } }
    return [...(minutes === undefined ? [] : [{ ...relaxed, amount: 510, isMinutes: true }]), ...(units === undefined ? [] : [relaxed])]
  }),
]

/** Solved with one, two or no shifts more than without them, better and worse, dearer and cheaper. */
const ROSTERS = [[0], [0, 1], []].map((filled) => Int32Array.from(WARD.shifts, (_, at) => (filled.includes(at) ? 0 : NOBODY)))
const SCORES: readonly Score[] = [
  [0, -20, 3, 0],
  [-40, 0, 0, 5],
  [0, 0, 0, 0],
]

function answer(teller: Teller): ReadonlyMap<string, string> {
  const words = createWords(WARD, teller)
  const before = { roster: ROSTERS[2]!, score: [0, 0, 0, 0] as const, cost: 100_00 }
  return new Map(
    textsIn({
      conflicts: CONFLICTS.map(([conflict, ...skills]) => describeConflict(WARD, words, conflict, skills)),
      repairs: CHANGES.flatMap((change) =>
        ROSTERS.map((roster, at) => describeRepair(WARD, words, before, { change, after: { roster, score: SCORES[at]! } })),
      ),
    }),
  )
}

const said = new Set<string>()

/** English, remembering what it was asked to say. */
function listening(): Teller {
  const teller = tellerOf('en')
  return {
    ...teller,
    say(name: SentenceName, values) {
      said.add(name)
      return teller.say(name, values)
    },
  }
}

describe('what cannot be, and what would help', () => {
  const english = answer(listening())

  for (const language of LANGUAGES.filter((other) => other !== 'en')) {
    const other = answer(tellerOf(language))

    test(`${language}: is told without an English word`, () => {
      expect(englishIn(other, english, CALLED)).toEqual([])
    })

    test(`${language}: is the same but for its sentences, each of which ends with one full stop`, () => {
      const withoutText = (texts: ReadonlyMap<string, string>): unknown => [...texts].filter(([place]) => !isSentence(place))
      expect(withoutText(other)).toEqual(withoutText(english))
      expect([...other].filter(([place, text]) => isSentence(place) && !/[^.]\.$/.test(text))).toEqual([])
    })
  }

  test('everything is said that there is to say', () => {
    const names = Object.keys(JSON.parse(readText('src/model/texts/en.json')) as object)
    const own = names.filter((name) => /^(?:asks|conflict|gives|repair|suits)\./.test(name))
    expect(own.length).toBeGreaterThan(50)
    expect(own.filter((name) => !said.has(name))).toEqual([])
  })
})
