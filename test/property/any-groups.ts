import { dateOfEpochDay } from '../../src/model/calendar.ts'
import { GROUP_MODES } from '../../src/model/schedule.ts'
import { chanceOf, createRandom, distinctIds, TAGS, type Chance, type Draft, type Fields } from './draft.ts'

const MAX_LISTED = 6

/** Shift groups for a document, and the weights of their setting. By chances of their own, so that whatever else is drawn for a seed stays as it is. */
export function randomGroups(draft: Draft, shifts: readonly Fields[]): { readonly weights: readonly number[]; readonly groups: readonly Fields[] } {
  const chance = chanceOf(createRandom(shifts.reduce((sum, { id }) => (31 * sum + Number(id)) % 2 ** 32, draft.firstDay)))
  const weights = [0, 0, 0, 0]
  for (let i = chance.one([0, 1, 1, 1, 2, 4]); i > 0; i -= 1) weights[chance.whole(0, 3)] = chance.whole(0, 20)
  const groups = chance.is(0.3) ? [] : distinctIds(chance, chance.whole(1, 4)).map((id) => randomGroup({ ...draft, chance }, shifts, id))
  return { weights, groups: groups.filter((group) => group.shiftIds === undefined || (group.shiftIds as unknown[]).length > 1) }
}

function randomGroup(draft: Draft, shifts: readonly Fields[], id: number): Fields {
  const { chance } = draft
  const mode = chance.one(GROUP_MODES)
  const min = chance.whole(0, 4)
  return {
    id,
    ...(chance.is(0.5) ? { name: `Group ${id}` } : {}),
    ...(chance.is(0.6)
      ? {
          shiftIds: chance
            .some(shifts, chance.one([0.2, 0.5, 1]))
            .map((shift) => shift.id)
            .slice(0, 4 * MAX_LISTED),
        }
      : randomSelection(draft)),
    mode,
    ...(mode === 'COUNT' ? chance.one([{ min }, { max: min }, { min, max: min + chance.whole(0, 3) }]) : {}),
    ...(chance.is(0.7) ? { constraintLevel: chance.one(['hard', 'soft']) } : {}),
    ...(chance.is(0.5) ? { weight: chance.whole(1, 5) } : {}),
  }
}

function randomSelection({ chance, firstDay, historyDays, horizonDays, spotIds }: Draft): Fields {
  const day = (): string => dateOfEpochDay(firstDay + randomDay(chance, historyDays, horizonDays))
  const where = chance.one([{ tags: chance.some(TAGS, 0.6) }, { spots: [chance.one(spotIds)] }, { tags: [chance.one(TAGS)], spots: spotIds }])
  return { ...where, ...(chance.is(0.4) ? { date: day() } : { dates: Array.from({ length: chance.whole(1, 5) }, day) }) }
}

/** Two in three in the horizon. */
function randomDay(chance: Chance, historyDays: number, horizonDays: number): number {
  return chance.is(0.67) ? chance.whole(0, horizonDays - 1) : chance.whole(-historyDays, horizonDays - 1)
}
