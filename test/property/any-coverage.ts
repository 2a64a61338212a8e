import { chanceOf, createRandom, distinctIds, KNOWN_IDS, TAGS, type Draft, type Fields } from './draft.ts'

/** How many are at work, and its setting. From a stream of its own, as of pairings. */
export function randomCoverage({ firstDay, employeeIds, spotIds }: Draft, shiftCount: number): Fields & { readonly settings: Fields } {
  const chance = chanceOf(createRandom(employeeIds.reduce((sum, id) => 37 * sum + id, 7 * firstDay + shiftCount)))
  const weights = [0, 0, 0, 0].map(() => (chance.is(0.4) ? chance.whole(0, 20) : 0))
  const [firstPriorityWeight, secondPriorityWeight, thirdPriorityWeight, fourthPriorityWeight] = weights
  const who = (): Fields => ({
    ...(chance.is(0.4) ? { skill: chance.one(KNOWN_IDS), ...(chance.is(0.5) ? { minLevel: chance.whole(1, 4) } : {}) } : {}),
    ...(chance.is(0.3) ? { team: chance.one(KNOWN_IDS) } : {}),
    ...(employeeIds.length > 0 && chance.is(0.3) ? { employees: [employeeIds[0], ...chance.some(employeeIds.slice(1), 0.6)] } : {}),
  })
  const requirement = (): Fields => {
    const from = chance.whole(-300, 9000)
    const min = chance.whole(0, 2)
    const ideal = min + chance.whole(0, 2)
    const asked = {
      ...(chance.is(0.6) ? { min } : {}),
      ...(chance.is(0.4) ? { ideal } : {}),
      ...(chance.is(0.5) ? { max: ideal + chance.whole(0, 1) } : {}),
      ...(chance.is(0.4) ? { ratioOf: { who: who(), ratio: chance.one([0.333, 0.5, 1, 2]) } } : {}),
    }
    return {
      start: instantOf(firstDay, from),
      end: instantOf(firstDay, from + chance.whole(1, 6000)),
      ...(chance.is(0.4)
        ? { repeats: chance.is(0.7) ? { from: chance.one(['22:00', '06:40', '13:00']), to: chance.one(['06:00', '14:10', '24:00']) } : {} }
        : {}),
      ...(chance.is(0.2) ? { spots: chance.some(spotIds, 0.6) } : {}),
      ...(chance.is(0.2) ? { tags: chance.some(TAGS, 0.6) } : {}),
      ...(chance.is(0.6) ? { who: who() } : {}),
      ...(Object.keys(asked).length === 0 ? { min: 1 } : asked),
      ...(chance.is(0.4) ? { priority: chance.whole(1, 4) } : {}),
      ...(chance.is(0.5) ? { weight: chance.whole(1, 5) } : {}),
      ...(chance.is(0.3) ? { name: 'At work' } : {}),
    }
  }
  return {
    settings: { coverageRequirements: { firstPriorityWeight, secondPriorityWeight, thirdPriorityWeight, fourthPriorityWeight } },
    ...(chance.is(0.6) ? { coverageRequirements: distinctIds(chance, chance.whole(1, 3)).map((id) => ({ id, ...requirement() })) } : {}),
  }
}

/** In UTC, drawn by nobody. */
function instantOf(epochDay: number, minutes: number): string {
  return new Date((epochDay * 1440 + minutes) * 60_000).toISOString()
}
