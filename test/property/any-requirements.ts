import { dateOfEpochDay } from '../../src/model/calendar.ts'
import { WEEKDAYS } from '../../src/api/weekdays.ts'
import { FAIR_OF, FAIR_SHARES, OVERLAP_SCOPES, PAIRING_MODES, PAIRING_SCOPES } from '../../src/model/schedule.ts'
import { CATEGORIES, chanceOf, createRandom, distinctIds, instantAfter, KNOWN_IDS, TAGS, type Chance, type Draft, type Fields } from './draft.ts'

/** Everything beside employees, shifts, spots and settings that a document can say. */
export function randomRequirements(draft: Draft, shifts: readonly Fields[]): Fields {
  const { chance } = draft
  return {
    ...(chance.is(0.8) ? { shiftTags: randomShiftTags(chance) } : {}),
    ...(chance.is(0.6) ? { shiftDependencyRules: withIds(chance, chance.whole(1, 3), () => randomDependency(chance)) } : {}),
    ...(chance.is(0.6) ? { coverageCompetencyRequirements: withIds(chance, chance.whole(1, 3), () => randomCoverage(draft, shifts)) } : {}),
    ...(chance.is(0.6) ? { freePeriodRequirements: withIds(chance, chance.whole(1, 3), () => randomFreePeriod(draft)) } : {}),
  }
}

/** Who works with whom, and its setting. From a stream of its own, so that what else is drawn stays as it is for every seed. */
export function randomPairings({ firstDay, employeeIds, spotIds }: Draft, shiftCount: number): Fields & { readonly settings: Fields } {
  const chance = chanceOf(createRandom(employeeIds.reduce((sum, id) => 31 * sum + id, firstDay + shiftCount)))
  const weights = [0, 0, 0, 0].map(() => (chance.is(0.4) ? chance.whole(0, 20) : 0))
  const [firstPriorityWeight, secondPriorityWeight, thirdPriorityWeight, fourthPriorityWeight] = weights
  const named = (): unknown => {
    const group = chance.one(['team', 'skill'])
    if (employeeIds.length < 2 || chance.is(0.3)) return { [group]: chance.one(KNOWN_IDS) }
    const others = chance.some(employeeIds.slice(2), 0.6)
    return [employeeIds[0], employeeIds[1], ...others]
  }
  const pairing = (): Fields => ({
    employees: named(),
    mode: chance.one(PAIRING_MODES),
    ...(chance.is(0.8) ? { scope: chance.one(PAIRING_SCOPES) } : {}),
    ...(chance.is(0.3) ? { name: 'A pair' } : {}),
    ...(chance.is(0.2) ? { spots: chance.some(spotIds, 0.6) } : {}),
    ...(chance.is(0.2) ? { tags: chance.some(TAGS, 0.6) } : {}),
    ...(chance.is(0.5) ? { constraintLevel: chance.one(['hard', 'soft']) } : {}),
    ...(chance.is(0.5) ? { weight: chance.whole(1, 5) } : {}),
  })
  return {
    settings: { pairings: { firstPriorityWeight, secondPriorityWeight, thirdPriorityWeight, fourthPriorityWeight } },
    ...(chance.is(0.6) ? { pairings: withIds(chance, chance.whole(1, 3), pairing) } : {}),
  }
}

