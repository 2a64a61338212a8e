// Slow: schedules of every kind of rule are walked over.
import { expect, test } from 'vitest'
import { compile } from '../../src/engine/instance/compile.ts'
import { OFF } from '../../src/engine/instance/duties.ts'
import type { Instance } from '../../src/engine/instance/instance.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { relax } from '../../src/engine/bounds/relax.ts'
import type { Random } from '../../src/engine/random.ts'
import { costAlong } from '../../src/engine/rows/resource.ts'
import { RULE_KINDS } from '../../src/engine/rules/kinds.ts'
import type { RuleKind, Tally } from '../../src/engine/rules/rule-kind.ts'
import { createState } from '../../src/engine/scoring/state.ts'
import { createPenaltyWeights, weightedUnits, type PenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { ruleRow } from '../../src/model/rules.ts'
import { SETTING_NAMES } from '../../src/model/settings.ts'
import { randomMoney } from './any-pay.ts'
import { randomRestRule } from './any-rest.ts'
import { randomRoster } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { type Chance, type Fields, SETTINGS_OF } from './draft.ts'
import { randomSchedule } from './random-schedule.ts'

const SCHEDULES = casesOf(300)
const ROWS = 6
/** Whether a rule is named needs fewer. */
const NAMED = casesOf(50)
const KINDS: readonly RuleKind[] = RULE_KINDS

test(`no kind breaks anything that rows do not follow where a bound is proved, on ${SCHEDULES} random schedules`, () => {
  const broken = new Map<string, number>()
  for (const { kind, instance, cells } of countedKinds()) {
    if (kind.resources !== undefined || kind.dayCost !== undefined || kind.isCover) continue
    const { units, penalties } = tallyOf(kind, instance, cells)
    if ([...units, ...penalties].some((amount) => amount !== 0)) broken.set(kind.name, (broken.get(kind.name) ?? 0) + 1)
    const rest = tallyOf(kind, relax(instance), cells)
    expect(
      [...rest.units, ...rest.penalties].filter((amount) => amount !== 0),
      kind.name,
    ).toEqual([])
    for (let employee = 0; employee < instance.employeeCount; employee += 1) expect(kind.relaxed!.concerns(relax(instance), employee)).toBe(false)
  }
  // A kind that is never broken would be left out by chance.
  const relaxed = KINDS.filter(({ resources, dayCost, isCover }) => resources === undefined && dayCost === undefined && !isCover)
  for (const { name } of relaxed) expect(broken.get(name) ?? 0, name).toBeGreaterThan(SCHEDULES / 50)
})

test(`a kind costs along a row what it is counted with, where a bound is proved, on ${SCHEDULES} random schedules`, () => {
  const differing = new Map<string, number>()
  for (const { kind, instance: whole, cells, random } of countedKinds()) {
    if (kind.resources === undefined && kind.dayCost === undefined) continue
    const instance = relax(whole)
    const penaltyWeights = createPenaltyWeights(instance, DEFAULT_PARAMS)
    const employee = random.below(instance.employeeCount)
    const row = employee * instance.dayCount
    const before = { counted: costOf(kind, instance, penaltyWeights, cells), followed: 0 }
    const rows = [cells.slice(row, row + instance.dayCount), ...Array.from({ length: ROWS }, () => randomRow(instance, employee, random))]
    const options = Array.from({ length: instance.dayCount }, (_, day) => [...new Set([OFF, ...rows.map((one) => one[day]!)])])
    rows.forEach((one, i) => {
      const there = cells.slice()
      there.set(one, row)
      const followed = costAlongRow(kind, { instance, employee, options, perUnit: penaltyWeights.perUnit }, penaltyWeights, one)
      const counted = costOf(kind, instance, penaltyWeights, there)
      if (i === 0) before.followed = followed
      else if (counted !== before.counted) differing.set(kind.name, (differing.get(kind.name) ?? 0) + 1)
      const change = counted - before.counted
      expect(Math.abs(followed - before.followed - change), `${kind.name}, employee ${employee}`).toBeLessThan(1e-6 * (1 + Math.abs(change)))
    })
  }
  const followed = KINDS.filter(({ resources, dayCost }) => resources !== undefined || dayCost !== undefined)
  for (const { name } of followed) expect(differing.get(name) ?? 0, name).toBeGreaterThan(SCHEDULES / 15)
})

test(`the row of a setting names every kind that its units are of, and no other, on ${SCHEDULES} random schedules`, () => {
  const broken = new Set<string>()
  for (const { kind, instance, cells } of countedKinds()) {
    tallyOf(kind, instance, cells).units.forEach((amount, k) => {
      if (amount === 0) return
      const { setting } = instance.units[k]!
      expect(ruleRow(setting).kinds, setting).toContain(kind.name)
      broken.add(`${setting} ${kind.name}`)
    })
  }
  for (const setting of SETTINGS_OF.all) {
    const { kinds } = ruleRow(setting)
    // Those of cover and of fit have penalties, and no units.
    for (const kind of kinds) if (kind !== 'cover' && kind !== 'fit') expect(broken).toContain(`${setting} ${kind}`)
  }
})

test(`what a bound does not count of a roster is named as left out, and what nobody is concerned by is not, on ${NAMED} random schedules`, () => {
  const named = new Map<string, number>()
  for (const { kind, instance, cells } of countedKinds(NAMED)) {
    const leftOut = kind.relaxed?.leftOut(instance) ?? []
    const settings = new Set<string>(leftOut.map(({ setting }) => setting))
    const rest = tallyOf(kind, relax(instance), cells)
    tallyOf(kind, instance, cells).units.forEach((amount, k) => {
      if (amount !== rest.units[k]) expect(settings, kind.name).toContain(instance.units[k]!.setting)
    })
    const isOfSomebody = instance.schedule.employees.some((_, e) => kind.relaxed?.concerns(instance, e) === true)
    // A free period that no known day reaches costs the same whatever anybody works.
    if (!isOfSomebody && !kind.fields.includes('plain')) expect(leftOut, kind.name).toEqual([])
    if (leftOut.length > 0) named.set(kind.name, (named.get(kind.name) ?? 0) + 1)
    expect(kind.relaxed?.leftOut(relax(instance)) ?? [], kind.name).toEqual([])
  }
  for (const { name, relaxed } of KINDS) if (relaxed !== undefined && name !== 'run') expect(named.get(name) ?? 0, name).toBeGreaterThan(NAMED / 50)
})

test('kinds that rows of settings name are there, and each has a setting', () => {
  const named = new Set(SETTING_NAMES.flatMap((setting) => ruleRow(setting).kinds))
  expect([...named].sort()).toEqual(['cover', ...KINDS.map(({ name }) => name)].sort())
})

/** Each kind with each random schedule and a roster of it. */
function* countedKinds(schedules = SCHEDULES) {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + schedules; seed += 1) {
    const { schedule, random } = randomSchedule(seed, addMore)
    const instance = compile(schedule)
    const { cells } = createState(
      instance,
      randomRoster(schedule, () => random.unit()),
    )
    for (const kind of KINDS) yield { kind, instance, cells, random }
  }
}

