import { describe, expect, test } from 'vitest'
import type { Means } from '../../src/answers/means.ts'
import { QUESTIONS, type QuestionName } from '../../src/answers/questions.ts'
import { LANGUAGES, type Language, type Text } from '../../src/model/language.ts'
import { SETTING_NAMES } from '../../src/model/settings.ts'
import { threadMs } from '../../src/threads/clock.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { formsOf, valuesOf } from '../console/texts.ts'
import { filesMatching, isTest, readText } from '../source-files.ts'
import { englishIn, isSentence, textsIn } from './foreign-words.ts'

const MEANS = { limits: {}, solver: await loadHighs(), clock: threadMs, mostSeconds: Infinity }

let ms = 0
/** A clock that goes a millisecond at each look. */
const tick = (): number => (ms += 1)

const at = (id: number, day: number, more: object = {}): object => ({
  id,
  spot: 1,
  start: `2026-03-0${day}T07:00:00Z`,
  end: `2026-03-0${day}T15:30:00Z`,
  importance: 'MANDATORY',
  ...more,
})
const NAMES = ['Ada', 'Bo', 'Camilla', 'Dan', 'Eva', 'Finn'] as const
/** Paid people with names; shifts with a name and without, one through two days, one that had begun when people heard. */
const SCHEDULE = {
  timeZone: 'UTC',
  currency: 'EUR',
  employees: [...NAMES.map((name, e) => ({ id: e + 1, name, pay: { hourly: 20_00 + e * 50 } })), { id: 7, pay: { hourly: 20_00 } }],
  spots: [{ id: 1 }],
  shifts: [
    at(1, 6, { name: 'S1', employee: 1 }),
    at(2, 7, { employee: 2 }),
    at(3, 8, { name: 'S3', employee: null }),
    at(4, 9, { end: '2026-03-10T20:00:00Z', employee: 3 }),
    at(5, 6, { employee: 4 }),
    at(6, 6, { employee: 5 }),
    at(7, 7, { employee: 7 }),
  ],
  settings: {
    others: 'off',
    unavailable: { firstPriorityWeight: 1 },
    assignShift: { secondPriorityWeight: 20 },
    keepAssignment: { thirdPriorityWeight: 1 },
  },
  noticeFrom: '2026-03-06T09:00:00Z',
}
const solutionOf = (people: readonly (number | null)[]): object => ({ shifts: people.map((employee, shift) => ({ id: shift + 1, employee })) })
const AFTER = solutionOf([2, 3, 1, null, 5, 4, 2])
const AS_POSTED = solutionOf([1, 2, null, 3, 4, 5, 7])
const absent = (employeeId: number): object => ({ absent: { employeeId, start: '2026-03-06', end: '2026-03-10' } })

const LUNCH = { id: 1, overMinutes: 120, minutes: 60, paid: false, covered: true, stepMinutes: 60, earliestAfter: 60, latestBefore: 60 }

/** A question, its parameters, and other means than there usually are. */
type Asked = readonly [QuestionName, object, Partial<Means>?]