/** Work that is shared evenly. Drawn last of all, so that the rest of a document is for every seed what it was without. */
export function randomFairness(draft: Draft, employees: Fields[]): Fields {
  const { chance } = draft
  if (chance.is(0.5)) return {}
  const rules = withIds(chance, chance.whole(1, 3), () => {
    const of = chance.one(FAIR_OF)
    // Hardly anybody is refused more than a share of a few wishes.
    if (of === 'refusedWishes' && chance.is(0.7)) return { of, share: 'EQUAL', weight: chance.whole(1, 5), priority: chance.whole(1, 4) }
    return {
      of,
      ...(chance.is(0.5) ? { per: chance.one(['week', 'month', 'horizon']) } : {}),
      ...(chance.is(0.3) ? { name: 'A share' } : {}),
      ...(chance.is(0.5) ? { share: chance.one(FAIR_SHARES) } : {}),
      ...(chance.is(0.4) ? { tags: chance.some(TAGS, 0.6) } : {}),
      ...(chance.is(0.3) ? { weekdays: [chance.one(WEEKDAYS), 'SATURDAY'] } : {}),
      ...(chance.is(0.3) && of !== 'refusedWishes' ? { spots: [chance.one(draft.spotIds)] } : {}),
      ...(chance.is(0.3) ? { employees: chance.some(draft.employeeIds, 0.7) } : chance.is(0.2) ? { teams: [chance.one(KNOWN_IDS)] } : {}),
      ...(chance.is(0.5) ? { weight: chance.whole(1, 5) } : {}),
      ...(chance.is(0.5) ? { priority: chance.whole(1, 4) } : {}),
    }
  })
  if (rules.some(({ of }) => of === 'refusedWishes')) addWishes(draft, employees)
  return { fairness: rules }
}

/** Days off that everybody would like: of the few wishes that a document has, hardly two are refused the same employee. From a stream of its own. */
function addWishes({ firstDay, horizonDays }: Draft, employees: Fields[]): void {
  const chance = chanceOf(createRandom(firstDay + employees.length))
  for (const employee of employees) {
    const added = Array.from({ length: chance.whole(0, 7) }, () => {
      const day = firstDay + chance.whole(0, horizonDays)
      return { type: 'UNDESIRED', start: dateOfEpochDay(day), end: dateOfEpochDay(day) }
    })
    employee['wishes'] = [...((employee['wishes'] as Fields[] | undefined) ?? []), ...added]
  }
}

/** Rotas that are worked in turn, and who works them. Drawn after all else, as fairness. */
export function randomRotations({ chance, firstDay }: Draft, employees: Fields[]): Fields {
  if (chance.is(0.4)) return {}
  const wanted = ['off', ...TAGS]
  const rotations = withIds(chance, chance.whole(1, 2), () => ({
    ...(chance.is(0.5) ? { name: 'In turn' } : {}),
    weeks: Array.from({ length: chance.whole(1, 3) }, () => Array.from({ length: 7 }, () => chance.one(wanted))),
    anchor: dateOfEpochDay(firstDay + chance.whole(-60, 60)),
  }))
  for (const [index, employee] of employees.entries()) {
    if (chance.is(0.3)) continue
    const rotation = {
      id: chance.one(rotations).id,
      ...(chance.is(0.6) ? { offset: chance.whole(-4, 4) } : {}),
      ...(chance.is(0.4) ? { weight: chance.whole(1, 5) } : {}),
      ...(chance.is(0.3) ? { priority: chance.whole(1, 4) } : {}),
    }
    employees[index] = { ...employee, rotation }
  }
  return { rotations }
}

function withIds(chance: Chance, count: number, make: () => Fields): Fields[] {
  return distinctIds(chance, count).map((id) => ({ id, ...make() }))
}

function randomShiftTags(chance: Chance): Fields[] {
  const listed = [...TAGS, ...chance.some(TAGS, 0.3)]
  return distinctIds(chance, listed.length).map((id, index) => ({
    id,
    tag: listed[index],
    category: chance.one(CATEGORIES),
    ...(chance.is(0.3) ? { departmentId: 1, description: 'A kind of shift', color: '#aabbcc' } : {}),
    ...(chance.is(0.5) ? { active: chance.is(0.7) } : {}),
  }))
}

function randomDependency(chance: Chance): Fields {
  const overlapScope = chance.one(OVERLAP_SCOPES)
  return {
    anchorShiftTag: chance.one(TAGS),
    requiredShiftTag: chance.one(TAGS),
    overlapScope,
    ...(overlapScope === 'WITHIN_HOURS' ? { withinHours: chance.whole(0, 24) } : {}),
    ...(chance.is(0.5) ? { minRequiredCount: chance.whole(1, 3) } : {}),
    ...(chance.is(0.7) ? { constraintLevel: chance.one(['hard', 'soft']) } : {}),
    ...(chance.is(0.5) ? { weight: chance.whole(1, 5) } : {}),
    ...(chance.is(0.2) ? { departmentId: 1 } : {}),
  }
}

