import { readSubmission } from '../../src/api/read-schedule.ts'
import { Random } from '../../src/engine/random.ts'
import { dateOfEpochDay } from '../../src/model/calendar.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { createRandom, randomDocument } from './any-schedule.ts'
import { dayOf, type Posted, withDatedContracts } from './dated-documents.ts'
import { type Chance, chanceOf, type Fields, TAGS } from './draft.ts'
import { addToRules } from './rule-additions.ts'
import { withSeats } from './seated.ts'

/** A document without whatever weighs: the settings, and the priorities of rules of contracts. */
function withoutWeights(document: object): unknown {
  const text = JSON.stringify(document, (key, value: unknown) => (key === 'settings' || key === 'priority' ? undefined : value))
  return JSON.parse(text)
}

/** Somebody is away for some days, or there at some times only. */
function withAbsences(document: Posted, chance: Chance): Posted {
  const first = dayOf(document)
  const date = (day: number): string => dateOfEpochDay(first + day)
  const employees = document.employees.map((employee): Fields => {
    const from = chance.whole(0, 9)
    const absence = { start: date(from), end: date(from + chance.whole(0, 6)), ...(chance.is(0.5) ? { creditMinutesPerDay: 444 } : {}) }
    const available = Array.from({ length: chance.whole(1, 3) }, () => {
      const day = chance.whole(0, 9)
      return chance.is(0.5)
        ? { type: 'AVAILABLE', start: date(day), end: date(day + chance.whole(0, 2)) }
        : { type: 'AVAILABLE', start: `${date(day)}T06:00:00Z`, end: `${date(day + chance.whole(0, 1))}T20:00:00Z` }
    })
    return {
      ...employee,
      ...(chance.is(0.3) ? { absences: [absence] } : {}),
      ...(chance.is(0.3) ? { wishes: [...((employee['wishes'] as Fields[] | undefined) ?? []), ...available] } : {}),
    }
  })
  return { ...document, employees }
}

/** Some shifts are decided by hand, and some of these weigh more than others. */
function withFixed(document: Posted, chance: Chance): Posted {
  const shifts = document['shifts'] as Fields[]
  const ids = document.employees.map(({ id }) => id)
  const share = chance.one([0, 0.2, 0.5])
  const decided = shifts.map((shift) => {
    if (shift['historic'] === true || !chance.is(share)) return shift
    return { ...shift, fixed: true, employee: chance.one(ids) }
  })
  return { ...document, shifts: decided.map((shift) => (chance.is(0.2) ? { ...shift, weight: chance.whole(1, 20) } : shift)) as Posted['shifts'] }
}

/** Who is never alone, and days off that break a rule beside what is fixed. */
function withCompany(document: Posted, chance: Chance): Posted {
  const ids = document.employees.map(({ id }) => id)
  const together = {
    id: 99,
    employees: ids.slice(0, chance.whole(2, 3)),
    mode: 'TOGETHER',
    scope: chance.one(['SAME_SHIFT', 'TIME_OVERLAP', 'SAME_DAY']),
  }
  const off = {
    kind: 'pattern',
    where: { w: {}, o: { off: true } },
    pattern: chance.one(['w o w', 'w o', '(w o){2}', 'w o o? w', 'o w o', 'o o']),
    max: chance.whole(0, 1),
  }
  const pairings = (document['pairings'] as Fields[] | undefined) ?? []
  return {
    ...document,
    ...(ids.length > 1 && chance.is(0.5) ? { pairings: [...pairings, together] } : {}),
    employees: document.employees.map((employee) => {
      if (chance.is(0.5)) return employee
      const contract = (employee['contract'] as Fields | undefined) ?? {}
      return { ...employee, contract: { ...contract, rules: [...((contract['rules'] as Fields[] | undefined) ?? []), off] } }
    }),
  }
}

/** What a shift between two others may mend: the longest gap of a day, and a rest between shifts of two kinds. */
function withGaps(document: Posted, chance: Chance): Posted {
  return {
    ...document,
    employees: document.employees.map((employee) => {
      if (chance.is(0.4)) return employee
      const contract = (employee['contract'] as Fields | undefined) ?? {}
      const rest = { kind: 'rest', after: [chance.one(TAGS)], before: [chance.one(TAGS)], minMinutes: chance.one([660, 2880, 5000]) }
      const gap = { kind: 'span', maxGapMinutes: chance.whole(0, 120), ...(chance.is(0.3) ? { maxMinutes: 600 } : {}) }
      return { ...employee, contract: { ...contract, rules: [...((contract['rules'] as Fields[] | undefined) ?? []), gap, rest] } }
    }),
  }
}

/** A random schedule that says whatever there is to say, and nothing of weights of settings and of priorities; null where what came out is refused. */
export function scheduleByDefault(seed: number): Schedule | null {
  const random = createRandom(seed)
  const chance = chanceOf(random)
  const drawn = randomDocument(random, { rules: 'all' }) as Posted
  if (chance.is(0.5)) addToRules(drawn, random)
  const away = withCompany(withFixed(withAbsences(drawn, chance), chance), chance)
  const dated = chance.is(0.3) ? withDatedContracts(away, new Random(seed)) : away
  const seated = chance.is(0.3) ? withSeats(dated, random).seated : dated
  const document = chance.is(0.4) ? withGaps(seated as Posted, chance) : seated
  return readSubmission(withoutWeights(document), { callback: 'optional' }).submission?.schedule ?? null
}
