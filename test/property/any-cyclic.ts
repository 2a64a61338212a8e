import { readSubmission } from '../../src/api/read-schedule.ts'
import type { Random } from '../../src/engine/random.ts'
import { isJsonObject } from '../../src/api/fields.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { randomDocument } from './any-schedule.ts'
import type { Chance, Fields } from './draft.ts'

/** A document with a cyclic horizon, and the schedule that is read of it. */
interface CyclicCase {
  readonly document: Fields
  readonly schedule: Schedule
}

const MOST_TRIES = 60
const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

/** A random document made cyclic: what the reader says cannot go round is left out, as its hints say. Null where no such schedule is left. */
export function randomCyclic(random: Random): CyclicCase | null {
  return cyclicOf(randomDocument(() => random.unit(), { rules: 'all' }))
}

/** A document made cyclic, as above. */
export function cyclicOf(drawn: Fields): CyclicCase | null {
  const document = structuredClone({ ...drawn, horizon: 'CYCLIC' }) as Record<string, unknown>
  document['shifts'] = (document['shifts'] as { historic?: boolean }[]).filter(({ historic }) => historic !== true)
  let weekStart = 0
  let last: readonly unknown[] = []
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { submission, errors } = readSubmission(document, { callback: 'optional' })
    if (submission !== null) return { document, schedule: submission.schedule }
    last = errors
    for (const { pointer, code } of errors.toReversed()) {
      if (pointer === '/horizon') {
        if (code !== 'cyclic-weeks-unclear' || weekStart === DAYS.length) return null
        const weekend = [DAYS[(weekStart + 5) % DAYS.length], DAYS[(weekStart + 6) % DAYS.length]]
        document['calendar'] = { ...(document['calendar'] as Fields), weekStartsOn: DAYS[weekStart], weekend }
        weekStart += 1
        break
      }
      if (pointer === '/shifts') return null
      if (pointer.startsWith('/rotations/')) {
        const rotation = at(document, pointer.split('/').slice(1, -1)) as Record<string, unknown>
        rotation['weeks'] = (rotation['weeks'] as unknown[]).slice(0, 1)
        continue
      }
      if (pointer.endsWith('/inKWeeks')) {
        const contract = at(document, pointer.split('/').slice(1, -1)) as Record<string, unknown>
        contract['inKWeeks'] = 1
        continue
      }
      remove(document, pointer.split('/').slice(1))
    }
  }
  throw new Error(`the reader goes on refusing: ${JSON.stringify(last)}`)
}

/** Takes out what a pointer names; what is in a rule or a period takes all of it along. */
function remove(document: Record<string, unknown>, path: readonly string[]): void {
  const whole = path.findIndex((step, at) => ['rules', 'quotas', 'periods', 'payRules', 'budgets', 'fairness'].includes(step) && at + 1 < path.length)
  const steps = whole < 0 ? path : path.slice(0, whole + 2)
  const holder = at(document, steps.slice(0, -1))
  if (Array.isArray(holder)) holder.splice(Number(steps.at(-1)), 1)
  else if (isJsonObject(holder)) delete (holder as Record<string, unknown>)[steps.at(-1)!]
}

function at(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, step) => (isJsonObject(found) ? found[step] : (found as unknown[] | undefined)?.[Number(step)]), document)
}

const LETTERS = {
  D: { hours: ['07:00', 480], tags: ['day'] },
  L: { hours: ['14:00', 480], tags: ['late'] },
  N: { hours: ['23:00', 480], tags: ['night'] },
} as const
/** A Monday. */
const FIRST_DAY = Date.UTC(2026, 2, 2)
const MS_PER_DAY = 86_400_000