function randomCoverage(draft: Draft, shifts: readonly Fields[]): Fields {
  const { chance } = draft
  const asked = { skill: chance.one(KNOWN_IDS), minimumCount: chance.one([1, 1, 2, chance.whole(0, 4)]) }
  if (chance.is(0.5))
    return {
      ...asked,
      shiftIds: chance
        .some([...shifts, ...shifts], 0.4)
        .slice(0, 40)
        .map(({ id }) => id),
    }
  const day = chance.whole(-draft.historyDays, draft.horizonDays - 1)
  const period = chance.is(0.5)
    ? { start: dateOfEpochDay(draft.firstDay + day), end: dateOfEpochDay(draft.firstDay + day + chance.whole(0, 7)) }
    : {
        start: draft.instant(draft.firstDay + day, 60 * chance.whole(0, 23)),
        end: instantAfter(draft.instant, draft.firstDay + day, 1440, 60 * chance.whole(1, 100)),
      }
  return {
    ...asked,
    ...period,
    // Not drawn, so that what is drawn after it stays as it is for every seed.
    ...(asked.skill % 2 === 0 ? { clip: true } : {}),
    ...(chance.is(0.3) ? { spotIds: [chance.one(draft.spotIds)] } : {}),
    ...(chance.is(0.3) ? { tags: chance.some(TAGS, 0.6) } : {}),
  }
}

function randomFreePeriod(draft: Draft): Fields {
  const { chance, firstDay, instant } = draft
  const from = firstDay + chance.whole(-draft.historyDays - 2, draft.horizonDays - 1)
  const days = chance.whole(1, 10)
  // An uneven edge leaves at least one whole day within.
  const window = chance.is(0.6)
    ? { windowStart: dateOfEpochDay(from), windowEnd: dateOfEpochDay(from + days) }
    : { windowStart: instant(from - 1, 60 * chance.whole(1, 23)), windowEnd: instant(from + days, 60 * chance.whole(0, 23)) }
  const dates = Array.from({ length: days }, (_, day) => dateOfEpochDay(from + day))
  const short = chance.one([300, 960, 2100])
  return {
    employeeId: chance.one(draft.employeeIds),
    ...window,
    demand: {
      requiredUnitCount: chance.whole(0, 6),
      ...(chance.is(0.6) ? { requiredLocalDates: chance.some([...dates, ...dates], 0.15) } : {}),
    },
    ...(chance.is(0.6)
      ? {
          counting: {
            shortUnitMinimumMinutes: short,
            connectedTwoUnitMinimumMinutes: short + chance.whole(0, 1500),
            extraUnitMinutes: chance.one([480, 1440]),
          },
        }
      : {}),
    ...(chance.is(0.3) ? { eligibleLocalDateMode: 'fully_covered_by_free_interval' } : {}),
    ...(chance.is(0.4) ? { ineligibleLocalDates: chance.some(dates, 0.2) } : {}),
    ...(chance.is(0.5) ? { preferredLocalDates: chance.some(dates, 0.3) } : {}),
    ...(chance.is(0.4)
      ? { boundaryEvidence: Array.from({ length: chance.whole(1, 2) }, () => randomEvidence(draft, from + chance.whole(-1, days))) }
      : {}),
  }
}

function randomEvidence({ chance, instant }: Draft, epochDay: number): Fields {
  const from = 30 * chance.whole(0, 47)
  return {
    source: 'other schedule',
    dutyId: chance.whole(1, 99),
    ...(chance.is(0.5) ? { scheduleId: 7 } : {}),
    startsAt: instant(epochDay, from),
    endsAt: instantAfter(instant, epochDay, from, 30 * chance.whole(1, 40)),
  }
}
