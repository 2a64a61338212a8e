// Slow: searches on ten seeds each are held against all rosters.
import { describe, expect, test } from 'vitest'
import { bestByForce } from '../../../test/golden/rule-examples.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { judge } from '../../checker/check.ts'
import { NOBODY } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import { solve } from '../index.ts'
import { Random } from '../random.ts'
import { solveOptions } from '../solve-options.fixture.ts'

interface Needs {
  readonly overlapScope: string
  readonly withinHours?: number
  /** How many seats a lead needs. */
  readonly seats?: number
}

/** On each of two days a lead and two seats that need one another; of three people two can lead, and one is away on the second day. */
function teams({ overlapScope, withinHours, seats = 1 }: Needs, importance: string): Schedule {
  const scope = { overlapScope, ...(withinHours === undefined ? {} : { withinHours }) }
  const document = {
    spots: [{ id: 1 }, { id: 2, skills: [1] }],
    employees: [1, 2, 3].map((id) => ({
      id,
      skills: id <= 2 ? [{ id: 1 }] : [],
      wishes: id === 3 ? [{ type: 'UNAVAILABLE', start: '2026-06-02', end: '2026-06-02' }] : [],
    })),
    shifts: [1, 2].flatMap((day) =>
      ['lead', 'seat', 'seat'].map((tag, place) => ({
        id: 3 * day + place,
        spot: tag === 'lead' ? 2 : 1,
        start: `2026-06-0${day}T10:00:00Z`,
        end: `2026-06-0${day}T12:00:00Z`,
        importance,
        tags: [tag],
      })),
    ),
    shiftDependencyRules: [
      { id: 1, anchorShiftTag: 'seat', requiredShiftTag: 'lead', ...scope },
      { id: 2, anchorShiftTag: 'lead', requiredShiftTag: 'seat', minRequiredCount: seats, ...scope },
    ],
  }
  return readSubmission(document, { callback: 'optional' }).submission!.schedule
}

describe('shifts that need one another', () => {
  const kinds: Needs[] = [
    { overlapScope: 'SAME_SHIFT' },
    { overlapScope: 'SAME_SHIFT', seats: 2 },
    { overlapScope: 'SAME_DAY' },
    { overlapScope: 'TIME_OVERLAP', seats: 2 },
    { overlapScope: 'WITHIN_HOURS', withinHours: 1 },
  ]
  for (const importance of ['OPTIONAL', 'MANDATORY']) {
    test.each(kinds)(`are filled together, ${importance.toLowerCase()}: %o`, (needs) => {
      const schedule = teams(needs, importance)
      const best = bestByForce(schedule).score
      for (const seed of [1, 2, 3]) {
        const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 20_000 }))
        expect(score, `seed ${seed}`).toEqual(best)
        expect(judge(schedule, roster).score).toEqual(score)
      }
      expect(best[0]).toBe(0)
      expect(best[1] + best[3]).toBeLessThan(importance === 'OPTIONAL' ? 6 : 120)
    })
  }
})

