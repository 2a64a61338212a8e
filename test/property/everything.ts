import { readSubmission } from '../../src/api/read-schedule.ts'
import { WEEKDAYS } from '../../src/api/weekdays.ts'
import { Random } from '../../src/engine/random.ts'
import { dateOfEpochDay } from '../../src/model/calendar.ts'
import { MEASURES, type Schedule } from '../../src/model/schedule.ts'
import type { Score } from '../../src/model/score.ts'
import { DEFAULT_WEIGHTS, MAX_WEIGHT, SETTING_NAMES, type SettingName } from '../../src/model/settings.ts'
import { randomWhen } from './any-contract.ts'
import { cyclicOf } from './any-cyclic.ts'
import { randomMoney, restricted } from './any-pay.ts'
import { randomPattern } from './any-pattern.ts'
import { randomRestRule } from './any-rest.ts'
import { randomDocument } from './any-schedule.ts'
import { dayOf, type Posted, withDatedContracts } from './dated-documents.ts'
import { type Chance, chanceOf, type Fields, type Size } from './draft.ts'
import { addToRules, ofAnyRule, otherCount } from './rule-additions.ts'
import { withSeats } from './seated.ts'

/** The same weekend is that of everybody, whatever the week begins with. */
const WEEKENDS = [['FRIDAY', 'SATURDAY'], ['SUNDAY'], ['SATURDAY', 'SUNDAY'], WEEKDAYS.slice(0, 2), WEEKDAYS.slice(2, 4)]

/** A posted schedule that says all that there is to say of rules at once, and what is read of it: null where what came out is refused. */
export function everything(seed: number, size: Size = 'small'): { readonly document: Fields; readonly schedule: Schedule } | null {
  const random = new Random(seed)
  const draw = (): number => random.unit()
  const chance = chanceOf(draw)
  const drawn = randomDocument(draw, { rules: 'all', size }) as Posted
  addToRules(drawn, draw)
  addRare(drawn, chance)
  if (size === 'tiny' && chance.is(0.8)) Object.assign(drawn, keepable(drawn))
  // As nobody weighs it, what decided shifts alone break weighs as a least.
  if (chance.is(0.4)) delete (drawn['settings'] as Fields)['contractRules']
  const paid = restricted({ ...drawn, ...randomMoney(drawn, chance, { splits: chance.is(0.2) }) }, seed) as Posted
  const whole = withPeriods(withLedger(withAvailability(withHours(paid, chance), chance), chance), chance)
  const dated = chance.is(0.3) ? withShared(withDatedContracts(whole, random), chance) : whole
  const document = chance.is(0.3) ? withSeats(dated, draw, { keeps: true }).seated : dated
  if (chance.is(0.15)) return cyclicOf(document)
  const { submission } = readSubmission(document, { callback: 'optional' })
  return submission === null ? null : { document, schedule: submission.schedule }
}

/** A document whose first priority holds one shift a day alone, which nearly every roster can keep: of the others a bound says something then. */
function keepable(document: Fields): Fields {
  const ofNames = (name: SettingName): Fields => {
    const [first, second, third, fourth] = weightsIn(document, name)
    return weightsFrom([0, Math.min(first + second, MAX_WEIGHT), third, fourth])
  }
  const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, ofNames(name)]))
  const lowered = JSON.parse(JSON.stringify(document, (key, value: unknown) => (key === 'priority' && value === 1 ? 2 : value))) as Fields
  return { ...lowered, settings: { ...(lowered['settings'] as Fields), ...settings, oneShiftPerDay: weightsFrom([20, 0, 0, 0]) } }
}

const PRIORITY_FIELDS = ['firstPriorityWeight', 'secondPriorityWeight', 'thirdPriorityWeight', 'fourthPriorityWeight'] as const

function weightsIn(document: Fields, name: SettingName): Score {
  const given = (document['settings'] as Fields)[name] as Record<string, number> | undefined
  return given === undefined ? DEFAULT_WEIGHTS[name] : (PRIORITY_FIELDS.map((field) => given[field] ?? 0) as unknown as Score)
}

