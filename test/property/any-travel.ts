import { chanceOf, createRandom, type Draft, type Fields } from './draft.ts'

/** Ways between spots, some of them unnamed. From a stream of its own, as of pairings. */
export function randomTravel({ firstDay, employeeIds, spotIds }: Draft, shiftCount: number): Fields {
  const chance = chanceOf(createRandom(employeeIds.reduce((sum, id) => 41 * sum + id, 11 * firstDay + shiftCount)))
  if (spotIds.length < 2 || chance.is(0.4)) return {}
  const pairs = spotIds.flatMap((from) => spotIds.filter((to) => to !== from).map((to) => ({ from, to })))
  const matrix = pairs.flatMap((pair) => (chance.is(0.7) ? [{ ...pair, minutes: chance.one([0, 15, 30, 240, chance.whole(1, 700)]) }] : []))
  return { travel: { matrix } }
}
