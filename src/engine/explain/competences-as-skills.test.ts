import { describe, expect, test } from 'vitest'
import { createRandom, randomDocument } from '../../../test/property/any-schedule.ts'
import { casesOf } from '../../../test/property/cases.ts'
import { bestByForce } from '../../../test/golden/rule-examples.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { isDecided } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import { SETTING_NAMES, type SettingName, type Weights } from '../../model/settings.ts'
import { competencesAsSkills, withOwnSpots } from './competences-as-skills.ts'

const MAX_ROSTERS = 2_000
const WANTED = casesOf(60)

/** With these rules on the first priority and nothing else: what changes by date cost counts beside the settings. */
function withRules(whole: Schedule, rules: readonly SettingName[]): Schedule {
  const { keep: _, ...schedule } = whole
  const weights = Object.fromEntries(SETTING_NAMES.map((name): [SettingName, Weights] => [name, [rules.includes(name) ? 1 : 0, 0, 0, 0]]))
  return { ...schedule, settings: { ...schedule.settings, weights: weights as Schedule['settings']['weights'] } }
}

describe('a schedule in which competences are skills of shifts', () => {
  test(`can be filled within the rules wherever all competences can be there within them, in ${WANTED} tiny schedules`, () => {
    let tried = 0
    let met = 0
    for (let seed = 1; tried < WANTED; seed += 1) {
      const { settings: _, ...document } = randomDocument(createRandom(seed), { rules: 'all' })
      const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
      const open = schedule.shifts.filter((shift) => !isDecided(shift)).length
      if ((schedule.employees.length + 1) ** open > MAX_ROSTERS) continue
      const skilled = competencesAsSkills(schedule)
      if (skilled.requirements.size === 0) continue
      tried += 1
      // Whoever meets all competences and is there has, among shifts that are alike, some with the skill on those that ask for it.
      const asked = withRules(schedule, ['coverageCompetency', 'unavailable', 'oneShiftPerDay'])
      const posed = withRules(skilled.schedule, ['spotSkills', 'unavailable', 'oneShiftPerDay', 'assignShift'])
      const ofRequirements = bestByForce(asked).score[0] === 0
      if (!ofRequirements) continue
      met += 1
      const only = {
        ...posed,
        shifts: posed.shifts.map((shift, index) => ({
          ...shift,
          skills: [],
          anySkills: [],
          importance: skilled.requirements.has(index) ? ('MANDATORY' as const) : ('OPTIONAL' as const),
        })),
      }
      const spots = only.spots.map((spot, index) =>
        index < schedule.spots.length
          ? { ...spot, skills: [] }
          : { ...spot, skills: spot.skills.filter((skill) => !schedule.spots.some(({ id, skills }) => id === spot.id && skills.includes(skill))) },
      )
      expect(bestByForce({ ...only, spots }).score[0], `seed ${seed}`).toBe(0)
    }
    expect(met).toBeGreaterThan(WANTED / 10)
  })

  test('has its shifts at their own spots again afterwards', () => {
    const { schedule } = readSubmission(
      {
        spots: [{ id: 1 }],
        employees: [{ id: 1 }],
        shifts: [{ id: 1, spot: 1, start: '2026-06-01T07:00:00Z', end: '2026-06-01T15:00:00Z', importance: 'OPTIONAL' }],
        coverageCompetencyRequirements: [{ id: 1, skill: 7, minimumCount: 1, shiftIds: [1] }],
      },
      { callback: 'optional' },
    ).submission!
    const skilled = competencesAsSkills(schedule).schedule
    expect(skilled.shifts[0]).toMatchObject({ spotIndex: 1, importance: 'MANDATORY' })
    expect(skilled.spots[1]!.skills).toEqual([{ id: 7, minLevel: 1 }])
    expect(withOwnSpots(schedule, skilled)).toEqual(schedule)
  })
})