/** Rests and spans, which the rules of any schedule have too few of, and money and what it costs to use somebody at all, which it has none of. */
function addMore(document: Fields, chance: Chance): void {
  for (const employee of document.employees as Fields[]) {
    const contract = employee.contract as { rules?: Fields[] } | undefined
    if (contract === undefined || chance.is(0.3)) continue
    contract.rules = [...(contract.rules ?? []), ...Array.from({ length: 3 }, () => randomRestRule(chance))]
  }
  Object.assign(document, randomMoney(document, chance, { splits: false }))
  for (const { contract } of document.employees as { contract?: { rules?: Fields[] } }[]) {
    if (contract === undefined || chance.is(0.3)) continue
    const used = { kind: 'count', of: 'shifts', per: 'horizon', max: 0, cap: 1, weight: chance.whole(1, 9), priority: chance.whole(1, 4) }
    contract.rules = [...(contract.rules ?? []), used]
  }
}

function tallyOf({ count }: RuleKind, instance: Instance, cells: Int32Array): Tally {
  const tally = { units: new Float64Array(instance.units.length), penalties: new Float64Array(4) }
  if (count.of === 'roster') count.add(instance, cells, tally)
  else for (let employee = 0; employee < instance.employeeCount; employee += 1) count.add(instance, cells, employee, tally.units)
  return tally
}

function costOf(kind: RuleKind, instance: Instance, penaltyWeights: PenaltyWeights, cells: Int32Array): number {
  const { units, penalties } = tallyOf(kind, instance, cells)
  return weightedUnits(penaltyWeights, units) + penalties.reduce((sum, penalty, p) => sum + penalty * penaltyWeights.factors[p]!, 0)
}

function costAlongRow(
  { resources, dayCost }: RuleKind,
  row: Parameters<NonNullable<RuleKind['resources']>['of']>[0],
  penaltyWeights: PenaltyWeights,
  cells: Int32Array,
): number {
  const { instance, employee } = row
  let cost = 0
  if (dayCost !== undefined) for (const [day, duty] of cells.entries()) cost = dayCost(instance, penaltyWeights, { employee, day, duty }, cost)
  return (resources?.of(row) ?? []).reduce((sum, resource) => sum + costAlong(resource, cells), cost)
}

/** Any of the shifts of a day, or two of them, or none; what is decided stays. */
function randomRow({ dayCount, horizonFirst, decidedDuty, openDemands, duties }: Instance, employee: number, random: Random): Int32Array {
  return Int32Array.from({ length: dayCount }, (_, day) => {
    const decided = decidedDuty[employee * dayCount + day]!
    const open = openDemands[day]!
    if (day < horizonFirst || open.length === 0 || random.unit() < 0.3) return decided
    const one = duties.with(decided, open[random.below(open.length)]!)
    return random.unit() < 0.2 ? duties.with(one, open[random.below(open.length)]!) : one
  })
}