describe('a team that is worked whole or not at all', () => {
  const ITERATIONS = 50
  // Without even shares, which a leader who is on every team is off by.
  const settings = {
    others: 'off',
    ...Object.fromEntries(
      ['assignOptionalShift', 'spotSkills', 'oneShiftPerDay', 'shiftGroups', 'shiftDependency', 'coverageCompetency'].map((name) => [name, {}]),
    ),
  }
  type Ward = Record<'shifts' | 'shiftGroups', object[]> & { readonly more?: object }
  const shift = (id: number, day: number, more: object = {}) => ({
    id,
    spot: 1,
    start: `2026-06-0${day}T08:00:00Z`,
    end: `2026-06-0${day}T16:00:00Z`,
    importance: 'OPTIONAL',
    tags: [`place ${id}`],
    ...more,
  })
  const idsOf = (day: number, size: number, from = 0) => Array.from({ length: size }, (_, place) => 10 * day + from + place)
  const whole = (id: number, shiftIds: number[]) => ({ id, shiftIds, mode: 'ALL_OR_NONE' })

  /** As many teams as there are days, one after another with one shift more, in which a drawn place needs the skill. */
  function ledByPlace(random: Random): Ward {
    const teams = [2, 3, 4, 5].map((size, day) => idsOf(day + 1, size))
    return {
      shifts: teams.flatMap((ids, day) => {
        const leads = ids[random.below(ids.length)]
        return ids.map((id) => shift(id, day + 1, id === leads ? { skills: [1] } : {}))
      }),
      shiftGroups: teams.map((ids, day) => whole(day + 1, ids)),
    }
  }

  /** Each day's team needs the skill on no place of its own. */
  function ledBySomebody(): Ward {
    const teams = [2, 3, 4, 5].map((size, day) => idsOf(day + 1, size))
    return {
      shifts: teams.flatMap((ids, day) => ids.map((id) => shift(id, day + 1))),
      shiftGroups: teams.map((ids, day) => whole(day + 1, ids)),
      more: { coverageCompetencyRequirements: teams.map((shiftIds, day) => ({ id: day + 1, skill: 1, minimumCount: 1, shiftIds })) },
    }
  }

  /** Each of a team needs a lead, who is not one of the team and has nothing to do without it. */
  function ledFromOutside(): Ward {
    const teams = [2, 3, 4].map((size, day) => idsOf(day + 1, size))
    return {
      shifts: teams.flatMap((ids, day) => [
        ...ids.map((id) => shift(id, day + 1, { tags: [`place ${id}`, 'seat'] })),
        shift(10 * (day + 1) + 9, day + 1, { tags: ['lead'], skills: [1] }),
      ]),
      shiftGroups: teams.map((ids, day) => whole(day + 1, ids)),
      more: {
        shiftDependencyRules: [
          { id: 1, anchorShiftTag: 'seat', requiredShiftTag: 'lead', overlapScope: 'SAME_DAY' },
          { id: 2, anchorShiftTag: 'lead', requiredShiftTag: 'seat', overlapScope: 'SAME_DAY' },
        ],
      },
    }
  }

  /** Two teams a day, of which the later in the list needs the skill: whoever holds it is not for the other. */
  function besideOthers(): Ward {
    const days = [1, 2, 3]
    const lastPlace = 4
    return {
      shifts: days.flatMap((day) => [
        ...idsOf(day, 2).map((id) => shift(id, day)),
        ...idsOf(day, 3, 2).map((id) => shift(id, day, id === 10 * day + lastPlace ? { skills: [1] } : {})),
      ]),
      shiftGroups: days.flatMap((day) => [whole(2 * day, idsOf(day, 2)), whole(2 * day + 1, idsOf(day, 3, 2))]),
    }
  }

  const wards: Record<string, (random: Random) => Ward> = { ledByPlace, ledBySomebody, ledFromOutside, besideOthers }
  for (const [name, make] of Object.entries(wards)) {
    for (const leaders of [1, 2]) {
      test(`has its leader, of ${leaders}, on ten seeds: ${name}`, () => {
        for (let seed = 1; seed <= 10; seed += 1) {
          const { more, ...ward } = make(new Random(seed))
          // Leaders stand first: they are who costs as little as anybody on every plain place.
          const employees = [1, 2, 3, 4, 5].map((id) => ({ id, skills: id <= leaders ? [{ id: 1 }] : [] }))
          const { submission, errors } = readSubmission({ settings, spots: [{ id: 1 }], employees, ...ward, ...more }, { callback: 'optional' })
          expect(errors).toEqual([])
          const { schedule } = submission!
          const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: ITERATIONS }))
          expect(roster.includes(NOBODY), `seed ${seed}`).toBe(false)
          expect(score.slice(0, 2), `seed ${seed}`).toEqual([0, 0])
          expect(judge(schedule, roster).score).toEqual(score)
        }
      })
    }
  }

  /** Two teams a day of a leader and one more; whoever has few shifts left does not lead as the second of a team. */
  function twoADay(): Schedule {
    const days = [1, 2, 3, 4, 5]
    const document = {
      spots: [{ id: 1 }],
      settings: {
        others: 'off',
        assignOptionalShift: {},
        spotSkills: {},
        oneShiftPerDay: {},
        shiftGroups: {},
        totalWork: { firstPriorityWeight: 1 },
      },
      employees: [1, 2, 3, 4, 5].map((id) => ({ id, skills: id <= 2 ? [{ id: 1 }] : [], contract: { maxShiftsTotal: 4 } })),
      shifts: days.flatMap((day) => idsOf(day, 4).map((id) => shift(id, day, id % 2 === 0 ? { skills: [1] } : {}))),
      shiftGroups: days.flatMap((day) => [whole(2 * day, idsOf(day, 2)), whole(2 * day + 1, idsOf(day, 2, 2))]),
    }
    return readSubmission(document, { callback: 'optional' }).submission!.schedule
  }

  test('has a leader who was the second of another team, on ten seeds', () => {
    const schedule = twoADay()
    for (let seed = 1; seed <= 10; seed += 1) {
      const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 2000 }))
      // Two leaders of four shifts each lead eight of ten teams.
      expect(score, `seed ${seed}`).toEqual([0, 0, 0, 4])
      expect(judge(schedule, roster).score).toEqual(score)
    }
  })
})
