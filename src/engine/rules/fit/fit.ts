/**
 * fit: what an employee on a demand costs, whoever else works. Serves skills, preferred skills, teams, unavailable, undesired, shift length,
 * suggested, disliked and keepAssignment. A table of employees × demands would be as large as the schedule squared, so a cost is the sum of three
 * that many share: what spot and shift ask for and the employee is, what the employee wishes for the day, and whom the shift names.
 * A cost is given by its position in `cost`; 0 = none.
 */
export interface FitTable {
  readonly dayCount: number
  /** Four penalties at each position; the first four are all zero. */
  readonly cost: Float64Array
  /** By employee: where their row begins in `rows`. Employees with the same skills, teams and limits share one. */
  readonly rowOf: Int32Array
  /** 1 for an employee some of whose skills or teams begin or end among the demands: their row has the dated columns. */
  readonly isDated: Uint8Array
  /** 1 for an employee whom nothing but wishes can cost anything anywhere. */
  readonly isPlain: Uint8Array
  /** By demand: its place in a row. Demands that ask for the same share one; in dated rows only those of the same time do. */
  readonly columnOf: Int32Array
  readonly datedColumnOf: Int32Array
  /** What the spot, the skills of the shift and its length cost. */
  readonly rows: Int32Array
  /** By employee × days + day: where the block of their wishes for that day begins in `wished`; 0, a block of zeros, for most. */
  readonly wishesOn: Int32Array
  /** By demand: its place in the blocks of its day. */
  readonly placeOf: Int32Array
  /** What wishes cost. */
  readonly wished: Int32Array
  /** Employees that demand d names stand at `namedFrom[d] … namedFrom[d + 1] − 1`, in order, with what that adds or takes off. */
  readonly namedFrom: Int32Array
  readonly namedEmployee: Int32Array
  readonly named: Int32Array
  /** `gain[4 × d + p]`: what filling the first seat of demand d saves. */
  readonly gain: Float64Array
  /** By demand: the number of its candidate list. Demands of the same column and gain share one. */
  readonly candidateListOf: Int32Array
  /** By candidate list: the employees who are sensible for its demands but for their wishes and for being named; in order. */
  readonly candidateLists: readonly Int32Array[]
  /** By candidate list × employees + employee: 1 for its members. */
  readonly isMember: Uint8Array
}

/** Adds `sign` × what the employee on the demand, which is of this day, costs. */
export function addFitCost(fit: FitTable, employee: number, day: number, demand: number, sign: number, penalties: Float64Array): void {
  const ofSpot = spotCost(fit, employee, demand)
  if (ofSpot !== 0) addCost(fit.cost, ofSpot, sign, penalties)
  const block = fit.wishesOn[employee * fit.dayCount + day]!
  if (block !== 0) addCost(fit.cost, fit.wished[block + fit.placeOf[demand]!]!, sign, penalties)
  if (fit.namedFrom[demand] !== fit.namedFrom[demand + 1]) addCost(fit.cost, nameCost(fit, employee, demand), sign, penalties)
}

/** True where the employee on the demand, which is of this day, costs nothing, or less than one of its seats left empty: worth trying. */
export function isSensible(fit: FitTable, employee: number, day: number, demand: number): boolean {
  const block = fit.wishesOn[employee * fit.dayCount + day]!
  const isNamed = fit.namedFrom[demand] !== fit.namedFrom[demand + 1]
  if (block === 0 && !isNamed) return fit.isMember[fit.candidateListOf[demand]! * fit.rowOf.length + employee] === 1
  const ofWishes = block === 0 ? 0 : fit.wished[block + fit.placeOf[demand]!]!
  return isCheaper(fit, spotCost(fit, employee, demand), ofWishes, isNamed ? nameCost(fit, employee, demand) : 0, demand)
}

/** True when a cost that is the sum of three, given by their positions, is nothing or below what filling the demand saves. */
export function isCheaper({ cost, gain }: Pick<FitTable, 'cost' | 'gain'>, a: number, b: number, c: number, demand: number): boolean {
  if (a === 0 && b === 0 && c === 0) return true
  for (let p = 0; p < 4; p += 1) {
    const sum = cost[a + p]! + cost[b + p]! + cost[c + p]!
    const saved = gain[4 * demand + p]!
    if (sum !== saved) return sum < saved || isFree(cost, a, b, c)
  }
  return isFree(cost, a, b, c)
}

function isFree(cost: Float64Array, a: number, b: number, c: number): boolean {
  for (let p = 0; p < 4; p += 1) if (cost[a + p]! + cost[b + p]! + cost[c + p]! !== 0) return false
  return true
}

/** The employees who are sensible for a demand, which is of this day, in order. */
export function sensibleEmployees(fit: FitTable, day: number, demand: number): number[] {
  const [from, to] = [fit.namedFrom[demand]!, fit.namedFrom[demand + 1]!]
  const employees: number[] = []
  let next = from
  const addNamedBefore = (end: number): void => {
    for (; next < to && fit.namedEmployee[next]! < end; next += 1) {
      const employee = fit.namedEmployee[next]!
      if (isSensible(fit, employee, day, demand)) employees.push(employee)
    }
  }
  for (const employee of fit.candidateLists[fit.candidateListOf[demand]!]!) {
    addNamedBefore(employee)
    if (fit.namedEmployee[next] === employee && next < to) continue
    if (fit.wishesOn[employee * fit.dayCount + day] === 0 || isSensible(fit, employee, day, demand)) employees.push(employee)
  }
  addNamedBefore(Infinity)
  return employees
}

function spotCost(fit: FitTable, employee: number, demand: number): number {
  const columns = fit.isDated[employee] === 0 ? fit.columnOf : fit.datedColumnOf
  return fit.rows[fit.rowOf[employee]! + columns[demand]!]!
}

/** What being named by the demand adds or takes off; 0 for everybody whom it does not name. */
function nameCost({ namedFrom, namedEmployee, named }: FitTable, employee: number, demand: number): number {
  let low = namedFrom[demand]!
  let high = namedFrom[demand + 1]!
  while (low < high) {
    const middle = (low + high) >> 1
    if (namedEmployee[middle]! < employee) low = middle + 1
    else high = middle
  }
  return low < namedFrom[demand + 1]! && namedEmployee[low] === employee ? named[low]! : 0
}

function addCost(cost: Float64Array, at: number, sign: number, penalties: Float64Array): void {
  if (at === 0) return
  for (let p = 0; p < 4; p += 1) penalties[p]! += sign * cost[at + p]!
}
