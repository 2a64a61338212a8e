import { MAX_CANDIDATES, MAX_REPEATED_ENTRIES } from '../../src/api/limits.ts'
import {
  date,
  DAYS,
  type Document,
  employee,
  type Fields,
  first,
  type Growth,
  instant,
  LIST,
  owner,
  setting,
  shift,
  shiftsOver,
  tagsOf,
  upTo,
} from './small-document.ts'

const STARTS = 288
const STEP_MIN = 5

const named = (name: string, count: number, from = 0): string[] => upTo(count).map((n) => `${name} ${from + n}`)

/** Rules, wishes and pay that ask for one tag, and for many. */
function askForTags(document: Document, tags: readonly string[]): void {
  const [one, two] = [first(document), owner(document, 1)]
  one.contract.rules.push(
    { kind: 'count', of: 'shifts', tags: tags.slice(0, 5), per: 'week', max: 2, priority: 3 },
    { kind: 'rest', after: [...tags], before: tags.slice(0, 2), minMinutes: 1440, priority: 3 },
  )
  one.wishes.push(...tags.slice(0, 50).map((tag, n) => ({ type: ['UNDESIRED', 'DESIRED'][n % 2], start: date(n % DAYS), end: date(n % DAYS), tag })))
  two.contract.quotas.push({ tag: tags[0], max: 3, per: 'week' })
}

/** Tags that many shifts share, and tags beside tags. */
export const TAG_GROWTHS: readonly Growth[] = [
  {
    name: 'candidates of a template with many tags',
    limit: MAX_CANDIDATES,
    isProduct: true,
    grow: (document, size) => {
      const lengths = Math.max(1, Math.floor(size / (STARTS * (DAYS + 1))))
      const tags = named('made', Math.min(LIST, size))
      document['demands'] = [...((document['demands'] ?? []) as Fields[]), { id: 600_000, spot: 1, start: date(0), end: date(DAYS), min: 2, max: 4 }]
      document['shiftTemplates'] = [
        ...((document['shiftTemplates'] ?? []) as Fields[]),
        {
          id: 'many tags',
          spots: [1],
          tags,
          startsFrom: '00:00',
          startsTo: '23:55',
          stepMinutes: STEP_MIN,
          minMinutes: 240,
          maxMinutes: 240 + STEP_MIN * (lengths - 1),
        },
      ]
      askForTags(document, tags)
    },
  },
  {
    name: 'tags of a shift that repeats',
    limit: LIST,
    grow: (document, size) => {
      const tags = named('again', size)
      document.shifts.push({
        ...shift(600_000, 0),
        start: date(0),
        end: date(DAYS),
        tags,
        repeats: { from: '08:00', to: '16:00' },
      })
      askForTags(document, tags)
    },
  },
  {
    name: 'lists of shifts that repeat',
    limit: MAX_REPEATED_ENTRIES,
    isProduct: true,
    grow: (document, size) => {
      const each = 5_000
      const [tags, spots] = [named('copied', each), upTo(1_000).map((n) => n + 1)]
      for (let n = document.spots.length; n < spots.length; n += 1) document.spots.push({ id: n + 1 })
      const employees = document.employees.map(({ id }) => id)
      for (let n = 0; n < Math.max(1, Math.floor(size / (DAYS + 1) / (each + spots.length + employees.length))); n += 1)
        document.shifts.push({
          id: `copied ${n}`,
          spot: 1,
          start: date(0),
          end: date(DAYS),
          tags: [...tags.slice(1), `copy ${n}`],
          allowedCollisionSpots: spots,
          suggestedEmployees: employees,
          repeats: { from: '09:00', to: '17:00' },
        })
      askForTags(document, tags)
    },
  },
  {
    name: 'tags of seats for a thousand who all work',
    limit: 28_000,
    isProduct: true,
    grow: (document, size) => {
      const people = Math.max(8, Math.floor(size / DAYS))
      for (let n = document.employees.length; n < people; n += 1) document.employees.push(employee(n))
      const employees = document.employees.slice(0, people).map(({ id }) => id)
      const tags = named('seat', Math.min(LIST - 1, size))
      for (let day = 0; day < DAYS; day += 1)
        document.shifts.push({
          id: `tagged ${day}`,
          spot: 1,
          start: instant(day, 420),
          end: instant(day, 900),
          seats: { min: 1, max: people },
          employees,
          fixed: true,
          tags: [...tags.slice(day % 2), `day ${day}`],
        })
      askForTags(document, tags)
    },
  },
  {
    name: 'tags of requirements beside tags of shifts',
    limit: 500_000,
    isProduct: true,
    grow: (document, size) => {
      const each = 500
      const count = Math.max(1, Math.floor(size / each))
      shiftsOver(document, count)
      // What both have comes last, and there is much that only one of them has.
      document.shifts.forEach((one, n) => tagsOf(one).push(...named('theirs', each, n % 50), ...(n % 2 === 0 ? ['both'] : [])))
      const asked = (n: number): string[] => [...named('ours', each / 2, n), ...named('theirs', each / 2, each + 50 + n), 'both']
      first(document).skills.push({ id: 1 })
      const spread = { start: date(0), end: date(DAYS) }
      for (let n = 0; n < count; n += 4) {
        document.coverageCompetencyRequirements.push({ id: 610_000 + n, skill: 1, minimumCount: 1, ...spread, tags: asked(n) })
        document.coverageRequirements.push({ id: 620_000 + n, ...spread, tags: asked(n), min: 1 })
        document.shiftGroups.push({ id: 630_000 + n, tags: asked(n), dates: upTo(DAYS).map(date), mode: 'COUNT', max: 3 })
        document.pairings.push({ id: 640_000 + n, employees: [1 + (n % 4), 5 + (n % 4)], mode: 'APART', tags: asked(n) })
      }
      for (let n = 0; n < Math.min(50, count); n += 1) document.fairness.push({ id: 650_000 + n, of: 'shifts', tags: asked(n) })
      for (const name of ['coverageRequirements', 'shiftGroups', 'pairings', 'fairness']) setting(document, name)
    },
  },
  {
    name: 'rules that count kinds by many tags',
    limit: 1000,
    isProduct: true,
    grow: (document, size) => {
      const each = 500
      document.shifts.forEach((one, n) => {
        Object.assign(one, { employee: 7, fixed: true })
        tagsOf(one).push(...named('kinds', each, n))
      })
      const terms = { kind: 'count', of: 'kinds', per: 'rolling', priority: 3 }
      owner(document, 6).contract.rules.push(
        ...upTo(size).map((n) => ({ ...terms, tags: named('kinds', each, n % 50), days: 1 + (n % 27), max: n % 3, weight: 1 + n })),
      )
    },
  },
]
