import type { Client } from '../../src/client/client.ts'
import { compareScores } from '../../src/model/score.ts'
import { readText } from '../source-files.ts'

/** The JSON of a document, open to a test that changes it. */
// oxlint-disable-next-line typescript/no-explicit-any -- a document is read and changed freely here
type AnyJson = any

const HANNE = 22
const SUSANNE = 25
const SIGNE = 9
const OPTIONAL_DAY = 134
const EARLY_OF_HANNE = 326

/** What a head nurse asks, and what of the answer concerns her. */
interface Asked {
  readonly asked: string
  /** What she sends beside the month and its roster, in words. */
  readonly sent: string
  readonly method: string
  readonly shown: object
  readonly parameters: object
  readonly pick: (result: AnyJson) => object
}

const month = (): AnyJson => JSON.parse(readText('examples/hospital-month.json'))
const roster = (): AnyJson => JSON.parse(readText('examples/hospital-month.roster.json'))

/** The month with somebody ill on a day. */
function withIllness(employee: number, date: string): AnyJson {
  const schedule = month()
  const { wishes } = schedule.employees.find(({ id }: { id: number }) => id === employee)
  wishes.push({ type: 'UNAVAILABLE', start: `${date}T00:00:00+01:00`, end: `${date}T23:59:00+01:00` })
  return schedule
}

/** The month, or its roster, without somebody. */
function without(employee: number, document: AnyJson): AnyJson {
  for (const shift of document.shifts) if (shift.employee === employee) shift.employee = null
  return document.employees === undefined
    ? document
    : { ...document, employees: document.employees.filter(({ id }: { id: number }) => id !== employee) }
}

/** The roster with shifts in other hands: Nadia C. takes Hanne’s, and Rasmus E. one of Nadia’s. */
function withSwap(): AnyJson {
  const changed = roster()
  for (const { shiftId, to } of SWAP) changed.shifts.find(({ id }: { id: number }) => id === shiftId).employee = to
  return changed
}

const SWAP = [
  { shiftId: EARLY_OF_HANNE, to: 13 },
  { shiftId: 333, to: 14 },
]

const given = { schedule: '…', solution: '…' }

/** A desk beside the wards, whose shifts are to be found. */
const DESK = {
  timeZone: 'Europe/Copenhagen',
  spots: [{ id: 'desk', breakRules: ['lunch'] }],
  breakRules: [{ id: 'lunch', overMinutes: 360, minutes: 30, paid: false, earliestAfter: 180, latestBefore: 120, stepMinutes: 30 }],
  employees: [],
  shifts: [],
  demands: [
    { id: 'open', spot: 'desk', start: '2027-03-01T08:00', end: '2027-03-01T18:00', min: 1 },
    { id: 'admissions', spot: 'desk', start: '2027-03-01T10:00', end: '2027-03-01T14:00', min: 1 },
  ],
  shiftTemplates: [{ id: 'day', spots: ['desk'], startsFrom: '08:00', startsTo: '10:00', stepMinutes: 30, minMinutes: 480, maxMinutes: 480 }],
}