function weightsFrom(weights: readonly number[]): Fields {
  return Object.fromEntries(PRIORITY_FIELDS.map((field, priority) => [field, weights[priority]]))
}

/** Rules that the contracts of other random schedules have too few of, with every condition. */
function addRare({ employees, shifts }: Posted, chance: Chance): void {
  const dates = shifts.map(({ start }) => start.slice(0, 10))
  const condition = (): Fields => ({ ...randomWhen(chance), ...(chance.is(0.3) ? otherCount(chance) : {}) })
  const conditional = (): Fields => (chance.is(0.3) ? { when: condition() } : {})
  for (const { contract } of employees as { contract?: Fields }[]) {
    if (contract === undefined || chance.is(0.3)) continue
    const rests = Array.from({ length: chance.whole(1, 4) }, () => ({ ...randomRestRule(chance), ...ofAnyRule(chance, dates), ...conditional() }))
    const patterns = chance.is(0.3) ? [{ ...randomPattern(chance), ...conditional() }] : []
    const points = chance.is(0.2) ? [{ kind: 'count', of: 'points', per: 'rolling', hours: chance.one([24, 168]), max: chance.whole(0, 2) }] : []
    contract['rules'] = [...((contract['rules'] as Fields[] | undefined) ?? []), ...rests, ...patterns, ...points]
  }
}

/** Work that counts for more or fewer minutes than it takes, demands on hours of the day by weekdays, and weeks and weekends of one's own. */
function withHours(document: Posted, chance: Chance): Posted {
  for (const shift of document.shifts) {
    const length = (Date.parse(shift.end) - Date.parse(shift.start)) / 60_000
    if (chance.is(0.15)) Object.assign(shift, { paidMinutes: chance.whole(0, Math.min(length, 1440)) })
  }
  for (const requirement of (document['coverageRequirements'] as Fields[] | undefined) ?? []) {
    const { repeats } = requirement
    if (repeats !== undefined) Object.assign(repeats as Fields, weekdaysOf(chance), chance.is(0.4) ? { everyWeeks: chance.whole(1, 3) } : {})
  }
  const holidays = ((document['calendar'] as Fields)['holidays'] as Fields[]).map((day) => ({
    ...day,
    ...(chance.is(0.3) ? { name: 'A feast', tag: chance.one(['holiday', 'late']) } : {}),
  }))
  const own = { ...(chance.is(0.3) ? { weekStartsOn: chance.one(WEEKDAYS) } : {}), ...(chance.is(0.3) ? { weekend: chance.one(WEEKENDS) } : {}) }
  const payRules = (document['payRules'] as Fields[]).map((rule) => (rule['weekdays'] === undefined ? rule : { ...rule, ...weekdaysOf(chance) }))
  const calendar = { workBelongsTo: 'START_DAY', ...(document['calendar'] as Fields), holidays, ...own }
  return { ...document, ...(chance.is(0.3) ? { horizon: 'OPEN' } : {}), calendar, payRules }
}

function weekdaysOf(chance: Chance): Fields {
  return chance.is(0.5) ? { weekdays: [chance.one(WEEKDAYS), ...chance.some(WEEKDAYS, 0.4)].filter((day, at, all) => all.indexOf(day) === at) } : {}
}

