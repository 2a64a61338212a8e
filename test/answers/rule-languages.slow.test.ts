// Slow: the answers about forty schedules that break nearly every rule are asked for in four languages.
import { describe, expect, test } from 'vitest'
import { evaluate } from '../../src/answers/evaluate.ts'
import { explain } from '../../src/answers/explain.ts'
import { recommend } from '../../src/answers/recommend.ts'
import { tellerOf } from '../../src/answers/tellers.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { chanceOf, createRandom } from '../property/draft.ts'
import { LANGUAGES, type Language } from '../../src/model/language.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import { type Roster, rosterAsPosted } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { SentenceName, Teller } from '../../src/model/teller.ts'
import { addBreaks } from '../property/any-breaks.ts'
import { anyRoster, randomDemand, SMALL } from '../property/any-demand.ts'
import { everything } from '../property/everything.ts'
import { randomSeatedRoster } from '../property/seated.ts'
import { readShifts } from '../sample-notation.ts'
import { onlySetting, sampleSchedule } from '../sample-schedule.ts'
import { readText } from '../source-files.ts'
import { englishIn, isSentence, textsIn } from './foreign-words.ts'

interface Case {
  readonly schedule: Schedule
  readonly roster: Roster
  /** As it was read, where shifts were made for its demands; absent = `schedule`. */
  readonly asked?: Schedule
  /** What the schedule calls people, shifts and rules. */
  readonly names: readonly string[]
}

/** Of these seeds the schedules break rules in nearly every way that there is. */
const SEEDS = [...Array.from({ length: 12 }, (_, at) => at + 1), 19, 42, 53, 62, 101, 146, 151, 171, 190, 225, 226, 236]

/** Schedules that say all that there is to say of rules, and of demands and breaks, each with a roster that breaks what it can. */
const DRAWN: readonly Case[] = SEEDS.flatMap((seed): Case[] => {
  const random = createRandom(seed)
  const drawn = everything(seed)
  const ofRules =
    drawn === null ? [] : [{ schedule: drawn.schedule, roster: randomSeatedRoster(drawn.schedule, random), names: namesIn(drawn.document) }]
  const demand = randomDemand(seed, SMALL, addBreaks)
  return [...ofRules, { ...materialised(demand, anyRoster(demand, chanceOf(random))), asked: demand, names: namesIn(demand) }]
})

const onDay = (id: number, date: string): object => ({ id, employee: 1, spot: 1, start: `${date}T07:00:00Z`, end: `${date}T15:00:00Z` })
/** What is seldom drawn. */
const RARE = {
  timeZone: 'UTC',
  calendar: { periods: [{ id: 4, start: '2026-03-02', days: 14 }] },
  employees: [
    {
      id: 1,
      contract: {
        minWeeklyRestHours: 160,
        rules: [
          { kind: 'rest', inMinutes: 14 * 1440, minMinutes: 9 * 1440 },
          { kind: 'run', of: 'weekends', max: 1 },
          { kind: 'count', of: 'shifts', per: 'period', period: 4, max: 1 },
        ],
      },
    },
  ],
  spots: [{ id: 1 }],
  shifts: [onDay(1, '2026-03-07'), onDay(2, '2026-03-15')],
  fairness: [
    { id: 1, of: 'shifts' },
    { id: 2, of: 'shifts' },
    { id: 3, of: 'refusedWishes', tags: ['T7'] },
  ],
}

function rareCase(): Case {
  const { submission, errors } = readSubmission(RARE, { callback: 'optional' })
  expect(errors).toEqual([])
  const { schedule } = submission!
  return { schedule, roster: rosterAsPosted(schedule), names: [] }
}

const MANY_BREAKS = 'Mon 08:00–16:00 on break 09:00–09:15, 10:00–10:15, 11:00–11:15, 12:00–12:15'

