/** Skills of the ward. The document knows only the numbers. */
export const SKILLS = { nurse: 1, charge: 2, medication: 3, acute: 4, care: 5, student: 6, management: 7 } as const
export type Skill = keyof typeof SKILLS

/** Teams of the ward; night spots belong to the night team, which rotating nurses join for single weekends. */
export const TEAMS = { medical: 1, acute: 2, night: 3, management: 4 } as const
export type Team = keyof typeof TEAMS

/** `from` (inclusive) and `to` (exclusive) are local dates `YYYY-MM-DD`; absent means always. */
export interface HeldFor<Name> {
  readonly name: Name
  readonly from?: string
  readonly to?: string
}

/** A wish for whole days, from the start of `from` to the start of `to`. */
export interface DayWish {
  readonly type: 'UNAVAILABLE' | 'UNDESIRED' | 'DESIRED'
  readonly from: string
  readonly to: string
  readonly tag?: 'early' | 'day' | 'late' | 'night' | 'weekend'
  readonly weight?: number
}

export interface Person {
  readonly id: number
  readonly name: string
  readonly contract: ContractName
  readonly skills: readonly HeldFor<Skill>[]
  readonly teams: readonly HeldFor<Team>[]
  /** First day of a holiday week of seven days, or null. */
  readonly holiday: string | null
  readonly wishes: readonly DayWish[]
}

const COMMON = { hoursBetweenShift: 660, maxHoursDay: 600, minConsecutiveDays: 2, minConsecutiveDaysOff: 2 } as const
const ROTATING = { weekendWorkFrequency: 2, maxConsecutiveNightShifts: 3 } as const
const NIGHTS = { maxConsecutiveDays: 4, maxConsecutiveDaysOff: 7, weekendWorkFrequency: 2, maxConsecutiveNightShifts: 4 } as const

/** Weekly hours of each contract and the limits that come with them, in minutes and days. The monthly limit follows from the hours. */
export const CONTRACTS = {
  head: { hours: 37, limits: { ...COMMON, maxHoursWeek: 2250, maxConsecutiveDays: 5, maxConsecutiveDaysOff: 5, maxConsecutiveNightShifts: 1 } },
  full: { hours: 37, limits: { ...COMMON, maxHoursWeek: 2700, maxConsecutiveDays: 5, maxConsecutiveDaysOff: 5, ...ROTATING } },
  h32: { hours: 32, limits: { ...COMMON, maxHoursWeek: 2250, maxConsecutiveDays: 5, maxConsecutiveDaysOff: 6, ...ROTATING } },
  h28: { hours: 28, limits: { ...COMMON, maxHoursWeek: 2250, maxConsecutiveDays: 5, maxConsecutiveDaysOff: 6, ...ROTATING } },
  h24: { hours: 24, limits: { ...COMMON, maxHoursWeek: 1800, maxConsecutiveDays: 4, maxConsecutiveDaysOff: 6, ...ROTATING } },
  h20: { hours: 20, limits: { ...COMMON, maxHoursWeek: 1800, maxConsecutiveDays: 4, maxConsecutiveDaysOff: 7, ...ROTATING } },
  night32: { hours: 32, limits: { ...COMMON, maxHoursWeek: 2250, ...NIGHTS } },
  night28: { hours: 28, limits: { ...COMMON, maxHoursWeek: 2250, ...NIGHTS } },
  weekend12: { hours: 12, limits: { hoursBetweenShift: 660, maxHoursDay: 600, maxHoursWeek: 900, maxConsecutiveDays: 2, weekendWorkFrequency: 2 } },
} as const
export type ContractName = keyof typeof CONTRACTS

const february = (day: number): string => `2027-02-${String(day).padStart(2, '0')}`
const dayAfter = (day: number): string => (day === 28 ? '2027-03-01' : february(day + 1))

function away(day: number, until = day): DayWish {
  return { type: 'UNAVAILABLE', from: february(day), to: dayAfter(until) }
}
function never(tag: NonNullable<DayWish['tag']>): DayWish {
  return { type: 'UNAVAILABLE', from: february(1), to: '2027-03-01', tag }
}
function dayOff(day: number, weight = 1, until = day): DayWish {
  return { type: 'UNDESIRED', from: february(day), to: dayAfter(until), weight }
}
function rather(kind: 'no' | 'yes', tag: NonNullable<DayWish['tag']>, day: number, weight = 1): DayWish {
  return { type: kind === 'no' ? 'UNDESIRED' : 'DESIRED', from: february(day), to: dayAfter(day), tag, weight }
}

