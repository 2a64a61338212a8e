import { writeFileSync } from 'node:fs'
import { createOffsetReader, dateOfEpochDay, epochDayOf } from '../src/model/calendar.ts'
import { exampleText } from './example-text.ts'
import { LAST_WEEK } from './hospital-month-last-week.ts'
import { CONTRACTS, type HeldFor, type Person, SKILLS, type Skill, STAFF, TEAMS, type Team } from './hospital-month-staff.ts'

const TIME_ZONE = 'Europe/Copenhagen'
const HISTORY_FROM = '2027-01-25' // Monday, a week before
const HORIZON_FROM = '2027-02-01' // Monday: February 2027 is exactly four weeks
const HORIZON_TO = '2027-03-01' // exclusive
const NORM_WEEKS = 4
/** The monthly limit is four weeks of the contract's hours and these two more. */
const MONTH_TOLERANCE_MIN = 120

const KINDS = {
  early: { name: 'Early', from: '07:00', to: '15:00' },
  day: { name: 'Day', from: '08:00', to: '16:00' },
  late: { name: 'Late', from: '15:00', to: '23:00' },
  night: { name: 'Night', from: '23:00', to: '07:00' },
} as const
type Kind = keyof typeof KINDS

/** Two letters name a seat in the roster of the last week: the kind's first letter, then the spot's. */
const SPOTS = [
  { id: 1, letter: 'C', name: 'Medical ward – charge nurse', teams: ['medical'], skills: ['nurse', 'charge'] },
  { id: 2, letter: 'D', name: 'Medical ward – medication', teams: ['medical'], skills: ['nurse', 'medication'] },
  { id: 3, letter: 'M', name: 'Medical ward – nurse', teams: ['medical'], skills: ['nurse'] },
  { id: 4, letter: 'A', name: 'Medical ward – care assistant', teams: ['medical'], skills: ['care'] },
  { id: 5, letter: 'S', name: 'Medical ward – student', teams: ['medical'], skills: ['student'] },
  { id: 6, letter: 'N', name: 'Medical ward – night nurse', teams: ['night'], skills: ['nurse', 'medication'] },
  { id: 7, letter: 'Q', name: 'Acute admissions – charge nurse', teams: ['acute'], skills: ['nurse', 'charge', 'acute'] },
  { id: 8, letter: 'U', name: 'Acute admissions – nurse', teams: ['acute'], skills: ['nurse', 'acute'] },
  { id: 9, letter: 'X', name: 'Acute admissions – night nurse', teams: ['night'], skills: ['nurse', 'acute'] },
  { id: 10, letter: 'F', name: 'Both wards – night float', teams: ['night'], skills: ['nurse'] },
  { id: 11, letter: 'H', name: 'Ward management', teams: ['management'], skills: ['management'] },
  { id: 12, letter: 'K', name: 'Courses and introduction', teams: [], skills: [] },
] as const satisfies readonly { id: number; letter: string; name: string; teams: readonly Team[]; skills: readonly Skill[] }[]
type SpotLetter = (typeof SPOTS)[number]['letter']

const WORKDAYS = [0, 1, 2, 3, 4]
const BUSY_DAYS = [0, 1, 2, 3]
const WEEKEND = [5, 6]
const ALL_DAYS = [...WORKDAYS, ...WEEKEND]

/** Who is needed when: `seats` on each of these weekdays (0 = Monday). */
const DEMAND: readonly { kind: Kind; spot: SpotLetter; weekdays: readonly number[]; seats: number; optional?: true }[] = [
  { kind: 'early', spot: 'C', weekdays: ALL_DAYS, seats: 1 },
  { kind: 'early', spot: 'D', weekdays: ALL_DAYS, seats: 1 },
  { kind: 'early', spot: 'M', weekdays: BUSY_DAYS, seats: 2 },
  { kind: 'early', spot: 'M', weekdays: [4], seats: 1 },
  { kind: 'early', spot: 'M', weekdays: [4], seats: 1, optional: true },
  { kind: 'early', spot: 'M', weekdays: WEEKEND, seats: 1 },
  { kind: 'early', spot: 'A', weekdays: BUSY_DAYS, seats: 2 },
  { kind: 'early', spot: 'A', weekdays: [4], seats: 1 },
  { kind: 'early', spot: 'S', weekdays: WEEKEND, seats: 1 },
  { kind: 'early', spot: 'Q', weekdays: WORKDAYS, seats: 1 },
  { kind: 'early', spot: 'U', weekdays: ALL_DAYS, seats: 2 },
  { kind: 'day', spot: 'H', weekdays: WORKDAYS, seats: 1 },
  { kind: 'day', spot: 'M', weekdays: BUSY_DAYS, seats: 1 },
  { kind: 'day', spot: 'M', weekdays: [0, 4], seats: 1, optional: true },
  { kind: 'day', spot: 'U', weekdays: BUSY_DAYS, seats: 1 },
  { kind: 'late', spot: 'D', weekdays: ALL_DAYS, seats: 1 },
  { kind: 'late', spot: 'M', weekdays: ALL_DAYS, seats: 1 },
  { kind: 'late', spot: 'A', weekdays: ALL_DAYS, seats: 1 },
  { kind: 'late', spot: 'S', weekdays: WEEKEND, seats: 1, optional: true },
  { kind: 'late', spot: 'U', weekdays: WORKDAYS, seats: 2 },
  { kind: 'late', spot: 'U', weekdays: WEEKEND, seats: 1 },
  { kind: 'late', spot: 'U', weekdays: [4, 5], seats: 1, optional: true },
  { kind: 'night', spot: 'N', weekdays: ALL_DAYS, seats: 1 },
  { kind: 'night', spot: 'X', weekdays: ALL_DAYS, seats: 1 },
  { kind: 'night', spot: 'F', weekdays: ALL_DAYS, seats: 1 },
]