const CASES: readonly Case[] = [
  ...DRAWN,
  rareCase(),
  { ...sampleSchedule({ shifts: readShifts(MANY_BREAKS), employees: [{ name: 'Anna' }], weights: onlySetting('breakCover') }), names: ['Anna'] },
]

function namesIn(document: unknown): string[] {
  return textsIn(document).map(([, text]) => text)
}

/**
 * What no drawn schedule comes to: a million shifts are named, there is no time to look, nothing can be done, or a shift is as good empty. `languages.test.ts` holds that they are
 * translated.
 */
const SELDOM = [
  'broken.listed',
  'cause.allOthersKept',
  'cause.cost',
  'cause.noEmployees',
  'cause.noGain',
  'cause.onlyOther',
  'cause.onlyOtherKept',
  'cause.pairs',
  'cause.time',
  'rule.assignOptionalShift',
  'rule.assignShift',
  'rule.generatedMinutes',
  'rule.shiftCost',
  'wish.allDecided',
  'wish.keptAtBest',
  'wish.noneAtBest',
  'wish.nothingElse',
  'wish.tooMany',
]
/** Names of the sentences of rules, accounts and recommendations. */
const NAMES = Object.keys(JSON.parse(readText('src/model/texts/en.json')) as object).filter(
  (name) => /^(?:account|broken|cause|contract|count|open|recommend|rule|score|window|wish)\./.test(name) && !SELDOM.includes(name),
)
const said = new Set<string>()

/** A teller that remembers what it was asked to say. */
function listening(language: Language): Teller {
  const teller = tellerOf(language)
  return {
    ...teller,
    say(name: SentenceName, values) {
      said.add(name)
      return teller.say(name, values)
    },
  }
}

/** The answers of each question about a case, with sentences of a teller. */
const ASKED: Readonly<Record<string, (one: Case, teller: Teller) => object>> = {
  'schedule.evaluate': ({ schedule, roster }, teller) => evaluate({ asked: schedule, schedule, roster, matchLimit: 20 }, teller),
  'schedule.explain': ({ schedule, roster, asked = schedule }, teller) => explain({ asked, schedule, roster, employee: null, matchLimit: 1 }, teller),
  'schedule.recommend': ({ schedule, roster, asked = schedule }, teller) => recommended({ asked, schedule, roster }, teller),
}

/** Who could work some shifts, and what would suit the first employee; who could be there for a demand. */
function recommended(given: Required<Pick<Case, 'asked' | 'schedule' | 'roster'>>, teller: Teller): object {
  const all = { ...given, replaces: null, limit: 3, asItStands: true, others: true }
  const shifts = [...given.schedule.shifts.keys()].slice(0, 4)
  return [
    ...shifts.map((shift) => recommend({ ...all, shift }, teller)),
    ...(given.schedule.employees.length === 0 ? [] : [recommend({ ...all, employee: 0 }, teller)]),
    ...(given.asked.demands ?? []).map((_, demand) => recommend({ ...all, demand }, teller)),
  ]
}

for (const [question, answer] of Object.entries(ASKED))
  describe(`the answer to ${question}`, () => {
    const answered = (one: Case, teller: Teller): ReadonlyMap<string, string> => new Map(textsIn(answer(one, teller)))
    const english = CASES.map((one) => answered(one, listening('en')))

    for (const language of LANGUAGES.filter((other) => other !== 'en')) {
      const other = CASES.map((one) => answered(one, tellerOf(language)))

      test(`${language}: is answered without an English word`, () => {
        expect(CASES.flatMap(({ names }, at) => englishIn(other[at]!, english[at]!, names))).toEqual([])
      })

      test(`${language}: is the same but for its sentences`, () => {
        const withoutText = (texts: ReadonlyMap<string, string>): unknown => [...texts].filter(([place]) => !isSentence(place))
        for (const [at, texts] of other.entries()) expect(withoutText(texts)).toEqual(withoutText(english[at]!))
      })
    }
  })

test('everything is said that there is to say', () => {
  expect(NAMES.filter((name) => !said.has(name))).toEqual([])
})
