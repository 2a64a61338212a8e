import type { Inrc2Instance } from '../../src/formats/inrc2.ts'
import { INRC2_DAYS, type Inrc2Nurse, type Limits } from '../../src/formats/inrc2-files.ts'

/** The files of an instance of the Second International Nurse Rostering Competition. */
export interface WardFiles {
  readonly scenario: string
  readonly history: string
  /** In order. */
  readonly weeks: readonly string[]
}

/** Writes an instance in the form that `formats/inrc2-files.ts` reads. Nurses with the same limits have the same contract. */
export function writeWardFiles({ scenario, history, weeks }: Inrc2Instance): WardFiles {
  const contracts = [...new Set(scenario.nurses.map(contractOf))]
  const lines = (...texts: readonly string[]): string => `${texts.join('\n')}\n`
  return {
    scenario: lines(
      `SCENARIO = ${scenario.name}`,
      '',
      `WEEKS = ${scenario.weeks}`,
      '',
      `SKILLS = ${scenario.skills.length}`,
      ...scenario.skills,
      '',
      `SHIFT_TYPES = ${scenario.shiftTypes.length}`,
      ...scenario.shiftTypes.map(({ name, run }) => `${name} ${limits(run)}`),
      '',
      'FORBIDDEN_SHIFT_TYPES_SUCCESSIONS',
      ...scenario.shiftTypes.map(({ name, notNext }) => [name, notNext.length, ...notNext].join(' ')),
      '',
      `CONTRACTS = ${contracts.length}`,
      ...contracts.map((contract, c) => `C${c} ${contract}`),
      '',
      `NURSES = ${scenario.nurses.length}`,
      ...scenario.nurses.map((nurse) => [nurse.name, `C${contracts.indexOf(contractOf(nurse))}`, nurse.skills.length, ...nurse.skills].join(' ')),
    ),
    history: lines(
      'HISTORY',
      `${history.weeksBefore} ${scenario.name}`,
      '',
      'NURSE_HISTORY',
      ...history.pasts.map((past, n) =>
        [scenario.nurses[n]!.name, past.assignments, past.weekends, past.lastType ?? 'None', past.sameType, past.work, past.off].join(' '),
      ),
    ),
    weeks: weeks.map(({ requirements, offRequests }) =>
      lines(
        'WEEK_DATA',
        scenario.name,
        '',
        'REQUIREMENTS',
        ...requirements.map(({ type, skill, days }) => [type, skill, ...days.map(limits)].join(' ')),
        '',
        `SHIFT_OFF_REQUESTS = ${offRequests.length}`,
        ...offRequests.map(({ nurse, type, day }) => [nurse, type ?? 'Any', INRC2_DAYS[day]].join(' ')),
      ),
    ),
  }
}

function contractOf({ total, work, off, maxWeekends, completeWeekends }: Inrc2Nurse): string {
  return [limits(total), limits(work), limits(off), maxWeekends, completeWeekends ? 1 : 0].join(' ')
}

function limits({ least, most }: Limits): string {
  return `(${least},${most})`
}
