const DAYS = 14
/** A Monday of a year in which nobody runs tests: every other year on a page is that of the run. */
const FIRST_DAY = Date.UTC(2031, 1, 3)
const NAMES = [
  'Anna Andersen',
  'Ben Berg',
  'Cem Can',
  'Christina-Alexandra Vestergaard Nielsen',
  'Dina Dahl',
  'Eva Egede',
  'Finn Frost',
  'Gry Gade',
  'Hans Holm',
  'Ida Iversen',
  'Jo Juul',
  'Åse Ørsted',
]
const TIMES = [
  ['Early', '07:00', '15:00', 0],
  ['Late', '15:00', '23:00', 0],
  ['Night', '23:00', '07:00', 1],
] as const
const [WARD, DIALYSIS] = [1, 2]

/** The date of a day of the ward's two weeks, 0 to 13: `2031-02-03`. */
export function dateOf(day: number): string {
  return new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10)
}

interface WardShift {
  readonly id: number
  readonly name: string
  readonly start: string
  readonly end: string
  readonly employee?: number
  readonly fixed?: boolean
}

/**
 * Two weeks of twelve people: everybody works early, then late, then at night, and has two days off. All of it is given, and what is empty can be worked
 * by nobody, so that no search has a choice. Two wishes are refused, and somebody works a day more in a row than the contract allows.
 */
export function wardSchedule(): { readonly shifts: readonly WardShift[]; readonly [field: string]: unknown } {
  return {
    timeZone: 'UTC',
    skills: [
      { id: 1, name: 'Nurse' },
      { id: 9, name: 'Dialysis' },
    ],
    contracts: [
      {
        id: 'full-time',
        name: 'Full time',
        hoursBetweenShift: 660,
        maxHoursWeek: 2880,
        maxConsecutiveDays: 6,
        minMinutesTotal: 4200,
        maxMinutesTotal: 5400,
      },
      { id: 'five-days', name: 'Five days', hoursBetweenShift: 660, maxHoursWeek: 2880, maxConsecutiveDays: 5 },
    ],
    employees: NAMES.map(personOf),
    spots: [
      { id: WARD, name: 'Medical ward' },
      { id: DIALYSIS, name: 'Dialysis', skills: [9] },
    ],
    fairness: [{ id: 'all', name: 'Shared shifts', of: 'shifts', share: 'EQUAL' }],
    demands: [
      { id: 'day', spot: WARD, start: dateOf(0), end: dateOf(DAYS - 1), repeats: { from: '07:00', to: '15:00' }, min: 3, max: 4 },
      { id: 'evening', spot: WARD, start: dateOf(0), end: dateOf(DAYS - 1), repeats: { from: '15:00', to: '23:00' }, min: 2, ideal: 3 },
    ],
    shifts: [...givenShifts(), ...emptyShifts()],
  }
}

function personOf(name: string, at: number): object {
  const days = (first: number, last: number) => ({ start: dateOf(first), end: dateOf(last) })
  const wishes = [
    ...(at === 0 ? [{ type: 'UNDESIRED', ...days(2, 2) }] : []),
    ...(at === 1 ? [{ type: 'DESIRED', ...days(5, 5) }] : []),
    ...(at === 2 ? [{ type: 'UNDESIRED', ...days(4, 4) }] : []),
  ]
  return {
    id: at + 1,
    name,
    contractId: at === NAMES.length - 1 ? 'five-days' : 'full-time',
    skills: at % 3 === 0 ? [{ id: 1 }] : [],
    ...(wishes.length === 0 ? {} : { wishes }),
    // On days off, which nobody works anyway.
    ...(at === 5 ? { absences: [days(1, 2)] } : {}),
    ...(at === 6 ? { absences: [days(8, 9)] } : {}),
  }
}

function givenShifts(): WardShift[] {
  return NAMES.flatMap((_, person) =>
    Array.from({ length: DAYS }, (_, day) => {
      const time = TIMES[Math.floor(((day + person) % 8) / 2)]
      return time === undefined ? [] : [shiftOf(1 + person * DAYS + day, { day, time, more: { spot: WARD, employee: person + 1, fixed: true } })]
    }).flat(),
  )
}

function emptyShifts(): WardShift[] {
  return [
    shiftOf(901, { day: 3, time: TIMES[0], more: { spot: DIALYSIS } }),
    shiftOf(902, { day: 8, time: TIMES[1], more: { spot: DIALYSIS, importance: 'OPTIONAL' } }),
  ]
}

interface Given {
  readonly day: number
  readonly time: (typeof TIMES)[number]
  readonly more: object
}

function shiftOf(id: number, { day, time: [name, start, end, nextDay], more }: Given): WardShift {
  return { id, name, start: `${dateOf(day)}T${start}:00`, end: `${dateOf(day + nextDay)}T${end}:00`, ...more }
}
