import { FAIR_OF, FAIR_SHARES, QUOTA_PERIODS } from '../model/schedule.ts'
import type { Employee, Fairness } from '../model/schedule.ts'
import type { Identifier } from '../model/units.ts'
import { choiceOf, integerOf, objectsOf, requiredChoice, shapeOf, shown, textOf, textsOf } from './fields.ts'
import type { Place } from './fields.ts'
import { checkTwins, claimId, hintForUnknownId, idsOf, requiredId } from './identifiers.ts'
import { MAX_FAIRNESS, RANGES } from './limits.ts'
import { readOwnWeights, readPeriod } from './read-contract.ts'
import { readWeekdays } from './read-weekdays.ts'
import { checkEmployee, checkSpot, checkTag } from './reading.ts'
import type { Reading } from './reading.ts'
import { Fairness as FairnessSchema } from './schemas/requirements.ts'

const FAIRNESS = shapeOf('a fairness rule', FairnessSchema)

/** Reads `fairness`, and holds what histories say of it against its ids. */
export function readFairness(document: Place, reading: Reading, employees: readonly Employee[]): Fairness[] {
  const seen = new Map<Identifier, number>()
  const rules = objectsOf(document, 'fairness', FAIRNESS, MAX_FAIRNESS).map((place, index): Fairness => {
    const id = requiredId(place, 'id')
    claimId(place, id, seen, index)
    const per = choiceOf(place, 'per', QUOTA_PERIODS) ?? 'horizon'
    const of = requiredChoice(place, 'of', FAIR_OF)
    const spots = idsOf(place, 'spots', (spot, pointer) => checkSpot(reading, pointer, spot))
    if (of === 'refusedWishes' && spots.length > 0) {
      const detail = 'A wish belongs to no spot, so refused wishes are not shared by spot.'
      reading.issues.error(place.pointer, 'fairness-unclear', detail, 'Leave spots out, or name the tags of the wishes.')
    }
    return {
      id,
      name: textOf(place, 'name'),
      of,
      tags: readTags(place, reading),
      weekdays: readWeekdays(place),
      spotIndexes: of === 'refusedWishes' ? [] : [...new Set(spots)].map((spot) => reading.spots.get(spot)!),
      employeeIndexes: readSharers(place, reading, employees),
      per,
      period: readPeriod(place, per, reading),
      share: choiceOf(place, 'share', FAIR_SHARES) ?? 'CONTRACT',
      weight: integerOf(place, 'weight', RANGES.weight) ?? 1,
      weights: readOwnWeights(place),
    }
  })
  checkTwins(reading.issues, 'fairness rule', seen, (id) => `/fairness/${seen.get(id)}/id`)
  checkCarries(reading, employees, seen)
  return rules
}

function readTags(place: Place, reading: Reading): readonly string[] {
  const tags = textsOf(place, 'tags')
  for (const [index, tag] of tags.entries()) checkTag(reading, `${place.pointer}/tags/${index}`, tag)
  return tags
}

/** Those among whom it is shared, in order: the employees that are named, those in one of the teams at some time, or all. */
function readSharers(place: Place, reading: Reading, employees: readonly Employee[]): readonly number[] {
  const isNamed = (key: string): boolean => (place.fields[key] ?? null) !== null
  if (isNamed('employees') && isNamed('teams')) {
    const detail = 'Both employees and teams are given.'
    reading.issues.error(place.pointer, 'fairness-unclear', detail, 'Name either the employees or their teams.')
  }
  const everybody = [...employees.keys()]
  const teams = new Set(idsOf(place, 'teams'))
  if (teams.size > 0) return everybody.filter((index) => employees[index]!.teams.some(({ id }) => teams.has(id)))
  const named = idsOf(place, 'employees', (id, pointer) => checkEmployee(reading, pointer, id))
  if (named.length === 0) return everybody
  return [...new Set(named.map((id) => reading.employees.get(id)!))].toSorted((a, b) => a - b)
}

/** Warns of what histories carry over of rules that are not there. */
function checkCarries(reading: Reading, employees: readonly Employee[], rules: ReadonlyMap<Identifier, number>): void {
  for (const [index, { history }] of employees.entries()) {
    for (const [at, id] of [...(history?.carry?.keys() ?? [])].entries()) {
      if (rules.has(id)) continue
      reading.issues.warn(
        `/employees/${index}/history/fairness/${at}/id`,
        'fairness-unknown',
        `No entry of fairness has the id ${shown(id)}, so its carry counts for nothing.`,
        hintForUnknownId(rules, id, 'Add the rule, or leave the entry out.'),
      )
    }
  }
}
