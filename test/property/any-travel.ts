import { chanceOf, createRandom, type Draft, type Fields } from './draft.ts'

const PRIORITY_FIELDS = ['firstPriorityWeight', 'secondPriorityWeight', 'thirdPriorityWeight', 'fourthPriorityWeight']
/** No spot. */
const ELSEWHERE = 7777

/** Ways between spots, some of them unnamed, and homes. From a stream of its own, as of pairings. */
export function randomTravel({ firstDay, employeeIds, spotIds }: Draft, shiftCount: number, document: Fields): Fields {
  const chance = chanceOf(createRandom(employeeIds.reduce((sum, id) => 41 * sum + id, 11 * firstDay + shiftCount)))
  const weights = (): Fields => Object.fromEntries(PRIORITY_FIELDS.map((field) => [field, chance.is(0.4) ? chance.whole(0, 20) : 0]))
  const settings = { ...(document['settings'] as Fields), travelTime: weights(), maxTravelMinutes: weights() }
  if (spotIds.length < 2 || chance.is(0.4)) return { settings }
  const pairs = spotIds.flatMap((from) => spotIds.filter((to) => to !== from).map((to) => ({ from, to })))
  const matrix = pairs.flatMap((pair) => (chance.is(0.7) ? [{ ...pair, minutes: chance.one([0, 15, 30, 240, chance.whole(1, 700)]) }] : []))
  if (matrix.length === 0) return { settings }
  const places = [...new Set(matrix.flatMap(({ from, to }) => [from, to])), ELSEWHERE]
  const outside = places.slice(0, -1).flatMap((to) => (chance.is(0.7) ? [{ from: ELSEWHERE, to, minutes: chance.whole(0, 90) }] : []))
  const homes = outside.length === 0 ? places.slice(0, -1) : places
  const employees = (document['employees'] as Fields[]).map((one) => ({
    ...one,
    ...(chance.is(0.5) ? { home: chance.one(homes) } : {}),
    ...(chance.is(0.6) ? { contract: { ...(one['contract'] as Fields), maxTravelMinutes: chance.whole(0, 60) } } : {}),
  }))
  const isHome = employees.some((one) => one['home'] === ELSEWHERE)
  return { settings, employees, travel: { matrix: isHome ? [...matrix, ...outside] : matrix } }
}