/** Somebody is away for some days, there at some times only, or wishes something every week or by the hour. */
function withAvailability(document: Posted, chance: Chance): Posted {
  const first = dayOf(document)
  const date = (day: number): string => dateOfEpochDay(first + day)
  const absence = (): Fields => {
    const from = chance.whole(0, 9)
    return {
      start: date(from),
      end: date(from + chance.whole(0, 6)),
      ...(chance.is(0.5) ? { creditMinutesPerDay: chance.one([300, 444]), ...weekdaysOf(chance) } : {}),
      ...(chance.is(0.3) ? { kind: 'leave' } : {}),
    }
  }
  const available = (): Fields => {
    const day = chance.whole(0, 9)
    return chance.is(0.5)
      ? { type: 'AVAILABLE', start: date(day), end: date(day + chance.whole(0, 2)) }
      : { type: 'AVAILABLE', start: `${date(day)}T06:00:00Z`, end: `${date(day + chance.whole(0, 1))}T20:00:00Z` }
  }
  const repeated = (): Fields => ({
    type: chance.one(['UNAVAILABLE', 'UNDESIRED', 'DESIRED', 'AVAILABLE']),
    start: date(0),
    end: date(chance.whole(0, 20)),
    repeats: {
      weekdays: [chance.one(WEEKDAYS)],
      ...weekdaysOf(chance),
      ...(chance.is(0.5) ? { from: '15:00', to: chance.one(['22:00', '07:00']) } : {}),
      ...(chance.is(0.4) ? { everyWeeks: chance.whole(1, 3) } : {}),
    },
  })
  const employees = document.employees.map((employee): Fields => {
    const wishes = [
      ...((employee['wishes'] as Fields[] | undefined) ?? []),
      ...(chance.is(0.3) ? [repeated()] : []),
      ...(chance.is(0.2) ? [available()] : []),
    ]
    return {
      ...employee,
      wishes: wishes.map((wish) => (wish['type'] !== 'AVAILABLE' && chance.is(0.3) ? { ...wish, measure: chance.one(MEASURES) } : wish)),
      ...(chance.is(0.3) ? { absences: Array.from({ length: chance.whole(1, 2) }, absence) } : {}),
    }
  })
  return { ...document, employees }
}

/** What shares of earlier schedules carry over. */
function withLedger(document: Posted, chance: Chance): Posted {
  const ids = ((document['fairness'] as Fields[] | undefined) ?? []).map(({ id }) => id)
  const employees = document.employees.map((employee): Fields => {
    const told = chance.some(ids, 0.7)
    if (told.length === 0 || chance.is(0.4)) return employee
    const fairness = told.map((id) => ({ id, carry: chance.whole(-500, 500) / 100 }))
    return { ...employee, history: { ...(employee['history'] as Fields | undefined), fairness } }
  })
  return { ...document, employees }
}

/** Counts, patterns, quotas, shares and conditions over periods of the calendar: windows of so many days, and ranges. */
function withPeriods(document: Posted, chance: Chance): Posted {
  const first = dayOf(document)
  const calendar = document['calendar'] as Fields
  const ranges = [0, 1].map((at) => ({ start: dateOfEpochDay(first - 3 + 9 * at), end: dateOfEpochDay(first - 3 + 9 * at + chance.whole(0, 8)) }))
  const periods = [...(calendar['periods'] as Fields[]), { id: 'R', ranges }]
  const perPeriod = (fields: Fields): Fields => {
    if (!['week', 'month', 'horizon'].includes(fields['per'] as string) || !chance.is(0.25)) return fields
    return { ...fields, per: 'period', period: chance.one(['P', 'R']) }
  }
  const inRule = (rule: Fields): Fields => perPeriod(rule['when'] === undefined ? rule : { ...rule, when: perPeriod(rule['when'] as Fields) })
  const employees = document.employees.map((employee): Fields => {
    const contract = employee['contract'] as Fields
    const lists = ['rules', 'quotas'].flatMap((list) => {
      const entries = contract[list] as Fields[] | undefined
      return entries === undefined ? [] : [[list, entries.map((entry) => inRule(entry))]]
    })
    return { ...employee, contract: { ...contract, ...Object.fromEntries(lists) } }
  })
  const fairness = document['fairness'] as Fields[] | undefined
  return {
    ...document,
    calendar: { ...calendar, periods },
    employees,
    ...(fairness === undefined ? {} : { fairness: fairness.map((rule) => perPeriod(rule)) }),
  }
}

/** Some have one contract of several for all days. */
function withShared(document: Posted, chance: Chance): Posted {
  const contracts = (document['contracts'] as Fields[]).map((contract): Fields => ({ ...contract, ...(chance.is(0.3) ? { name: 'Part time' } : {}) }))
  const ids = contracts.map(({ id }) => id as string)
  const employees = document.employees.map((employee): Fields => {
    if (chance.is(0.7)) return employee
    const { contract: _own, contracts: _dated, ...others } = employee
    return { ...others, contractId: chance.one(ids) }
  })
  return { ...document, contracts, employees }
}