/** Decided before the month is planned: seats that are spoken for. */
const AGREED: readonly { date: string; kind: Kind; spot: SpotLetter; employee: number }[] = [
  { date: '2027-02-02', kind: 'day', spot: 'H', employee: 1 }, // leadership meetings, every Tuesday
  { date: '2027-02-09', kind: 'day', spot: 'H', employee: 1 },
  { date: '2027-02-16', kind: 'day', spot: 'H', employee: 1 },
  { date: '2027-02-23', kind: 'day', spot: 'H', employee: 2 }, // the deputy, during the holiday
  { date: '2027-02-08', kind: 'early', spot: 'C', employee: 3 }, // accreditation visit
  { date: '2027-02-08', kind: 'early', spot: 'Q', employee: 13 },
]

/** Courses and introduction days: shifts that exist for one person. */
const COURSES: readonly { name: string; date: string; from: string; to: string; employees: readonly number[] }[] = [
  { name: 'Introduction', date: '2027-02-01', from: '08:00', to: '16:00', employees: [8] },
  { name: 'Introduction', date: '2027-02-02', from: '08:00', to: '16:00', employees: [8] },
  { name: 'Advanced life support', date: '2027-02-10', from: '08:00', to: '15:30', employees: [6, 13, 16] },
  { name: 'Medication course', date: '2027-02-11', from: '08:00', to: '15:30', employees: [8] },
  { name: 'Medication course', date: '2027-02-12', from: '08:00', to: '15:30', employees: [8] },
  { name: 'Renewal of the acute-care certificate', date: '2027-02-24', from: '08:00', to: '15:30', employees: [18] },
]

const SHIFT_TAGS = [
  { id: 1, tag: 'early', category: 'time of day', description: 'Starts at 07:00', color: '#f2c14e', active: true },
  { id: 2, tag: 'day', category: 'time of day', description: 'Starts at 08:00', color: '#7fb069', active: true },
  { id: 3, tag: 'late', category: 'time of day', description: 'Starts at 15:00', color: '#e07a3f', active: true },
  { id: 4, tag: 'night', category: 'time of day', description: 'Starts at 23:00', color: '#3d405b', active: true },
  { id: 5, tag: 'weekend', category: 'calendar', description: 'Starts on a Saturday or Sunday', color: '#9a8fb5', active: true },
  { id: 6, tag: 'course', category: 'purpose', description: 'Course or introduction, away from the wards', color: '#5fa8d3', active: true },
]


interface WrittenShift {
  id: number
  name: string
  spot: number
  start: string
  end: string
  breakMinutes: number
  importance: 'MANDATORY' | 'OPTIONAL'
  fixed: boolean
  historic: boolean
  employee: number | null
  tags: string[]
}

const offsetAt = createOffsetReader(TIME_ZONE)

/** `2027-02-01T07:00:00+01:00`: a wall clock time of the ward with its offset. */
function localTime(date: string, time: string): string {
  const wallMin = Date.parse(`${date}T${time}:00Z`) / 60_000
  // No shift of the ward starts or ends within a clock change, so the offset an hour east of UTC is read at is good enough.
  const offset = offsetAt(wallMin - 60)
  const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0')
  const minutes = String(Math.abs(offset) % 60).padStart(2, '0')
  return `${date}T${time}:00${offset < 0 ? '-' : '+'}${hours}:${minutes}`
}

function plusDays(date: string, days: number): string {
  return dateOfEpochDay(epochDayOf(date) + days)
}

function weekdayOf(date: string): number {
  return (epochDayOf(date) + 3) % 7
}

function spotOf(letter: string): number {
  return SPOTS.find((spot) => spot.letter === letter)!.id
}

function tagsOf(date: string, tag: string): string[] {
  return weekdayOf(date) >= 5 ? [tag, 'weekend'] : [tag]
}

