import { chanceOf, createRandom, type Draft, type Fields } from './draft.ts'

/** No spot. */
const ELSEWHERE = 7777

/** Ways between spots, some of them unnamed, and homes. From a stream of its own, as of pairings. */
export function randomTravel({ firstDay, employeeIds, spotIds }: Draft, shiftCount: number, document: Fields): Fields {
  const chance = chanceOf(createRandom(employeeIds.reduce((sum, id) => 41 * sum + id, 11 * firstDay + shiftCount)))
  const [firstPriorityWeight, secondPriorityWeight, thirdPriorityWeight, fourthPriorityWeight] = [0, 0, 0, 0].map(() =>
    chance.is(0.4) ? chance.whole(0, 20) : 0,
  )
  const travelTime = { firstPriorityWeight, secondPriorityWeight, thirdPriorityWeight, fourthPriorityWeight }
  const settings = { ...(document['settings'] as Fields), travelTime }
  if (spotIds.length < 2 || chance.is(0.4)) return { settings }
  const pairs = spotIds.flatMap((from) => spotIds.filter((to) => to !== from).map((to) => ({ from, to })))
  const matrix = pairs.flatMap((pair) => (chance.is(0.7) ? [{ ...pair, minutes: chance.one([0, 15, 30, 240, chance.whole(1, 700)]) }] : []))
  if (matrix.length === 0) return { settings }
  const places = [...new Set(matrix.flatMap(({ from, to }) => [from, to])), ELSEWHERE]
  const outside = places.slice(0, -1).flatMap((to) => (chance.is(0.7) ? [{ from: ELSEWHERE, to, minutes: chance.whole(0, 90) }] : []))
  const homes = outside.length === 0 ? places.slice(0, -1) : places
  const employees = (document['employees'] as Fields[]).map((one) => (chance.is(0.5) ? { ...one, home: chance.one(homes) } : one))
  const isHome = employees.some((one) => one['home'] === ELSEWHERE)
  return { settings, employees, travel: { matrix: isHome ? [...matrix, ...outside] : matrix } }
}
