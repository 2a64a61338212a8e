import { type CostChange, CostChanges } from '../checker/cost-changes.ts'
import type { Words } from '../checker/words.ts'
import type { Chain } from '../engine/explain/chains.ts'
import type { Handover, Probe } from '../engine/explain/probe.ts'
import { NOBODY } from '../model/roster.ts'
import type { Score } from '../model/score.ts'
import type { SettingName } from '../model/settings.ts'
import type { EmployeeId, ShiftId } from '../model/units.ts'
import type { TextValues } from '../model/language.ts'
import type { SentenceName } from '../model/teller.ts'
import { changeInWords, costInWords, obstaclesInWords } from './sentences.ts'

/** What a change of the roster comes to. */
export interface Outcome extends CostChange {
  readonly scoreChange: Score
  /** The rules that would cost more than now, of somebody or of what ties employees. */
  readonly settings: readonly SettingName[]
  /** Those of them that are law: on the first priority, and broken more than now. */
  readonly breaks: readonly SettingName[]
  readonly text: string
}

/** What somebody on the shift would mean. */
export interface Candidate extends Outcome {
  readonly employeeId: EmployeeId
  readonly name: string | null
}

/** What an open shift would mean for somebody. */
export interface OpenShift extends Outcome {
  readonly shiftId: ShiftId
}

/** A shift that changes hands; null = nobody. */
interface Step {
  readonly shiftId: ShiftId
  readonly from: EmployeeId | null
  readonly to: EmployeeId | null
}

/** A swap of several employees. */
export interface Swap extends Outcome {
  readonly employeeIds: readonly EmployeeId[]
  readonly steps: readonly Step[]
}

/** Tells changes of one roster. All that is said of a change, whoever takes what, is in `#outcome`. */
export class Recommending {
  readonly #probe: Probe
  readonly #words: Words
  readonly #costs: CostChanges

  constructor(probe: Probe, words: Words) {
    this.#probe = probe
    this.#words = words
    this.#costs = new CostChanges(probe.schedule, probe.roster)
  }

  candidate(taking: Chain): Candidate {
    const employee = this.#probe.schedule.employees[taking.handovers[0]!.to]!
    return { employeeId: employee.id, name: employee.name, ...this.#outcome(taking, 'recommend.with', { who: this.#words.employee(employee) }) }
  }

  /** Of a further shift, the last of the handovers, perhaps in the place of another. */
  duty(taking: Chain): Candidate {
    const { employees, shifts } = this.#probe.schedule
    const last = taking.handovers.at(-1)!
    const employee = employees[last.to]!
    const replaced = taking.handovers.find(({ to }) => to === NOBODY)
    const told = { who: this.#words.employee(employee), shift: this.#words.shift(shifts[last.shift]!) }
    const outcome =
      replaced === undefined
        ? this.#outcome(taking, 'recommend.duty', told)
        : this.#outcome(taking, 'recommend.dutyInstead', { ...told, replaced: this.#words.shift(shifts[replaced.shift]!) })
    return { employeeId: employee.id, name: employee.name, ...outcome }
  }

  openShift(taking: Chain): OpenShift {
    const shift = this.#probe.schedule.shifts[taking.handovers[0]!.shift]!
    return { shiftId: shift.id, ...this.#outcome(taking, 'recommend.with', { who: this.#words.shift(shift) }) }
  }

  swap(chain: Chain): Swap {
    const { employees, shifts } = this.#probe.schedule
    const idOf = (employee: number): EmployeeId | null => (employee === NOBODY ? null : employees[employee]!.id)
    return {
      employeeIds: [...new Set(chain.handovers.map(({ to }) => employees[to]!.id))],
      steps: chain.handovers.map(({ shift, from, to }) => ({ shiftId: shifts[shift]!.id, from: idOf(from), to: idOf(to) })),
      ...this.#outcome(chain, 'recommend.swap', { steps: this.#words.teller.listed(chain.handovers.map((handover) => this.#tell(handover))) }),
    }
  }

  #tell({ shift, from, to }: Handover): string {
    const { employees, shifts } = this.#probe.schedule
    const { say } = this.#words.teller
    const told = { who: this.#words.employee(employees[to]!), shift: this.#words.shift(shifts[shift]!) }
    return from === NOBODY ? say('recommend.takes', told) : say('change.takes', { ...told, from: this.#words.employee(employees[from]!) })
  }

  #outcome({ handovers, change }: Chain, said: SentenceName, told: TextValues): Outcome {
    const { teller } = this.#words
    const { settings, breaks } = this.#probe.outcomeOf(handovers)
    const cost = this.#costs.of(handovers)
    const worth = `${changeInWords(change, teller)}${costInWords(this.#probe.schedule, cost, teller)}`
    const text = teller.say(said, { ...told, worth, obstacles: obstaclesInWords(settings, teller) })
    return { scoreChange: change, ...cost, settings, breaks, text }
  }
}
