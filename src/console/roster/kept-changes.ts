import { NOBODY } from '../../model/roster.ts'
import { dayOf } from './matches.ts'
import { canRetime } from './retimings.ts'
import { isUntouchable, type RosterModel } from './roster-model.ts'
import { type Step, type WorkingCopy } from './working-copy.ts'
import type { Identifier } from '../../model/units.ts'

/** What changes are kept in: the storage of the tab, which outlives a reload and the session, and ends with the tab. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** By ids and dates, and no names: positions mean something for one reading of a schedule alone. */
interface KeptStep {
  /** `seat`: which of the seats of the shift, from 0. */
  readonly handovers: readonly (readonly [shiftId: Identifier, employeeId: Identifier | null, seat?: number])[]
  readonly absences: readonly (readonly [employeeId: Identifier, first: string, last: string])[] | null
  /** Absent in what was kept before there were any. */
  readonly times?: readonly (readonly [shiftId: Identifier, from: string, to: string])[] | null
}

interface Kept {
  /** Of the roster that they are of. */
  readonly revision: number
  readonly steps: readonly KeptStep[]
  readonly done: number
}

/** Changes that were kept. */
export interface Restored {
  readonly steps: readonly Step[]
  readonly done: number
  /** False when the job has found a better roster since: the changes are of the one before. */
  readonly isSameRoster: boolean
}

/** Keeps the changes, or, where there are none, forgets those that were kept. Throws where the browser keeps nothing. */
export function keepChanges(
  store: Store,
  place: string,
  { model, copy, revision }: { readonly model: RosterModel; readonly copy: WorkingCopy; readonly revision: number },
): void {
  if (copy.steps.length === 0) return store.removeItem(place)
  const { shifts, employees, calendar } = model.schedule
  const kept: Kept = {
    revision,
    done: copy.done,
    steps: copy.steps.map(({ handovers, absences, times }) => ({
      times: times?.map(({ shift, from, to }) => [shifts[shift]!.id, from, to] as const) ?? null,
      handovers: handovers.map(({ shift, to }) => {
        const { id, seats } = shifts[shift]!
        const employeeId = to === NOBODY ? null : employees[to]!.id
        return seats === undefined ? ([id, employeeId] as const) : ([id, employeeId, model.seatsAt.get(id)!.indexOf(shift)] as const)
      }),
      absences:
        absences?.map(
          ({ employee, firstDay, lastDay }) => [employees[employee]!.id, calendar.days[firstDay]!.date, calendar.days[lastDay]!.date] as const,
        ) ?? null,
    })),
  }
  store.setItem(place, JSON.stringify(kept))
}

/** The changes that were kept, as far as the schedule still has what they are about; null for none. */
export function restoreChanges(
  store: Store,
  place: string,
  { model, revision }: { readonly model: RosterModel; readonly revision: number },
): Restored | null {
  const kept = read(store, place)
  if (kept === null || kept.steps.length === 0) return null
  const absent = new Set(kept.steps.flatMap(({ absences }) => absences?.map(([employeeId]) => employeeId) ?? []))
  return { steps: kept.steps.map((step) => stepOf(model, step, absent)), done: kept.done, isSameRoster: kept.revision === revision }
}

/** Forgets the changes of one roster. */
export function forgetChanges(store: Store, place: string): void {
  store.removeItem(place)
}

/** `absent`: ids of all who are absent at some time, whose fixed shifts are free. */
function stepOf(model: RosterModel, { handovers, absences, times = null }: KeptStep, absent: ReadonlySet<Identifier>): Step {
  const away = absences?.flatMap(([employeeId, first, last]) => {
    const [employee, firstDay, lastDay] = [model.employeeAt.get(employeeId), dayOf(model, first), dayOf(model, last)]
    return employee === undefined || firstDay === null || lastDay === null ? [] : [{ employee, firstDay, lastDay }]
  })
  const retimed = times?.flatMap(([shiftId, from, to]) => {
    const shift = model.seatsAt.get(shiftId)?.[0]
    return shift === undefined || !canRetime(model, shift) ? [] : [{ shift, from, to }]
  })
  return {
    times: retimed ?? null,
    handovers: handovers.flatMap(([shiftId, employeeId, seat = 0]) => {
      const shift = model.seatsAt.get(shiftId)?.[seat]
      const to = employeeId === null ? NOBODY : model.employeeAt.get(employeeId)
      if (shift === undefined || to === undefined) return []
      const { employeeIndex, historic } = model.schedule.shifts[shift]!
      const isFree = !historic && employeeIndex !== null && absent.has(model.schedule.employees[employeeIndex]!.id)
      return isUntouchable(model.schedule.shifts[shift]!) && !isFree ? [] : [{ shift, to }]
    }),
    absences: away ?? null,
  }
}

function read(store: Store, place: string): Kept | null {
  try {
    const kept = JSON.parse(store.getItem(place) ?? 'null') as Kept | null
    const isKept =
      kept !== null && Array.isArray(kept.steps) && kept.steps.every(({ handovers }) => Array.isArray(handovers)) && Number.isInteger(kept.done)
    return isKept ? kept : null
  } catch {
    return null
  }
}