/** The questions; the fifth takes what the third proposed. */
export const QUESTIONS: readonly Asked[] = [
  {
    asked: 'How good is this roster, and what is not kept?',
    sent: 'The month and its roster.',
    method: 'schedule.evaluate',
    shown: { ...given, matchLimit: 1 },
    parameters: { schedule: month(), solution: roster(), matchLimit: 1 },
    pick: ({ score, constraintRelease }) => ({
      score,
      constraintRelease: constraintRelease.map(({ setting, priority, penalty, matches }: AnyJson) => ({
        setting,
        priority,
        penalty,
        matches: [matches[0].text],
      })),
    }),
  },
  {
    asked: 'Why does nobody work the second day shift on Monday the 1st?',
    sent: 'The same. Of the answer, the empty shift 134:',
    method: 'schedule.explain',
    shown: given,
    parameters: { schedule: month(), solution: roster() },
    pick: ({ unassigned }) => {
      const { shiftId, cause, employees } = unassigned.find((empty: AnyJson) => empty.shiftId === OPTIONAL_DAY)
      const nearest = employees.toSorted((a: AnyJson, b: AnyJson) => compareScores(a.scoreChange, b.scoreChange))
      return { shiftId, cause, employees: nearest.slice(0, 2) }
    },
  },
  {
    asked: 'Hanne I. is ill on Thursday the 11th. Who takes her early shift?',
    sent: 'The month with one more wish of Hanne’s, `UNAVAILABLE` on that day, and the roster.',
    method: 'schedule.recommend',
    shown: { ...given, shiftId: EARLY_OF_HANNE, limit: 3 },
    parameters: { schedule: withIllness(HANNE, '2027-02-11'), solution: roster(), shiftId: EARLY_OF_HANNE, limit: 3 },
    pick: ({ score, absentEmployeeIds, employees, chains }) => ({
      score,
      absentEmployeeIds,
      employees: employees.map(({ employeeId, scoreChange, text }: AnyJson) => ({ employeeId, scoreChange, text })),
      chains: chains.slice(0, 1),
    }),
  },
  {
    asked: 'Signe V. asks whether she is treated fairly. What may I tell her?',
    sent: 'The month and its roster. An account names nobody else, so it can be shown to her as it is.',
    method: 'schedule.explain',
    shown: { ...given, employeeId: SIGNE },
    parameters: { schedule: month(), solution: roster(), employeeId: SIGNE },
    pick: ({ employees: [{ name, summary, wishes }] }) => ({ name, summary, wishes: wishes.map(({ text }: AnyJson) => text) }),
  },
  {
    asked: 'If we swap as proposed, who has to be told what?',
    sent: 'The month, the roster as `before`, and the roster with the two steps of that chain as `after`.',
    method: 'schedule.diff',
    shown: { schedule: '…', before: '…', after: '…' },
    parameters: { schedule: month(), before: roster(), after: withSwap() },
    pick: ({ scoreChange, employees }) => ({ scoreChange, employees }),
  },
  {
    asked: 'We get a desk that is open from 8 to 18. Which shifts of eight hours does it take, with lunch?',
    sent: 'The [demand](recipes.md#breaks-that-are-staggered) of the desk alone. Whoever is at lunch is not at the desk, and another is there meanwhile.',
    method: 'schedule.generate',
    shown: { schedule: DESK },
    parameters: { schedule: DESK },
    pick: ({ shifts, paidMinutes, missingMinutes, complete, text }) => ({ shifts, paidMinutes, missingMinutes, complete, text }),
  },
  {
    asked: 'Susanne R. leaves before February. Can the month still be manned?',
    sent: 'The month without her, and the roster without her. Of the answer, the first of the conflicts and of the repairs:',
    method: 'schedule.repair',
    shown: given,
    parameters: { schedule: without(SUSANNE, month()), solution: without(SUSANNE, roster()) },
    pick: ({ conflicts, repairs }) => ({
      conflicts: conflicts.slice(0, 1).map(({ most, proof, minimal, text }: AnyJson) => ({ most, proof, minimal, text })),
      repairs: repairs.slice(0, 1).map(({ kind, cost, scoreChange, text }: AnyJson) => ({ kind, cost, scoreChange, text })),
    }),
  },
]

/** What is picked of the answer, as a client gets it. */
export async function ask(client: Client, { method, parameters, pick }: Asked): Promise<object> {
  return pick(await client.call(method as 'schedule.explain', parameters as AnyJson))
}

/** What stands above the questions. */
export const HEAD = `# Seven questions of a head nurse

What the head nurse of the [hospital month](../examples/README.md#the-hospital-month) asks about its roster, and what \`POST /v1\` answers ([JSON-RPC](json-rpc.md)). A test asks all of it again. \`…\` stands for the
documents: \`schedule\` is [the month](../examples/hospital-month.json), \`solution\` [the roster](../examples/hospital-month.roster.json) that a search of several minutes found. Where the gateway solved the schedule itself,
\`"solverProblemId": "4711"\` does instead of both. Answers are shortened to what is asked; [Questions](questions.md) says what they mean, and the commands that print them for people.
`

/** A section of the page. */
export function sectionOf({ asked, sent, method, shown }: Asked, number: number, answer: object): string {
  const call = JSON.stringify({ jsonrpc: '2.0', id: number, method, params: shown })
  return `## ${number}. ${asked}\n\n${sent}\n\n\`\`\`json\n${call}\n\`\`\`\n\n\`\`\`json\n${JSON.stringify(answer, null, 2).replaceAll(/\[[\s\d,-]+\]/gu, (numbers) => numbers.replaceAll(/\s+/gu, ''))}\n\`\`\`\n`
}
