import { MAX_CANDIDATES, MAX_DEMAND_TIMES, MAX_TEMPLATES } from '../../src/api/limits.ts'
import { date, DAYS, type Document, type Fields, type Growth, instant, LIST, upTo } from './small-document.ts'

const STEP_MIN = 5
const STARTS = 288

function listOf(document: Document, name: 'demands' | 'shiftTemplates'): Fields[] {
  const list = (document[name] ?? []) as Fields[]
  document[name] = list
  return list
}

function template(id: string, lengths: number): Fields {
  return {
    id,
    spots: [1],
    startsFrom: '00:00',
    startsTo: '23:55',
    stepMinutes: STEP_MIN,
    minMinutes: 240,
    maxMinutes: 240 + STEP_MIN * (lengths - 1),
  }
}

/** Everybody is wanted all the time, so that no candidate is left out. */
function wantAlways(document: Document, id: number): void {
  listOf(document, 'demands').push({ id, spot: 1, start: date(0), end: date(DAYS), min: 2, max: 4 })
}

/** What is wanted when, and what may be made for it. */
export const DEMAND_GROWTHS: readonly Growth[] = [
  {
    name: 'candidates of a template',
    limit: MAX_CANDIDATES,
    isProduct: true,
    grow: (document, size) => {
      wantAlways(document, 500_000)
      listOf(document, 'shiftTemplates').push(template('grown', Math.max(1, Math.floor(size / (STARTS * (DAYS + 1))))))
    },
  },
  {
    name: 'templates',
    limit: MAX_TEMPLATES,
    grow: (document, size) => {
      wantAlways(document, 500_001)
      listOf(document, 'shiftTemplates').push(...upTo(size).map((n) => ({ ...template(`t${n}`, 1), startsFrom: '08:00', startsTo: '08:00' })))
    },
  },
  {
    name: 'demands',
    limit: LIST,
    grow: (document, size) => {
      listOf(document, 'demands').push(
        ...upTo(size).map((n) => ({
          id: n + 1,
          spot: 1,
          start: instant(n % DAYS, (7 * n) % 1000),
          end: instant(n % DAYS, 1020 + (n % 400)),
          min: n % 2,
          ideal: 1 + (n % 3),
          weight: 1 + (n % 5),
        })),
      )
      listOf(document, 'shiftTemplates').push(template('demanded', 1))
    },
  },
  {
    name: 'times of demands that repeat',
    limit: MAX_DEMAND_TIMES,
    isProduct: true,
    grow: (document, size) => {
      listOf(document, 'demands').push(
        ...upTo(Math.floor(size / (DAYS + 1))).map((n) => ({
          id: 100_000 + n,
          spot: 1,
          start: date(0),
          end: date(DAYS),
          repeats: { from: '06:00', to: '22:00' },
          min: n % 2,
          max: 1 + (n % 3),
        })),
      )
      listOf(document, 'shiftTemplates').push(template('repeated', 1))
    },
  },
]
