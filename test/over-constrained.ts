import { createRandom } from './property/any-schedule.ts'
import { chanceOf, type Chance, type Fields } from './property/draft.ts'

/** The reasons for which the schedules of the corpus cannot be filled. */
export const TROUBLES = ['skill', 'absence', 'rest', 'nights', 'hours', 'days', 'weekends', 'succession', 'workdays', 'shifts'] as const
export type Trouble = (typeof TROUBLES)[number]

const MONDAY = Date.UTC(2027, 1, 1)
const DAY_MS = 86_400_000
const RARE = 7
const KINDS = { early: [7, 15], late: [15, 23], night: [23, 31] } as const
type Kind = keyof typeof KINDS

/** What is over-constrained: the contract and wishes of those with the rare skill, how many they are, and the seats that only they may fill. */
interface Plan {
  readonly holders: number
  /** With the skill, but away while the seats are. */
  readonly absent: number
  readonly contract: Fields
  readonly seats: readonly { readonly day: number; readonly kind: Kind }[]
}

const seatsOn = (count: number, day: number, kind: Kind) => Array.from({ length: count }, () => ({ day, kind }))

/** For each trouble one seat more than the holders of the rare skill can fill. */
const PLANS: Readonly<Record<Trouble, (chance: Chance) => Plan>> = {
  skill: (chance) => {
    const holders = chance.whole(0, 3)
    return { holders, absent: 0, contract: {}, seats: seatsOn(holders + 1, chance.whole(0, 6), 'early') }
  },
  absence: (chance) => {
    const holders = chance.whole(0, 2)
    return { holders, absent: chance.whole(1, 2), contract: {}, seats: seatsOn(holders + 1, chance.whole(1, 5), 'late') }
  },
  rest: (chance) => {
    const holders = chance.whole(1, 3)
    const late = chance.whole(1, holders)
    const day = chance.whole(0, 5)
    return {
      holders,
      absent: 0,
      contract: { hoursBetweenShift: 660 },
      seats: [...seatsOn(late, day, 'late'), ...seatsOn(holders + 1 - late, day + 1, 'early')],
    }
  },
  nights: (chance) => {
    const holders = chance.whole(1, 2)
    const first = chance.whole(0, 3)
    const seats = [0, 1, 2].flatMap((day) => seatsOn(holders, first + day, 'night'))
    return { holders, absent: 0, contract: { maxConsecutiveNightShifts: 2 }, seats }
  },
  hours: (chance) => {
    const holders = chance.whole(1, 2)
    const seats = [0, 2, 4].flatMap((day) => seatsOn(holders, day, 'early'))
    return { holders, absent: 0, contract: { maxHoursWeek: 2 * 480 }, seats }
  },
  days: (chance) => {
    const holders = chance.whole(1, 2)
    const first = chance.whole(0, 3)
    return { holders, absent: 0, contract: { maxConsecutiveDays: 3 }, seats: [0, 1, 2, 3].flatMap((day) => seatsOn(holders, first + day, 'early')) }
  },
  weekends: (chance) => {
    const holders = chance.whole(1, 3)
    return { holders, absent: 0, contract: { maxWeekends: 1 }, seats: [...seatsOn(holders, 5, 'early'), ...seatsOn(1, 12, 'early')] }
  },
  succession: (chance) => {
    const holders = chance.whole(1, 2)
    const day = chance.whole(0, 4)
    const rule = { kind: 'succession', after: ['late'], forbidden: ['early'], nextDay: true }
    return { holders, absent: 0, contract: { rules: [rule] }, seats: [...seatsOn(holders, day, 'late'), ...seatsOn(1, day + 1, 'early')] }
  },
  workdays: (chance) => {
    const holders = chance.whole(1, 2)
    return { holders, absent: 0, contract: { maxWorkDaysMonth: 2 }, seats: [1, 4, 8].flatMap((day) => seatsOn(holders, day, 'early')) }
  },
  shifts: (chance) => {
    const holders = chance.whole(1, 2)
    const rule = { kind: 'count', of: 'shifts', tags: ['late'], per: 'horizon', max: 1 }
    return { holders, absent: 0, contract: { rules: [rule] }, seats: [...seatsOn(holders, 2, 'late'), ...seatsOn(1, 9, 'late')] }
  },
}

/**
 * A small ward of two weeks that cannot be filled: a few hold a rare skill, and one seat more asks for it than they can fill under their contracts; beside
 * them others with seats of their own, which the holders may fill too. The same seed gives the same schedule; the trouble follows from it.
 */
export function overConstrained(seed: number): { readonly trouble: Trouble; readonly document: Fields } {
  const chance = chanceOf(createRandom(seed))
  const trouble = TROUBLES[seed % TROUBLES.length]!
  const plan = PLANS[trouble](chance)
  const others = chance.whole(1, 4)
  const people = [
    ...Array.from({ length: plan.holders }, () => ({ skills: [{ id: 1 }, { id: RARE }], contract: plan.contract })),
    ...Array.from({ length: plan.absent }, () => ({ skills: [{ id: 1 }, { id: RARE }], contract: plan.contract, wishes: awayFor(plan) })),
    ...Array.from({ length: others }, () => ({ skills: [{ id: 1 }], contract: chance.is(0.5) ? plan.contract : {} })),
  ]
  const plain = Array.from({ length: chance.whole(1, 10) }, () => ({
    day: chance.whole(0, 13),
    kind: chance.one(['early', 'late', 'night'] as const),
  }))
  const seats = [...plan.seats.map((seat) => ({ ...seat, spot: 2 })), ...oneEach(plain, others).map((seat) => ({ ...seat, spot: 1 }))]
  return {
    trouble,
    document: {
      spots: [
        { id: 1, name: 'Ward', skills: [1] },
        { id: 2, name: 'Theatre', skills: [RARE] },
      ],
      employees: people.map((person, i) => ({ id: i + 1, name: `Nurse ${String.fromCharCode(65 + i)}`, ...person })),
      shifts: seats.map(({ day, kind, spot }, i) => shiftOf(100 + i, day, kind, spot)),
      settings: {},
      termination: { maxSeconds: 1, seed: 1 },
    },
  }
}

/** Seats of the ward as far as those without the rare skill could be one each day, so that the trouble stays with the holders. */
function oneEach<Seat extends { readonly day: number }>(seats: readonly Seat[], others: number): Seat[] {
  const days = new Map<number, number>()
  return seats.filter(({ day }) => {
    const near = Math.floor(day / 3)
    days.set(near, (days.get(near) ?? 0) + 1)
    return days.get(near)! <= Math.max(1, others - 2)
  })
}

function awayFor({ seats }: Plan): Fields[] {
  const days = seats.map(({ day }) => day)
  return [{ type: 'UNAVAILABLE', start: momentOf(Math.min(...days), 0), end: momentOf(Math.max(...days) + 2, 0) }]
}

function shiftOf(id: number, day: number, kind: Kind, spot: number): Fields {
  const [start, end] = KINDS[kind]
  const name = `${kind[0]!.toUpperCase()}${kind.slice(1)}`
  return { id, name, spot, start: momentOf(day, start), end: momentOf(day, end), importance: 'MANDATORY', tags: [kind] }
}

function momentOf(day: number, hour: number): string {
  return new Date(MONDAY + day * DAY_MS + hour * 3_600_000).toISOString()
}