/** Every way in which these questions answer. */
const ASKED: Readonly<Record<string, Asked>> = {
  // Every sentence of these: rule-languages.slow.test.ts.
  'schedule.evaluate': ['schedule.evaluate', { schedule: SCHEDULE, solution: AFTER }],
  'schedule.explain': ['schedule.explain', { schedule: SCHEDULE, solution: AFTER }],
  'schedule.recommend': ['schedule.recommend', { schedule: SCHEDULE, solution: AFTER, shiftId: 4 }],
  'schedule.diff': ['schedule.diff', { schedule: SCHEDULE, after: AFTER }],
  'schedule.diff, without pay and notice': [
    'schedule.diff',
    {
      schedule: { ...SCHEDULE, employees: NAMES.map((name, e) => ({ id: e + 1, name })), noticeFrom: null, shifts: SCHEDULE.shifts.slice(0, 6) },
      after: solutionOf([2, 3, 1, null, 5, 4]),
    },
  ],
  'schedule.replan-preview, of one': ['schedule.replan-preview', previewOf([absent(2)])],
  'schedule.replan-preview, of all': ['schedule.replan-preview', previewOf(NAMES.map((_, e) => absent(e + 1)).concat(absent(7)))],
  'schedule.replan-preview, of nothing': [
    'schedule.replan-preview',
    { schedule: { ...SCHEDULE, shifts: SCHEDULE.shifts.slice(0, 1) }, solution: solutionOf([1]), events: [], alternatives: 2 },
  ],
  'schedule.replan-preview, of an empty shift': ['schedule.replan-preview', previewOf([])],
  // Every sentence: repair-languages.test.ts.
  'schedule.repair': ['schedule.repair', { schedule: shortOf({}) }],
  'schedule.estimate, of enough people': ['schedule.estimate', { schedule: estimated({}) }],
  'schedule.estimate, of nobody': ['schedule.estimate', { schedule: estimated({ employees: [] }) }],
  'schedule.estimate, of few': ['schedule.estimate', { schedule: estimated({ shifts: [1, 2, 3].map((id) => at(id, 6, { name: 'S1' })) }) }],
  'schedule.estimate, of contracts': ['schedule.estimate', { schedule: estimated({ employees: [{ id: 1, contract: { maxHoursWeek: 900 } }] }) }],
  'schedule.estimate, of hours in all': [
    'schedule.estimate',
    { schedule: estimated({ employees: [{ id: 1, contract: { maxMinutesTotal: 1200 } }] }) },
  ],
  'schedule.estimate, of skills': [
    'schedule.estimate',
    {
      schedule: estimated({
        employees: [1, 2, 3].map((id) => ({ id, skills: [{ id: 8 }, ...(id === 1 ? [{ id: 9 }] : [])] })),
        coverageCompetencyRequirements: [10, 9, 8].map((skill, n) => ({ id: n + 1, skill, minimumCount: n === 0 ? 1 : 2, shiftIds: [1] })),
        coverageRequirements: [
          { id: 1, start: '2026-03-06', end: '2026-03-06', repeats: { from: '07:00', to: '15:30' }, who: { skill: 9, minLevel: 2 }, min: 1 },
        ],
      }),
    },
  ],
  'schedule.stress, of nobody': ['schedule.stress', { schedule: stressed({}), solution: solutionOf([null, null]), missing: 'DAY' }],
  'schedule.stress, of a day': ['schedule.stress', { schedule: stressed({}), solution: solutionOf([1, 1]), missing: 'DAY' }],
  'schedule.stress, of a week': ['schedule.stress', { schedule: stressed({ skills: [] }), solution: solutionOf([1, 2]), missing: 'WEEK' }],
  'schedule.stress, of a skill': ['schedule.stress', { schedule: stressed({ skills: [{ id: 9 }] }), solution: solutionOf([1, 1]), missing: 'WEEK' }],
  'schedule.stress, of people who are away': [
    'schedule.stress',
    { schedule: stressed({ absences: [{ start: '2026-03-06', end: '2026-03-07' }] }), solution: solutionOf([1, 1]), missing: 'DAY' },
  ],
  'schedule.stress, without time': [
    'schedule.stress',
    { schedule: stressed({}), solution: solutionOf([1, 2]), missing: 'DAY' },
    { mostSeconds: 0, clock: tick },
  ],
  'schedule.generate': ['schedule.generate', { schedule: demanding({ min: 2 }) }],
  'schedule.generate, without a solver': ['schedule.generate', { schedule: demanding({ min: 2 }) }, { solver: null }],
  'schedule.generate, of nothing': ['schedule.generate', { schedule: demanding({ min: 0 }) }],
  'schedule.generate, of too little': [
    'schedule.generate',
    { schedule: demanding({ min: 1, ideal: 2, start: '2026-03-06T05:00:00Z', end: '2026-03-06T17:00:00Z' }) },
  ],
  'schedule.generate, of too much': [
    'schedule.generate',
    { schedule: demanding({ min: 1, max: 1, end: '2026-03-06T09:00:00Z' }, { demands: [{ start: '2026-03-06T09:00:00Z', max: 0 }] }) },
  ],
  'schedule.generate, of a break': [
    'schedule.generate',
    {
      schedule: demanding(
        { min: 1, end: '2026-03-06T08:00:00Z' },
        {
          spots: [{ id: 1, breakRules: [1] }],
          shifts: [at(1, 6)],
          breakRules: [LUNCH],
          settings: { generatedMinutes: { fourthPriorityWeight: 1 }, breakCover: { fourthPriorityWeight: 10 } },
        },
      ),
    },
  ],
  'schedule.repair, of a skill': ['schedule.repair', { schedule: shortOf({ employees: [{ id: 1, name: 'Ada' }], skill: 9 }) }],
}