/** Every seat of the demand on one day, in the order of the demand; numbered later. */
function seatsOn(date: string, historic: boolean): WrittenShift[] {
  const shifts: WrittenShift[] = []
  for (const { kind, spot, weekdays, seats, optional } of DEMAND) {
    if (!weekdays.includes(weekdayOf(date)) || (historic && optional)) continue
    const { name, from, to } = KINDS[kind]
    const endDate = to < from ? plusDays(date, 1) : date
    for (let seat = 0; seat < seats; seat += 1) {
      shifts.push({
        id: 0,
        name,
        spot: spotOf(spot),
        start: localTime(date, from),
        end: localTime(endDate, to),
        breakMinutes: 30,
        importance: optional ? 'OPTIONAL' : 'MANDATORY',
        fixed: false,
        historic,
        employee: null,
        tags: tagsOf(date, kind),
      })
    }
  }
  return shifts
}

/** Puts the people of the last week on its seats. A seat of the table that the demand does not have, or the other way round, stops it. */
function assignLastWeek(shifts: WrittenShift[], day: number): void {
  for (const [employee, line] of Object.entries(LAST_WEEK)) {
    const seat = line.split(' ')[day]!
    if (seat === '--') continue
    const shift = shifts.find((s) => s.employee === null && s.tags[0]!.startsWith(seat[0]!) && s.spot === spotOf(seat[1]!))
    if (shift === undefined) throw new Error(`The demand has no seat ${seat} for employee ${employee} on day ${day} of the last week.`)
    shift.employee = Number(employee)
  }
  if (shifts.some((shift) => shift.employee === null)) throw new Error(`A seat on day ${day} of the last week is empty.`)
}

function assignAgreed(shifts: WrittenShift[], date: string): void {
  for (const agreed of AGREED.filter((a) => a.date === date)) {
    const shift = shifts.find((s) => s.employee === null && s.tags[0] === agreed.kind && s.spot === spotOf(agreed.spot))!
    shift.employee = agreed.employee
    shift.fixed = true
  }
}

function coursesOn(date: string): WrittenShift[] {
  return COURSES.filter((course) => course.date === date).flatMap(({ name, from, to, employees }) =>
    employees.map((employee) => ({
      id: 0,
      name,
      spot: spotOf('K'),
      start: localTime(date, from),
      end: localTime(date, to),
      breakMinutes: 30,
      importance: 'MANDATORY' as const,
      fixed: true,
      historic: false,
      employee,
      tags: tagsOf(date, 'course'),
    })),
  )
}

function makeShifts(): WrittenShift[] {
  const shifts: WrittenShift[] = []
  for (let date = HISTORY_FROM; date < HORIZON_FROM; date = plusDays(date, 1)) {
    const seats = seatsOn(date, true)
    assignLastWeek(seats, weekdayOf(date))
    shifts.push(...seats)
  }
  for (let date = HORIZON_FROM; date < HORIZON_TO; date = plusDays(date, 1)) {
    const seats = seatsOn(date, false)
    assignAgreed(seats, date)
    shifts.push(...seats, ...coursesOn(date))
  }
  return shifts.map((shift, i) => ({ ...shift, id: i + 1 }))
}

function makeEmployee({ id, name, contract, skills, teams, holiday, wishes }: Person): object {
  const { hours, limits } = CONTRACTS[contract]
  // A holiday week counts as worked: the month has a week less to fill, and a longer rest is no fault of the roster.
  const weeks = NORM_WEEKS - (holiday === null ? 0 : 1)
  const holidayWish = holiday === null ? [] : [{ type: 'UNAVAILABLE', from: holiday, to: plusDays(holiday, 7) } as const]
  return {
    id,
    name,
    skills: skills.map((skill) => writeHeld(SKILLS[skill.name], skill)),
    teams: teams.map((team) => writeHeld(TEAMS[team.name], team)),
    contract: { ...limits, maxHoursMonth: weeks * hours * 60 + MONTH_TOLERANCE_MIN, ...(holiday === null ? {} : { maxConsecutiveDaysOff: 11 }) },
    wishes: [...holidayWish, ...wishes].map(({ type, from, to, ...rest }) => ({
      type,
      start: localTime(from, '00:00'),
      end: localTime(to, '00:00'),
      ...rest,
    })),
  }
}

/** The night team is joined and left at noon, when no night shift is under way; everything else at midnight. */
function writeHeld(id: number, { name, from, to }: HeldFor<string>): object {
  const time = name === 'night' ? '12:00' : '00:00'
  return { id, ...(from === undefined ? {} : { start: localTime(from, time) }), ...(to === undefined ? {} : { end: localTime(to, time) }) }
}

/** One month of two hospital wards: 32 employees, four weeks, and the week before as it was worked. Always the same. */
export function makeHospitalMonth(): object {
  return {
    callbackUrl: 'http://127.0.0.1:8099/callback',
    timeZone: TIME_ZONE,
    termination: { maxSeconds: 20, stallSeconds: 10, seed: 1 },
    shiftTags: SHIFT_TAGS,
    spots: SPOTS.map(({ id, name, teams, skills }) => ({
      id,
      name,
      teams: teams.map((team) => TEAMS[team]),
      skills: skills.map((skill) => SKILLS[skill]),
    })),
    employees: STAFF.map(makeEmployee),
    shifts: makeShifts(),
  }
}

if (import.meta.main) writeFileSync(new URL('hospital-month.json', import.meta.url), exampleText(makeHospitalMonth()))