/** A name alone means held always. */
function held<Name extends string>(...names: readonly (Name | HeldFor<Name>)[]): HeldFor<Name>[] {
  return names.map((name) => (typeof name === 'string' ? { name } : name))
}

/** The weekend, Thursday to Monday morning, on which a rotating nurse belongs to the night team. */
function nightsFrom(from: string, to: string): HeldFor<Team> {
  return { name: 'night', from, to }
}
const NIGHTS_0 = nightsFrom('2027-01-28', february(1))
const NIGHTS_1 = nightsFrom(february(4), february(8))
const NIGHTS_2 = nightsFrom(february(11), february(15))
const NIGHTS_3 = nightsFrom(february(18), february(22))
const NIGHTS_4 = nightsFrom(february(22), '2027-03-01') // the whole week: one of the night staff is on holiday

type Rest = Partial<Pick<Person, 'holiday' | 'wishes'>>
function person(
  id: number,
  name: string,
  contract: ContractName,
  skills: readonly HeldFor<Skill>[],
  teams: readonly HeldFor<Team>[],
  rest: Rest = {},
): Person {
  return { id, name, contract, skills, teams, holiday: rest.holiday ?? null, wishes: rest.wishes ?? [] }
}

const NURSE = held<Skill>('nurse', 'medication')
const CHARGE = held<Skill>('nurse', 'charge', 'medication')
const ACUTE_NURSE = held<Skill>('nurse', 'medication', 'acute')
const ACUTE_CHARGE = held<Skill>('nurse', 'charge', 'medication', 'acute')
/** Nurses of both wards change wards in the middle of the month. */
function wards(first: 'medical' | 'acute', second: 'medical' | 'acute'): HeldFor<Team>[] {
  return [
    { name: first, to: february(15) },
    { name: second, from: february(15) },
  ]
}

const ACTING: HeldFor<'management'> = { name: 'management', from: february(22), to: '2027-03-01' }

const MEDICAL_WARD: readonly Person[] = [
  person(2, 'Birgitte L.', 'full', [...CHARGE, ACTING], held<Team>({ name: 'medical', to: february(22) }, ACTING), {
    wishes: [dayOff(5), rather('no', 'late', 10), rather('yes', 'early', 15)],
  }),
  person(3, 'Mads H.', 'full', CHARGE, held<Team>('medical'), { wishes: [dayOff(12, 2, 14), rather('no', 'late', 3), rather('no', 'late', 17)] }),
  person(4, 'Fatima R.', 'full', CHARGE, held<Team>('medical'), { holiday: february(15), wishes: [rather('no', 'late', 12, 3), dayOff(27)] }),
  person(5, 'Jens-Peter O.', 'full', CHARGE, held<Team>('medical', NIGHTS_1), { wishes: [away(25), rather('yes', 'late', 16), dayOff(24)] }),
  person(6, 'Camilla S.', 'full', NURSE, held<Team>('medical', NIGHTS_2), {
    wishes: [rather('no', 'late', 2), rather('no', 'late', 9), rather('no', 'late', 23), dayOff(20, 2, 21)],
  }),
  person(7, 'Oliver T.', 'full', NURSE, held<Team>('medical', NIGHTS_0, NIGHTS_4), {
    wishes: [dayOff(6, 3, 7), rather('yes', 'late', 11), rather('yes', 'late', 12)],
  }),
  person(8, 'Ida N.', 'h28', held<Skill>('nurse', { name: 'medication', from: february(15) }), held<Team>('medical'), {
    wishes: [away(19), dayOff(20)],
  }),
  person(9, 'Signe V.', 'h32', CHARGE, held<Team>('medical'), {
    wishes: [never('night'), away(4), rather('no', 'late', 18, 2), rather('no', 'late', 25, 2)],
  }),
  person(10, 'Thomas B.', 'h32', NURSE, held<Team>('medical', NIGHTS_3), {
    wishes: [dayOff(13, 2, 14), rather('yes', 'early', 2), away(26)],
  }),
  person(11, 'Lise-Lotte G.', 'h20', CHARGE, held<Team>('medical'), {
    wishes: [rather('no', 'late', 10, 2), rather('no', 'late', 17, 2), rather('yes', 'early', 22)],
  }),
]