/** Two shifts on two days, for two people. */
function estimated(fields: object): object {
  return { ...SCHEDULE, noticeFrom: null, employees: SCHEDULE.employees.slice(0, 2), shifts: [at(1, 6), at(2, 7)], settings: {}, ...fields }
}

/** Two shifts on two days, the first with a skill that Ada holds where there is one; Bo may be absent. */
function stressed({ skills, ...bo }: { skills?: readonly object[]; absences?: readonly object[] }): object {
  const [ada, other] = SCHEDULE.employees
  const asked = skills === undefined ? {} : { skills }
  return estimated({
    employees: [
      { ...ada, ...asked },
      { ...other, ...bo },
    ],
    shifts: [at(1, 6, asked), at(2, 7)],
  })
}

/** A demand of a day, perhaps with others, and a template of eight hours from seven or later. */
function demanding(
  demand: object,
  { demands = [], ...more }: Partial<Record<'demands' | 'spots' | 'shifts' | 'breakRules', readonly object[]>> & { settings?: object } = {},
): object {
  const day = { spot: 1, start: '2026-03-06T07:00:00Z', end: '2026-03-06T15:00:00Z' }
  const template = { id: 'day', spots: [1], startsFrom: '07:00', startsTo: '09:00', stepMinutes: 60, minMinutes: 480, maxMinutes: 480 }
  return estimated({
    shifts: [],
    demands: [demand, ...demands].map((each, n) => ({ id: n + 1, ...day, ...each })),
    shiftTemplates: [template],
    ...more,
  })
}

/** Three mandatory shifts at one time for two people; with `skill`, which one of those at work must hold. */
function shortOf({ employees = SCHEDULE.employees.slice(0, 2), skill }: { employees?: readonly object[]; skill?: number }): object {
  const shifts = [1, 2, 3].map((id) => at(id, 6, { name: 'S1' }))
  return {
    ...SCHEDULE,
    noticeFrom: null,
    employees,
    shifts: skill === undefined ? shifts : shifts.slice(0, 1),
    settings: {},
    ...(skill === undefined ? {} : { coverageCompetencyRequirements: [{ id: 1, skill, minimumCount: 1, shiftIds: [1] }] }),
  }
}

function previewOf(events: readonly object[]): object {
  return { schedule: { ...SCHEDULE, noticeFrom: '2026-03-05T18:00:00Z' }, solution: AS_POSTED, events, maxSeconds: 1, alternatives: 4 }
}

function ask([name, parameters, means]: Asked, language: Language): ReadonlyMap<string, string> {
  const { answer } = QUESTIONS[name]
  return new Map(textsIn(JSON.parse(JSON.stringify(answer(parameters, { ...MEANS, ...means, language })))))
}

/** Names of the schedule. */
const CALLED = [...NAMES, 'S1', 'S3']

/** Said where a proof is there for some priorities alone. */
const SELDOM = ['generate.atLeast', 'generate.open']