/** What a rota asks of contracts, each with limits that a few shifts can break. */
function rotaContract(chance: Chance, weeks: number): Fields {
  const limits: Fields = {
    hoursBetweenShift: chance.one([660, 1440]),
    maxConsecutiveDays: chance.whole(3, 4),
    minConsecutiveDays: chance.whole(2, 3),
    minConsecutiveDaysOff: chance.whole(2, 3),
    maxConsecutiveDaysOff: chance.whole(3, 4),
    maxConsecutiveNightShifts: chance.whole(1, 2),
    maxConsecutiveLateShifts: chance.whole(1, 2),
    minWeeklyRestHours: chance.one([35, 48, 72]),
    maxHoursWeek: chance.one([960, 1440]),
    completeWeekends: true,
    ...(weeks > 1 ? { weekendWorkFrequency: 2, maxNhours: 1440, minNhours: chance.one([960, 1440]), inKWeeks: 2 } : {}),
  }
  const rules: Fields[] = [
    { kind: 'count', of: 'days', per: 'rolling', days: chance.whole(2, 7), max: chance.whole(1, 2), min: 1 },
    { kind: 'count', of: 'minutes', per: 'rolling', hours: 72, max: 960 },
    { kind: 'run', of: chance.one(['days', 'daysOff']), tags: ['late'], min: 2, max: 3 },
    { kind: 'run', of: 'weekends', max: 1 },
    { kind: 'succession', after: ['night', 'late'], forbidden: ['day'], nextDay: true },
    { kind: 'succession', after: ['night'], required: ['night', 'late'], nextDay: true },
    { kind: 'pattern', pattern: 'o W o', where: { o: { off: true }, W: {} }, per: 'week', max: 0 },
    { kind: 'pattern', pattern: '(N|L) D', where: { N: { tags: ['night'] }, L: { tags: ['late'] }, D: { tags: ['day'] } }, per: 'horizon', max: 0 },
    { kind: 'rest', after: ['night'], minMinutes: 2880 },
    { kind: 'rest', afterRun: { tags: ['night'], min: 2 }, minMinutes: 2520 },
    { kind: 'rest', inMinutes: 7200, minMinutes: 2160 },
    { kind: 'span', maxMinutes: 600 },
  ]
  const named = Object.fromEntries(chance.some(Object.entries(limits), 0.35))
  if (named['inKWeeks'] === undefined) {
    delete named['maxNhours']
    delete named['minNhours']
  } else if (named['maxNhours'] === undefined && named['minNhours'] === undefined) delete named['inKWeeks']
  return { ...named, rules: chance.some(rules, 0.25) }
}

/** A rota of some weeks: one line of letters for each seat, `.` = no shift; and contracts of those who work it. */
export interface Rota {
  readonly seats: readonly string[]
  readonly contracts: readonly Fields[]
}

/** A rota with shifts on the first and the last days more often than between. */
export function randomRota(chance: Chance, { weeks, people, share }: { weeks: number; people: number; share: number }): Rota {
  const days = 7 * weeks
  const letters = chance.one([
    ['D', 'L', 'N', 'N'],
    ['D', 'L', 'L', 'N'],
  ])
  const letter = (day: number): string => (chance.is(day < 2 || day >= days - 2 ? Math.min(1, 2 * share) : share) ? chance.one(letters) : '.')
  return {
    seats: Array.from({ length: chance.whole(1, 2) }, () => Array.from({ length: days }, (_, day) => letter(day)).join('')),
    contracts: Array.from({ length: people }, () => rotaContract(chance, weeks)),
  }
}

/** The schedule of a rota; its shifts stand in order of seats and days. Null of one that has fewer weeks than it is meant to have, and is refused for it. */
export function scheduleOfRota({ seats, contracts }: Rota): Schedule | null {
  const shifts = seats.flatMap((line, seat) =>
    [...line].flatMap((letter, day) => {
      if (letter === '.') return []
      const { hours, tags } = LETTERS[letter as keyof typeof LETTERS]
      const start = FIRST_DAY + day * MS_PER_DAY + Date.parse(`1970-01-01T${hours[0]}:00Z`)
      const end = start + hours[1] * 60_000
      return [{ id: 100 * seat + day, spot: 1, start: new Date(start).toISOString(), end: new Date(end).toISOString(), tags }]
    }),
  )
  const document = {
    horizon: 'CYCLIC',
    timeZone: 'UTC',
    spots: [{ id: 1 }],
    employees: contracts.map((contract, index) => ({ id: index + 1, contract })),
    shifts,
    settings: { contractRules: { secondPriorityWeight: 3 }, assignShift: { secondPriorityWeight: 2 } },
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (errors.some(({ code }) => !['cyclic-weeks-unclear', 'cyclic-window-too-long', 'no-shift-to-plan'].includes(code)))
    throw new Error(JSON.stringify(errors))
  return submission?.schedule ?? null
}
