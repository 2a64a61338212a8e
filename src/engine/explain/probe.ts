import { invariant } from '../../model/errors.ts'
import { NOBODY, type Roster } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import { seatsAround } from '../../model/seats.ts'
import { addScores, PRIORITIES, type Score, subtractScores } from '../../model/score.ts'
import { mayBeLaw, type SettingName } from '../../model/settings.ts'
import { instanceOf } from '../instance/compile.ts'
import { isMandatoryWeekend, keepWeights } from '../instance/demands.ts'
import { type AddAmount, addChange, type Change, dearer } from './dearer.ts'
import { type FitSetting, fitUnits } from '../rules/fit/fit-units.ts'
import type { Instance } from '../instance/instance.ts'
import { apply, createMove, evaluate, evaluateRow, evaluateTies, MAX_ROWS, type Move, penaltyOf } from '../scoring/evaluate.ts'
import { moneyUnit, toldChange, toldScore } from '../scoring/parts.ts'
import { createState, moneyIn, scoreOf, type State } from '../scoring/state.ts'

/** A shift that changes hands; all three are positions, `NOBODY` for nobody. */
export interface Handover {
  readonly shift: number
  readonly from: number
  readonly to: number
}

/**
 * What handovers change of the rules that are law (`lawOf`): by rule and employee whose row it counts, or of all where it ties them, the units on the first priority. Those of
 * handovers that follow one another add up.
 */
export interface LawChange {
  /** By `units × (employee + 1) + unit`; of what ties employees, by `unit` alone. */
  readonly units: Map<number, number>
  /** Rules of fit that somebody breaks on a shift that they take. */
  readonly fit: readonly SettingName[]
}

/** Mandatory weekend seats that are filled, in truth and as the search assumes. */
interface WeekendSeats {
  readonly filled: number
  readonly assumed: number
}

/**
 * Tells what changes of one roster would cost, exactly as the checker counts; the roster stays as it is. The search takes equal seats together and knows
 * only how many are filled; here it matters which, so what the very seats cost is put in the place of what the search assumes.
 */
export class Probe {
  readonly schedule: Schedule
  readonly roster: Roster
  readonly instance: Instance
  readonly state: State
  readonly #move: Move
  #weekend: WeekendSeats
  #rows: readonly number[][] | null = null
  /** By shift: its position among those of all demands. */
  #position: Int32Array | null = null
  #score: Score
  /** What the roster costs in money, in grains. */
  #money: number

  /** The probe keeps a copy of the roster. */
  constructor(schedule: Schedule, roster: Roster) {
    this.schedule = schedule
    this.roster = roster.slice()
    this.instance = instanceOf(schedule)
    this.state = createState(this.instance, roster)
    this.#move = createMove(this.instance)
    this.#weekend = this.#countWeekend()
    this.#money = moneyIn(this.instance, this.state.cells)
    this.#score = toldScore(this.instance, this.#exactScore(), this.#money)
  }

  /** The score of the roster. */
  get score(): Score {
    return this.#score
  }

  /** Makes the handovers, of which the same holds as of those of `changeOf`. Made the other way round, in the other order, they are taken back. */
  make(handovers: readonly Handover[]): void {
    if (handovers.length === 0) return
    const change = this.changeOf(handovers)
    const unit = moneyUnit(this.instance)
    if (unit >= 0) this.#money += this.#move.units[unit]!
    apply(this.state, this.#move)
    for (const { shift, to } of handovers) this.roster[shift] = to
    this.#rows = null
    if ((this.instance.links?.floor ?? 0) > 0) this.#weekend = this.#countWeekend()
    this.#score = addScores(this.#score, change)
  }

  /** Whether an employee has a seat of a shift with seats, other than `except`. */
  isOnIt(employee: number, shift: number, except = -1): boolean {
    const { shifts } = this.schedule
    if (shifts[shift]!.seats === undefined) return false
    const { from, to } = seatsAround(shifts, shift)
    for (let seat = from; seat < to; seat += 1) if (seat !== except && this.roster[seat] === employee) return true
    return false
  }

  /** What the handovers change of what is law on the first priority. */
  lawOf(handovers: readonly Handover[]): LawChange {
    const { units, weights } = this.instance
    const changed = new Map<number, number>()
    this.#countApart(handovers, (employee, k, amount) => {
      if (weights[4 * k]! > 0 && mayBeLaw(units[k]!.setting)) changed.set(units.length * (employee + 1) + k, amount)
    })
    return { units: changed, fit: handovers.flatMap(({ shift, to }) => this.#unfit(shift, to)) }
  }

  /** Tells what the handovers change of every unit in the row of each employee, and with `NOBODY` of what ties employees; not what does not change, nor fit. */
  #countApart(handovers: readonly Handover[], tell: (employee: number, unit: number, amount: number) => void): void {
    const move = this.#move
    this.#fill(handovers)
    invariant(evaluate(this.state, move), 'a shift that changes hands has a seat')
    const tellAll = (employee: number): void => {
      for (let k = 0; k < move.units.length; k += 1) if (move.units[k] !== 0) tell(employee, k, move.units[k]!)
    }
    for (let i = 0; i < move.rows; i += 1) {
      evaluateRow(this.state, move, i)
      tellAll(move.employee[i]!)
    }
    evaluateTies(this.state, move)
    tellAll(NOBODY)
  }