describe('an answer in another language', () => {
  for (const language of LANGUAGES.filter((other) => other !== 'en')) {
    for (const [name, asked] of Object.entries(ASKED)) {
      test(`${language}: ${name} has no English sentence`, () => {
        const [english, other] = [ask(asked, 'en'), ask(asked, language)]
        expect([...other.keys()].filter(isSentence).length).toBeGreaterThan(0)
        expect(englishIn(other, english, CALLED)).toEqual([])
      })
    }
  }

  test('is the English one but for its sentences', () => {
    const withoutText = (answer: ReadonlyMap<string, string>): unknown => [...answer].filter(([place]) => !isSentence(place))
    for (const name of ['schedule.diff', 'schedule.evaluate'])
      for (const language of LANGUAGES) expect(withoutText(ask(ASKED[name]!, language))).toEqual(withoutText(ask(ASKED[name]!, 'en')))
  })

  test('every sentence is said that only these questions say', () => {
    const sentences = Object.values(ASKED).flatMap((asked) => [...ask(asked, 'en')].flatMap(([place, text]) => (isSentence(place) ? [text] : [])))
    const isSaid = (form: string): boolean => {
      const pattern = new RegExp(
        form
          .split(/\{\w+\}/)
          .map((part) => part.replaceAll(/[.+?()]/g, '\\$&'))
          .join('.+'),
      )
      return sentences.some((sentence) => pattern.test(sentence))
    }
    const own = Object.entries(english).filter(([name]) => /^(?:estimate|generate|stress)\./.test(name))
    expect(own.filter(([, text]) => !formsOf(text).some(isSaid)).map(([name]) => name)).toEqual(SELDOM)
  })

  test('no question answers two languages at once: those that are translated have every sentence of them above', () => {
    const translated = Object.entries(QUESTIONS).filter(([, { isTranslated }]) => isTranslated)
    expect([...new Set(Object.values(ASKED).map(([name]) => name))].sort()).toEqual(translated.map(([name]) => name).sort())
  })
})

const GOLDEN = JSON.parse(readText('test/golden/answer-sentences.json')) as Readonly<Record<Language, readonly string[]>>

describe('the sentences of a difference', () => {
  for (const language of LANGUAGES)
    test(`in ${language}`, () => {
      expect([...ask(ASKED['schedule.diff']!, language)].filter(([place]) => isSentence(place)).map(([, text]) => text)).toEqual(GOLDEN[language])
    })
})

const readSentences = (language: Language): Readonly<Record<string, Text>> =>
  JSON.parse(readText(`src/model/texts/${language}.json`)) as Readonly<Record<string, Text>>
const english = readSentences('en')
/** Sentences that are the same in a language and in English. */
const SAME: Readonly<Record<Exclude<Language, 'en'>, readonly string[]>> = {
  da: ['alternative.who', 'broken.demand', 'broken.quoted', 'preview.text', 'preview.textWithCost', 'words.dayNamed'],
  de: ['alternative.who', 'broken.demand'],
  sv: ['alternative.who', 'broken.demand', 'words.dayNamed', 'words.minutes'],
}

/** What rules are called is said by their names. */
const isOfRule = (name: string): boolean => SETTING_NAMES.some((setting) => name === `rule.${setting}`)

describe('the files of sentences', () => {
  test('every sentence is said', () => {
    const sources = [...filesMatching('src/{answers,checker,formats}/**/*.ts'), ...filesMatching('src/model/rules*.ts')]
      .filter((file) => !isTest(file))
      .map(readText)
      .join('\n')
    expect(Object.keys(english).filter((name) => !sources.includes(`'${name}'`) && !isOfRule(name))).toEqual([])
  })

  for (const language of LANGUAGES) {
    const sentences = readSentences(language)

    test(`${language}: has all, in the order of their names, and no others`, () => {
      expect(Object.keys(sentences)).toEqual(Object.keys(english).toSorted())
    })

    test(`${language}: has every form that the language has, with the values of the English one`, () => {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
      const wrong = Object.entries(sentences).filter(([name, text]) => {
        const wanted = valuesOf(formsOf(english[name]!).at(-1)!)
        const hasForms = typeof text === 'string' ? typeof english[name] === 'string' : Object.keys(text).toSorted().join() === forms.join()
        // The form of one may say so in a word.
        const isWhole = formsOf(text).every((form, at) =>
          [wanted, ...(typeof text !== 'string' && at === 0 ? [wanted.filter((value) => value !== 'count')] : [])].some(
            (values) => values.join() === valuesOf(form).join(),
          ),
        )
        return !hasForms || !isWhole || formsOf(text).some((form) => form.trim() === '')
      })
      expect(wrong).toEqual([])
    })
  }

  for (const language of LANGUAGES.filter((other) => other !== 'en'))
    test(`${language}: none is the English one, but for those that are the same`, () => {
      const same = Object.entries(readSentences(language)).filter(([name, text]) => formsOf(text).join() === formsOf(english[name]!).join())
      expect(same.map(([name]) => name)).toEqual(SAME[language])
    })
})
