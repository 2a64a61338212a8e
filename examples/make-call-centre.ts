import { writeFileSync } from 'node:fs'
import { peopleOnShift } from '../src/formats/call-volumes.ts'
import { exampleText } from './example-text.ts'

const DATE = '2027-05-10' // a Monday
const SUNDAY = '2027-05-09'
const OPENS_MIN = 7 * 60
const SLOT_MIN = 30

/** Calls by the half hour from 07:00 to 22:00, as a Monday of the spring before had them. */
const CALLS = {
  general: [65, 100, 140, 190, 250, 310, 365, 390, 395, 380, 360, 330, 310, 305, 315, 330, 340, 335, 315, 290, 260, 235, 220, 200, 175, 155, 125, 100, 75, 50],
  english: [4, 6, 10, 14, 20, 26, 31, 34, 36, 36, 35, 33, 32, 32, 34, 37, 40, 42, 41, 38, 34, 30, 27, 24, 21, 18, 14, 11, 8, 6],
} as const

/** Each line, with the seconds that its calls take. Eight of ten calls are answered within twenty seconds; one in twelve of those on a shift is called away by something else. */
const LINES = [
  { id: 1, name: 'Telephone', calls: CALLS.general, handleSeconds: 280 },
  { id: 2, name: 'Telephone, English', calls: CALLS.english, handleSeconds: 340 },
] as const
const TARGET = { level: 0.8, answerSeconds: 20, maxOccupancy: 0.88 } as const
const SHRINKAGE = 1 / 12

const ENGLISH = 1
const AGENTS = 150
const FIRST_NAMES =
  'Ada Ben Cem Dora Emil Fay Gero Hana Ida Jan Kira Lutz Mara Nils Olga Paul Ria Sven Tea Udo Vera Willi Xenia Yusuf Zoe Anton Birte Carla Dirk Elif Finn Greta Hugo Ines Jonas Katja Leo Mina Noah Onur Pia Rolf Sina Tom Ulla Vito Wanda Amir Britta Clara'.split(' ')

/** How long a day of each contract may be, and the rest before it: in minutes. */
const CONTRACTS = [
  { id: 'full', name: 'Full time', maxHoursDay: 480, hoursBetweenShift: 660 },
  { id: 'part', name: 'Part time', maxHoursDay: 360, hoursBetweenShift: 660 },
  { id: 'student', name: 'Student', maxHoursDay: 300, hoursBetweenShift: 660 },
] as const
type ContractId = (typeof CONTRACTS)[number]['id']

/** The day of a call centre with 150 agents as a client posts it: calls by the half hour made into people, and no shifts. */
export function makeCallCentre(): object {
  return {
    callbackUrl: 'http://127.0.0.1:9000/solved',
    timeZone: 'Europe/Berlin',
    spots: LINES.map(({ id, name }) => ({ id, name, ...(id === 2 ? { skills: [ENGLISH] } : {}), breakRules: ['lunch', 'screen'] })),
    skills: [{ id: ENGLISH, name: 'English' }],
    breakRules: [
      { id: 'lunch', overMinutes: 360, minutes: 30, paid: false, earliestAfter: 150, latestBefore: 120, stepMinutes: 15 },
      { id: 'screen', overMinutes: 240, minutes: 15, paid: true, earliestAfter: 60, latestBefore: 60, stepMinutes: 15 },
    ],
    contracts: CONTRACTS,
    employees: Array.from({ length: AGENTS }, (_, i) => agent(i + 1)),
    shifts: Array.from({ length: AGENTS }, (_, i) => i + 1).filter(workedLate).map(lateShift),
    demands: LINES.flatMap((line) => demandsOf(line)),
    shiftTemplates: [
      { id: 'full', name: 'Full day', spots: [1, 2], startsFrom: '07:00', startsTo: '13:30', stepMinutes: 30, minMinutes: 510, maxMinutes: 510 },
      { id: 'part', name: 'Part of a day', spots: [1, 2], startsFrom: '07:00', startsTo: '17:00', stepMinutes: 30, minMinutes: 300, maxMinutes: 360, lengthStepMinutes: 30 },
    ],
    termination: { maxSeconds: 60, seed: 1 },
  }
}

/** A demand for each slot of a line on which somebody calls. */
function demandsOf({ id, calls, handleSeconds }: (typeof LINES)[number]): object[] {
  return calls.map((expected, slot) => {
    const load = { ...TARGET, calls: expected, handleSeconds, slotSeconds: SLOT_MIN * 60 }
    const startMin = OPENS_MIN + slot * SLOT_MIN
    return { id: `${id}-${clock(startMin)}`, spot: id, start: at(DATE, startMin), end: at(DATE, startMin + SLOT_MIN), min: peopleOnShift(load, SHRINKAGE) }
  })
}

function agent(id: number): object {
  const contractId = contractOf(id)
  const firstName = FIRST_NAMES[(id - 1) % FIRST_NAMES.length]!
  const initial = String.fromCharCode(65 + ((id * 7) % 26))
  const wishes = wishesOf(id, contractId)
  return {
    id,
    name: `${firstName} ${initial}.`,
    contractId,
    ...(id % 3 === 0 ? { skills: [{ id: ENGLISH }] } : {}),
    ...(wishes.length > 0 ? { wishes } : {}),
  }
}

function contractOf(id: number): ContractId {
  if (id % 5 < 3) return 'full'
  return id % 5 === 3 ? 'part' : 'student'
}

/** One in fourteen is on leave, students have lectures until two, and one in six would like to be home by five. */
function wishesOf(id: number, contractId: ContractId): object[] {
  if (id % 14 === 6) return [{ type: 'UNAVAILABLE', start: DATE, end: DATE }]
  if (contractId === 'student') return [{ type: 'UNAVAILABLE', start: at(DATE, 7 * 60), end: at(DATE, 14 * 60) }]
  return id % 6 === 1 ? [{ type: 'UNDESIRED', start: at(DATE, 17 * 60), end: at(DATE, 22 * 60) }] : []
}

/** Who worked on Sunday until ten begins at nine at the earliest. */
function workedLate(id: number): boolean {
  return contractOf(id) === 'full' && id % 9 === 2
}

function lateShift(employee: number): object {
  const times = { start: at(SUNDAY, 13 * 60 + 30), end: at(SUNDAY, 22 * 60) }
  return { id: employee, spot: 1, ...times, breakMinutes: 30, importance: 'MANDATORY', historic: true, employee }
}

function at(date: string, minute: number): string {
  return `${date}T${clock(minute)}`
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

if (import.meta.main) writeFileSync(new URL('call-centre-day.json', import.meta.url), exampleText(makeCallCentre()))