  /** The rules that such changes, taken together, break more than the roster does before them; each once. */
  brokenBy(changes: readonly LawChange[]): SettingName[] {
    const { units } = this.instance
    const sums = new Map<number, number>()
    for (const change of changes) for (const [key, amount] of change.units) sums.set(key, (sums.get(key) ?? 0) + amount)
    const broken = new Set(changes.flatMap(({ fit }) => fit))
    for (const [key, amount] of sums) if (amount > 0) broken.add(units[key % units.length]!.setting)
    return [...broken]
  }

  /** Whether somebody breaks no rule of fit that is law on a shift. */
  isFit(shift: number, employee: number): boolean {
    return this.#unfit(shift, employee).length === 0
  }

  /** The rules of fit on the first priority that somebody breaks on a shift. */
  #unfit(shift: number, employee: number): SettingName[] {
    if (employee === NOBODY) return []
    const { employees, shifts, settings } = this.schedule
    const units = fitUnits(this.schedule, employees[employee]!, shifts[shift]!)
    return (Object.keys(units) as FitSetting[]).filter((setting) => units[setting]! > 0 && settings.weights[setting][0] > 0 && mayBeLaw(setting))
  }

  /**
   * Score after the handovers minus score now. Each shift at most once, each `from` who works the shift now, and at most four different
   * employees.
   */
  changeOf(handovers: readonly Handover[]): Score {
    const move = this.#move
    this.#fill(handovers)
    invariant(evaluate(this.state, move), 'a shift that changes hands has a seat')
    const seats = this.#seatCorrection(handovers)
    const change = [0, 0, 0, 0] as [number, number, number, number]
    for (const p of PRIORITIES) change[p] = penaltyOf(this.instance, move, p) + seats[p]
    return toldChange(this.instance, change, { before: this.#money, units: move.units })
  }

  /** What filling this very seat changes by itself, whoever takes it. */
  fillingOf(shift: number): Score {
    const d = this.instance.demands.demandOfShift[shift]!
    if (!this.#isShared(d)) return this.#seatGain(d, this.#placeOf(shift))
    return this.#seatGain(d, this.state.filled[d]! - (this.roster[shift] === NOBODY ? 0 : 1))
  }

  /** Positions of the shifts that an employee works, in the order of the schedule. */
  shiftsOf(employee: number): readonly number[] {
    this.#rows ??= this.#sortShifts()
    return this.#rows[employee]!
  }

  /** As `changeOf`, with the rules that would cost more than now, in no order; empty seats are none of them. */
  explain(handovers: readonly Handover[]): { change: Score; settings: SettingName[] } {
    return { change: this.changeOf(handovers), settings: this.#dearer(handovers) }
  }

  /** What handovers bring, of however many employees: the rules that would cost more than now of one of them, or of what ties them, and those that are law and would be broken more. */
  outcomeOf(handovers: readonly Handover[]): { settings: SettingName[]; breaks: SettingName[] } {
    const employees = new Set(handovers.flatMap(({ from, to }) => [from, to]))
    employees.delete(NOBODY)
    const parts = employees.size <= MAX_ROWS ? [handovers] : oneByOne(handovers)
    const changes = new Map<string, Change>()
    const laws = parts.map((part) => {
      this.#addApart(part, changes)
      const law = this.lawOf(part)
      if (parts.length > 1) this.make(part)
      return law
    })
    if (parts.length > 1) for (const part of parts.reverse()) this.make(part.map(({ shift, from, to }) => ({ shift, from: to, to: from })))
    return { settings: dearer(changes.values()), breaks: this.brokenBy(laws) }
  }

  /** Adds what the handovers make each rule cost more or less, of each employee. */
  #addApart(handovers: readonly Handover[], changes: Map<string, Change>): void {
    const { units } = this.instance
    const adderOf =
      (employee: number): AddAmount =>
      (setting, weights, amount) =>
        addChange(changes, `${setting} ${employee}`, { setting, weights, amount })
    for (const { shift, from, to } of handovers) {
      this.#addFit(adderOf(to), shift, to, 1)
      this.#addFit(adderOf(from), shift, from, -1)
      this.#addKept(adderOf(NOBODY), { shift, from, to })
    }
    this.#countApart(handovers, (employee, k, amount) => adderOf(employee)(units[k]!.setting, units[k]!.weights, amount))
  }

  /** The rules that the handovers make cost more. Right after `changeOf` of them, which fills the move. */
  #dearer(handovers: readonly Handover[]): SettingName[] {
    const changes = new Map<string, Change>()
    const add: AddAmount = (setting, weights, amount) => addChange(changes, setting, { setting, weights, amount })
    for (const handover of handovers) {
      this.#addFit(add, handover.shift, handover.to, 1)
      this.#addFit(add, handover.shift, handover.from, -1)
      this.#addKept(add, handover)
    }
    this.instance.units.forEach(({ setting, weights }, k) => {
      if (this.#move.units[k] !== 0) add(setting, weights, this.#move.units[k]!)
    })
    return dearer(changes.values())
  }

  #addKept(add: AddAmount, { shift, from, to }: Handover): void {
    const kept = this.#keptOn(shift)
    add('keepAssignment', keepWeights(this.schedule, this.schedule.shifts[shift]!), (kept.includes(from) ? 1 : 0) - (kept.includes(to) ? 1 : 0))
  }

  /** Who came with the shift, on any of its seats. */
  #keptOn(shift: number): number[] {
    const { shifts } = this.schedule
    const { from, to } = seatsAround(shifts, shift)
    return shifts.slice(from, to).flatMap(({ employeeIndex }) => employeeIndex ?? [])
  }

  #sortShifts(): number[][] {
    const rows: number[][] = this.schedule.employees.map(() => [])
    this.roster.forEach((employee, shift) => {
      if (employee !== NOBODY) rows[employee]!.push(shift)
    })
    return rows
  }

  #addFit(add: AddAmount, shift: number, employee: number, sign: number): void {
    if (employee === NOBODY) return
    const { employees, shifts, settings } = this.schedule
    const units = fitUnits(this.schedule, employees[employee]!, shifts[shift]!)
    for (const setting of Object.keys(units) as FitSetting[]) add(setting, settings.weights[setting], sign * units[setting]!)
  }

  /** Puts the handovers into the move: first everybody leaves, then everybody takes, so that nobody holds two seats of one demand for a moment. */
  #fill(handovers: readonly Handover[]): void {
    const { demands, duties } = this.instance
    const move = this.#move
    move.rows = 0
    move.keepsCover = false
    for (const { shift, from, to } of handovers) {
      const day = demands.day[demands.demandOfShift[shift]!]!
      if (from !== NOBODY) this.#openRow(from, day)
      if (to !== NOBODY) this.#openRow(to, day)
    }
    for (let i = 0; i < move.rows; i += 1) {
      const row = move.employee[i]! * this.instance.dayCount
      for (let day = move.from[i]!; day <= move.to[i]!; day += 1) move.next[i]![day] = this.state.cells[row + day]!
    }
    for (const { shift, from } of handovers) {
      if (from === NOBODY) continue
      const d = demands.demandOfShift[shift]!
      const next = move.next[this.#rowOf(from)]!
      next[demands.day[d]!] = duties.without(next[demands.day[d]!]!, d)
    }
    for (const { shift, to } of handovers) {
      if (to === NOBODY) continue
      const d = demands.demandOfShift[shift]!
      const next = move.next[this.#rowOf(to)]!
      next[demands.day[d]!] = duties.with(next[demands.day[d]!]!, d)
    }
  }

  #openRow(employee: number, day: number): void {
    const move = this.#move
    const i = this.#rowOf(employee)
    if (i === move.rows) {
      invariant(i < MAX_ROWS, `handovers concern at most ${MAX_ROWS} employees`)
      move.rows += 1
      move.employee[i] = employee
      move.from[i] = day
      move.to[i] = day
    }
    move.from[i] = Math.min(move.from[i]!, day)
    move.to[i] = Math.max(move.to[i]!, day)
  }

  /** The row of the move that is the employee's; `move.rows` when none is. */
  #rowOf(employee: number): number {
    const move = this.#move
    let i = 0
    while (i < move.rows && move.employee[i] !== employee) i += 1
    return i
  }

  /** What filling and emptying these very seats costs more than filling the dearest and emptying the cheapest, by priority. */
  #seatCorrection(handovers: readonly Handover[]): Score {
    const { demands } = this.instance
    const correction = [0, 0, 0, 0] as [number, number, number, number]
    // By demand, only where several handovers change how many of its seats are filled.
    const fills = new Map<number, number>()
    let weekend = 0
    let assumed = 0
    for (const { shift, from, to } of handovers) {
      const step = (from === NOBODY ? 1 : 0) - (to === NOBODY ? 1 : 0)
      if (step === 0) continue
      const d = demands.demandOfShift[shift]!
      const filled = this.state.filled[d]! + (fills.get(d) ?? 0)
      fills.set(d, (fills.get(d) ?? 0) + step)
      const at = demands.coverOffset[d]!
      const taken = at + (step > 0 ? filled : filled - 1)
      const place = this.#isShared(d) ? taken : at + this.#placeOf(shift)
      if (place !== taken) for (const p of PRIORITIES) correction[p] += step * (this.#gain(place, p) - this.#gain(taken, p))
      const counted = demands.weekendFilled[at + filled + step]! - demands.weekendFilled[at + filled]!
      assumed += counted
      weekend += this.#isShared(d) ? counted : isMandatoryWeekend(this.schedule.shifts[shift]!) ? step : 0
    }
    const now = this.#weekend
    this.#addFloor(correction, { filled: now.filled + weekend, assumed: now.assumed + assumed }, 1)
    this.#addFloor(correction, now, -1)
    return correction
  }

  /** Adds what the floor of weekend coverage costs more with so many seats filled than with as many as the search assumes. */
  #addFloor(to: [number, number, number, number], { filled, assumed }: WeekendSeats, sign: 1 | -1): void {
    const { links, weights } = this.instance
    if (links === null || links.floor === 0) return
    const more = links.floorTimes * (Math.max(0, links.floor - filled) - Math.max(0, links.floor - assumed))
    for (const p of PRIORITIES) to[p] += sign * weights[4 * links.floorUnit + p]! * more
  }

  /** What filling one more seat of a demand adds to the penalties when so many are. */
  #seatGain(d: number, filled: number): Score {
    const at = this.instance.demands.coverOffset[d]! + filled
    return [this.#gain(at, 0), this.#gain(at, 1), this.#gain(at, 2), this.#gain(at, 3)]
  }

  #gain(at: number, p: number): number {
    const { coverCost } = this.instance.demands
    return coverCost[4 * at + 4 + p]! - coverCost[4 * at + p]!
  }

  /** True for seats of one shift, of which only how many are filled counts. */
  #isShared(d: number): boolean {
    return this.instance.demands.sharedShift[d]! > 0
  }

  /** How many seats of its demand are dearer to leave empty than this one. */
  #placeOf(shift: number): number {
    const { demandOfShift, shiftOffset, shiftIndexes } = this.instance.demands
    this.#position ??= shiftIndexes.reduce(
      (positions, index, position) => positions.fill(position, index, index + 1),
      new Int32Array(shiftIndexes.length),
    )
    return this.#position[shift]! - shiftOffset[demandOfShift[shift]!]!
  }

  #countWeekend(): WeekendSeats {
    const { shifts } = this.schedule
    const { demands } = this.instance
    const isExact = (index: number): boolean => !this.#isShared(demands.demandOfShift[index]!)
    let filled = shifts.filter((shift, index) => this.roster[index] !== NOBODY && isMandatoryWeekend(shift) && isExact(index)).length
    let assumed = 0
    for (let d = 0; d < demands.count; d += 1) {
      const counted = demands.weekendFilled[demands.coverOffset[d]! + this.state.filled[d]!]!
      assumed += counted
      if (this.#isShared(d)) filled += counted
    }
    return { filled, assumed }
  }

  #exactScore(): Score {
    const { demands } = this.instance
    const score = [...scoreOf(this.state)] as [number, number, number, number]
    for (let d = 0; d < demands.count; d += 1) {
      let filled = 0
      for (let place = 0; place < demands.seats[d]! && !this.#isShared(d); place += 1) {
        if (this.roster[demands.shiftIndexes[demands.shiftOffset[d]! + place]!] === NOBODY) continue
        const difference = subtractScores(this.#seatGain(d, place), this.#seatGain(d, filled))
        for (const p of PRIORITIES) score[p] += difference[p]
        filled += 1
      }
    }
    this.#addFloor(score, this.#weekend, 1)
    return score
  }
}

/** The same as handovers of one employee each: first everybody leaves, then everybody takes. */
function oneByOne(handovers: readonly Handover[]): Handover[][] {
  const leaving = handovers.flatMap(({ shift, from }) => (from === NOBODY ? [] : [[{ shift, from, to: NOBODY }]]))
  const taking = handovers.flatMap(({ shift, to }) => (to === NOBODY ? [] : [[{ shift, from: NOBODY, to }]]))
  return [...leaving, ...taking]
}
