import { readSubmission } from '../../src/api/read-schedule.ts'
import { WEEKDAYS } from '../../src/api/weekdays.ts'
import { RUN_EDGES, type Schedule } from '../../src/model/schedule.ts'
import { randomRule } from './any-contract.ts'
import { randomRestRule } from './any-rest.ts'
import { createRandom, randomDocument } from './any-schedule.ts'
import { type Chance, chanceOf, type Fields, TAGS } from './draft.ts'

type Ruled = Fields & { readonly contract?: Fields & { readonly rules?: Fields[]; readonly quotas?: Fields[] } }

/** A random schedule whose contracts have rules in plenty, with everything that a rule of its kind may say besides; null where what came out is refused. */
export function scheduleWithAdditions(seed: number): Schedule | null {
  const random = createRandom(seed)
  // Bounds are proved of plain wards above all.
  const document = randomDocument(random, { rules: seed % 2 === 0 ? 'plain' : 'all' }) as Fields & {
    readonly employees: Ruled[]
    readonly shifts: { readonly start: string }[]
  }
  addToRules(document, random)
  return readSubmission(document, { callback: 'optional' }).submission?.schedule ?? null
}

interface Drawn {
  readonly employees: readonly Ruled[]
  readonly shifts: readonly { readonly start: string }[]
}

/** Gives the rules and quotas of a document's contracts all that they may say besides; contracts without rules get some. */
export function addToRules(document: Drawn, random: () => number): void {
  const chance = chanceOf(random)
  const dates = document.shifts.map(({ start }) => start.slice(0, 10))
  for (const shift of document.shifts) if (chance.is(0.6)) Object.assign(shift, { points: chance.whole(0, 3) })
  for (const { contract } of document.employees) {
    if (contract === undefined) continue
    const { rules = Array.from({ length: chance.whole(0, 2) }, () => randomRule(chance)), quotas = [] } = contract
    Object.assign(contract, { rules })
    for (const rule of rules) Object.assign(rule, additionsOf(chance, dates, rule))
    for (const quota of quotas) Object.assign(quota, ofAnyRule(chance, dates))
  }
  for (const { contract } of document.employees) {
    if (contract === undefined || chance.is(0.5)) continue
    contract.rules!.push({ ...randomRestRule(chance), ...ofAnyRule(chance, dates) })
  }
}

function additionsOf(chance: Chance, dates: readonly string[], rule: Fields): Fields {
  if (rule.kind === 'count' && chance.is(0.4)) Object.assign(rule, otherCount(chance))
  if (rule.when !== undefined && chance.is(0.4)) Object.assign(rule.when as Fields, otherCount(chance))
  if (rule.kind === 'succession' && chance.is(0.4)) Object.assign(rule, { required: rule.forbidden, forbidden: undefined })
  if (rule.kind === 'pattern') {
    const { weekdays: _weekdays, dates: _dates, ...others } = ofAnyRule(chance, dates)
    return others
  }
  return { ...ofAnyRule(chance, dates), ...(rule.kind === 'run' && chance.is(0.5) ? { edges: chance.one(RUN_EDGES) } : {}) }
}

/** Of what is not just added up. */
export function otherCount(chance: Chance): Fields {
  const of = chance.one(['kinds', 'spots', 'points'])
  const limits = chance.one([
    { min: undefined, max: chance.whole(0, 2) },
    { min: chance.whole(1, 3), max: undefined },
  ])
  return { of, ...(of === 'kinds' ? { tags: TAGS } : {}), ...limits }
}

/** What any rule and quota may say besides. */
export function ofAnyRule(chance: Chance, dates: readonly string[]): Fields {
  return {
    ...(chance.is(0.2) ? { name: chance.one(['Nights', 'Late work']), reference: 'section 4' } : {}),
    ...(chance.is(0.25) ? { cap: chance.one([1, 2, 3, 60]) } : {}),
    ...(chance.is(0.25) ? { weekdays: [chance.one(WEEKDAYS), ...chance.some(WEEKDAYS, 0.4)] } : {}),
    ...(chance.is(0.15) ? { dates: [chance.one(dates), ...chance.some(dates, 0.2)] } : {}),
  }
}
