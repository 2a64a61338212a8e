import type { SettingName } from '../../src/model/settings.ts'
import type { Fields } from './draft.ts'

/** Fields that hold an id or ids; `id` itself names an employee, a shift, a skill and so on by the list in which it stands. */
const ID_FIELDS: ReadonlySet<string> = new Set(
  'id from to home spot employee suggestedEmployees dislikedEmployees allowedCollisionSpots employeeId skill shiftIds spotIds departmentId contractId team'.split(
    ' ',
  ),
)

/** Lists of ids, or of objects with one. */
const ID_LISTS: ReadonlySet<string> = new Set('teams skills anySkills preferredSkills employees spots'.split(' '))

/** Texts that sort otherwise than their numbers do. */
export function textOf(id: number): string {
  return `${(id * 7919) % 1000}/${id} é`
}

/** The document with every id as a text. */
export function withTexts(value: unknown, key = ''): unknown {
  const isIds = ID_FIELDS.has(key) || (ID_LISTS.has(key) && Array.isArray(value))
  if (Array.isArray(value)) return value.map((entry) => (isIds && typeof entry === 'number' ? textOf(entry) : withTexts(entry)))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, withTexts(held, name)]))
  return isIds && typeof value === 'number' ? textOf(value) : value
}

type Asked = number | { readonly id: number; readonly minLevel?: number }
type ShiftFields = Fields & { readonly spot: number; readonly skills?: readonly Asked[] }

/** The same with a spot of its own for each spot and list of skills that a shift asks for, which names each skill once. */
export function withOwnSpots(document: Fields): Fields {
  const spots = [...(document['spots'] as (Fields & { id: number; skills: Asked[] })[])]
  const known = new Map<string, number>()
  const shifts = (document['shifts'] as ShiftFields[]).map(({ skills = [], ...shift }) => {
    if (skills.length === 0) return shift
    const key = JSON.stringify([shift.spot, skills])
    const id = known.get(key) ?? 1_000 + known.size
    if (!known.has(key)) {
      const spot = spots.find((each) => each.id === shift.spot)!
      const levels = new Map<number, number>()
      for (const asked of [...spot.skills, ...skills]) {
        const { id: skill, minLevel = 1 } = typeof asked === 'number' ? { id: asked } : asked
        levels.set(skill, Math.max(minLevel, levels.get(skill) ?? 1))
      }
      spots.push({ ...spot, id, skills: [...levels].map(([skill, minLevel]) => ({ id: skill, minLevel })) })
    }
    known.set(key, id)
    return { ...shift, spot: id }
  })
  return { ...document, spots, shifts }
}

/** Rules that do not look at the order of shifts that start together, which spots decide. */
const ORDERLESS: readonly SettingName[] = [
  'assignShift',
  'assignOptionalShift',
  'spotSkills',
  'spotTeams',
  'preferredSkills',
  'unavailable',
  'undesired',
  'desired',
  'oneShiftPerDay',
  'maxMinutesPerDay',
  'maxMinutesPerWeek',
  'evenShiftDistribution',
  'evenNightDistribution',
  'evenWeekendDistribution',
]

/** The document with rules alone to which it does not matter at which of several spots somebody works, and nothing that a spot cannot ask for. */
export function spotless(document: Fields): Fields {
  const spots = (document['spots'] as Fields[]).map((spot) => ({ ...spot, singleEmployeePerWeekPreferred: false }))
  const shifts = (document['shifts'] as Fields[]).map((shift) => ({ ...shift, anySkills: [], allowedCollisionSpots: [] }))
  const settings = Object.fromEntries(ORDERLESS.map((name) => [name, (document['settings'] as Fields)[name] ?? { secondPriorityWeight: 7 }]))
  return { ...document, spots, shifts, settings: { ...settings, others: 'off' }, coverageCompetencyRequirements: [], shiftDependencyRules: [] }
}