const ACUTE_ADMISSIONS: readonly Person[] = [
  person(12, 'Henrik D.', 'full', ACUTE_CHARGE, held<Team>('acute'), {
    wishes: [dayOff(8), rather('no', 'weekend', 20, 2), rather('no', 'weekend', 21, 2)],
  }),
  person(13, 'Nadia C.', 'full', ACUTE_CHARGE, held<Team>('acute'), { wishes: [away(16), rather('no', 'late', 5, 2), rather('no', 'late', 19, 2)] }),
  person(14, 'Rasmus E.', 'full', ACUTE_NURSE, held<Team>('acute', NIGHTS_0, NIGHTS_4), { wishes: [dayOff(10, 1, 11), rather('yes', 'late', 17)] }),
  person(15, 'Sofie J.', 'full', ACUTE_NURSE, held<Team>('acute', NIGHTS_1), { wishes: [dayOff(27, 3, 28), rather('no', 'early', 15)] }),
  person(16, 'Kwame A.', 'full', ACUTE_NURSE, held<Team>('acute', NIGHTS_2, NIGHTS_4), {
    wishes: [away(5, 6), rather('yes', 'early', 24), dayOff(19)],
  }),
  person(17, 'Maja P.', 'h32', ACUTE_CHARGE, held<Team>('acute'), {
    holiday: february(15),
    wishes: [rather('no', 'late', 4), rather('no', 'late', 11), rather('no', 'late', 25)],
  }),
  person(
    18,
    'Emil F.',
    'h32',
    held<Skill>('nurse', 'medication', { name: 'acute', to: '2027-03-01' /* renewed by the course */ }),
    held<Team>('acute', NIGHTS_3),
    { wishes: [dayOff(3), rather('yes', 'late', 9), dayOff(26, 2)] },
  ),
]

const BOTH_WARDS: readonly Person[] = [
  person(19, 'Astrid W.', 'full', ACUTE_CHARGE, wards('medical', 'acute'), { wishes: [dayOff(18, 1, 19), rather('no', 'late', 1)] }),
  person(20, 'Pernille U.', 'full', ACUTE_NURSE, [...wards('acute', 'medical'), NIGHTS_0, NIGHTS_2], {
    wishes: [dayOff(22), rather('yes', 'day', 4), away(9)],
  }),
  person(21, 'Viktor Z.', 'full', ACUTE_NURSE, [...wards('medical', 'acute'), NIGHTS_1, NIGHTS_3], {
    wishes: [rather('no', 'early', 10), rather('yes', 'late', 25), dayOff(14, 2)],
  }),
  person(22, 'Hanne I.', 'h32', ACUTE_CHARGE, wards('acute', 'medical'), {
    wishes: [never('night'), dayOff(11), dayOff(25), rather('no', 'late', 16, 2)],
  }),
]

const ASSISTANTS: readonly Person[] = [
  person(23, 'Dorthe K.', 'full', held<Skill>('care'), held<Team>('medical'), {
    wishes: [rather('yes', 'early', 8), dayOff(17), rather('no', 'late', 26)],
  }),
  person(24, 'Ali M.', 'full', held<Skill>('care'), held<Team>('medical'), { wishes: [dayOff(12), rather('yes', 'late', 4), away(20, 21)] }),
  person(25, 'Susanne R.', 'h32', held<Skill>('care'), held<Team>('medical'), {
    wishes: [rather('no', 'late', 3), rather('no', 'late', 10), rather('no', 'late', 24), dayOff(28, 2)],
  }),
  person(26, 'Bo V.', 'h24', held<Skill>('care'), held<Team>('medical'), { wishes: [away(2), dayOff(19), rather('yes', 'late', 18)] }),
]

const NIGHT_STAFF: readonly Person[] = [
  person(27, 'Yusuf A.', 'night32', ACUTE_NURSE, held<Team>('night'), { wishes: [dayOff(9), rather('yes', 'night', 15)] }),
  person(28, 'Inger B.', 'night32', ACUTE_NURSE, held<Team>('night'), { wishes: [dayOff(12, 2, 14)] }),
  person(29, 'Marek W.', 'night28', ACUTE_NURSE, held<Team>('night'), { wishes: [away(18), rather('yes', 'night', 2)] }),
  person(30, 'Tove H.', 'night28', ACUTE_NURSE, held<Team>('night'), { holiday: february(22), wishes: [dayOff(11)] }),
]

/** Everybody on the two wards, by id. Invented. */
export const STAFF: readonly Person[] = [
  person(1, 'Karen M.', 'head', held<Skill>('management'), held<Team>('management'), { holiday: february(22), wishes: [rather('yes', 'day', 1)] }),
  ...MEDICAL_WARD,
  ...ACUTE_ADMISSIONS,
  ...BOTH_WARDS,
  ...ASSISTANTS,
  ...NIGHT_STAFF,
  person(31, 'Clara Y.', 'weekend12', held<Skill>('student'), held<Team>('medical'), { wishes: [dayOff(13)] }),
  person(32, 'Noah L.', 'weekend12', held<Skill>('student'), held<Team>('medical'), { wishes: [dayOff(21), rather('yes', 'weekend', 6)] }),
]
