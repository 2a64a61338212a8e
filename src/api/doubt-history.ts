import type { Place } from './fields.ts'
import type { IssueList } from './issues.ts'

/** One habit of a client fills all of history; a few places show it. */
const SHOWN_OF_A_KIND = 5

/** Watches the shifts of one document for historic ones that count for nobody. */
export class HistoryDoubts {
  /** The first historic shift. */
  #first: string | null = null
  #count = 0
  /** One names somebody, or was warned of. */
  #isTold = false

  /** Warns of a historic shift that does not say who worked it. `"employee": null` says that nobody did, and so does an empty list of `employees`. */
  see({ fields, issues, pointer }: Place): void {
    if (fields['historic'] !== true) return
    this.#first ??= pointer
    this.#count += 1
    const hasSeats = (fields['seats'] ?? null) !== null
    const named = fields[hasSeats ? 'employees' : 'employee']
    if (Array.isArray(named) ? named.length > 0 : named !== null) this.#isTold = true
    if (named !== undefined) return
    issues.warn(
      `${pointer}/historic`,
      'historic-without-employee',
      'The historic shift does not say who worked it, so it counts for nobody: no rest, run, hours or weekend.',
      hasSeats
        ? 'List who worked it as employees; send "employees": [] if nobody did.'
        : 'Name who worked it as employee; send "employee": null if nobody did.',
      { kind: 'historic-without-employee', atMost: SHOWN_OF_A_KIND },
    )
  }

  /** Warns once of a history in which, as each of its shifts says, nobody worked. */
  finish(issues: IssueList): void {
    if (this.#first === null || this.#isTold) return
    const detail = this.#count === 1 ? 'Nobody worked the only historic shift' : `Nobody worked any of the ${this.#count} historic shifts`
    issues.warn(
      `${this.#first}/historic`,
      'historic-without-employee',
      `${detail}, so no rest, run, hours or weekend before the first planned day counts for anybody.`,
      'Name who worked it as employee, or leave out what nobody worked.',
    )
  }
}
