/** Size of the schedule. */
export interface LargeSize {
  readonly employees: number
  readonly days: number
}

const WARD_SIZE = 30
const KINDS = [
  { name: 'Early', tag: 'early', from: '07:00', until: '15:00', nights: 0 },
  { name: 'Late', tag: 'late', from: '15:00', until: '23:00', nights: 0 },
  { name: 'Night', tag: 'night', from: '23:00', until: '07:00', nights: 1 },
] as const
const COLOURS = { early: '#f2c14e', late: '#e07a3f', night: '#3d405b' } as const

/**
 * A schedule of wards of 30 employees, of whom 18 work on every day (6 early, 6 late, 6 at night), with a wish for everybody in every week. It comes solved: all
 * shifts but one in fifty are fixed, so that a search has next to nothing to do. Repeatable.
 */
export function largeSchedule({ employees, days }: LargeSize, callbackUrl: string): object {
  const wards = Math.ceil(employees / WARD_SIZE)
  const dates = Array.from({ length: days + 1 }, (_, day) => new Date(Date.UTC(2027, 2, 1 + day)).toISOString().slice(0, 10))
  const shifts = dates
    .slice(0, days)
    .flatMap((date, day) => Array.from({ length: wards }, (_, ward) => shiftsOf({ ward, day, date, tomorrow: dates[day + 1]! }, employees)).flat())
  return {
    callbackUrl,
    timeZone: 'UTC',
    employees: Array.from({ length: employees }, (_, at) => ({
      id: at + 1,
      name: `Employee ${at + 1}`,
      teams: [{ id: Math.floor(at / WARD_SIZE) + 1 }],
      contract: { maxHoursMonth: 12_000, minHoursMonth: 8000 },
      wishes: Array.from({ length: Math.ceil(days / 7) }, (_, week) => wishOf(at, dates[Math.min(days - 1, 7 * week + (at % 7))]!)),
    })),
    spots: Array.from({ length: wards }, (_, ward) => ({ id: ward + 1, name: `Ward ${ward + 1}`, teams: [ward + 1] })),
    shifts: shifts.map((shift, at) => (at % 50 === 49 ? { ...shift, id: at + 1 } : { ...shift, id: at + 1, fixed: true })),
    shiftTags: KINDS.map(({ tag }, at) => ({ id: at + 1, tag, category: 'time of day', color: COLOURS[tag], active: true })),
    // One rule is enough to be told something of every row.
    settings: { minRestBetweenShifts: { firstPriorityWeight: 0 }, evenNightDistribution: { thirdPriorityWeight: 1 } },
    termination: { maxSeconds: 2 },
  }
}

interface WardDay {
  readonly ward: number
  readonly day: number
  readonly date: string
  readonly tomorrow: string
}

function shiftsOf({ ward, day, date, tomorrow }: WardDay, employees: number): readonly object[] {
  const first = ward * WARD_SIZE
  const size = Math.min(WARD_SIZE, employees - first)
  return Array.from({ length: 18 }, (_, seat) => {
    const { name, tag, from, until, nights } = KINDS[Math.floor(seat / 6)]!
    return {
      name,
      spot: ward + 1,
      start: `${date}T${from}:00Z`,
      end: `${nights === 0 ? date : tomorrow}T${until}:00Z`,
      breakMinutes: 30,
      tags: [tag],
      employee: first + ((seat + 2 * day) % size) + 1,
    }
  })
}

function wishOf(employee: number, date: string): object {
  return { type: (['UNAVAILABLE', 'UNDESIRED', 'DESIRED'] as const)[employee % 3], start: date, end: date }
}
