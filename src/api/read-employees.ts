import type { Employee, Held, HeldSkill, History, Wish, WorkedBefore } from '../model/schedule.ts'
import { NO_CONTRACT } from '../model/contract-periods.ts'
import type { EmployeeId, Identifier, SkillId, TeamId } from '../model/units.ts'
import { checkOrder, fractionOf, integerOf, isGiven, isJsonObject, objectOf, objectsOf, openObject, pointerStep, shapeOf, textOf } from './fields.ts'
import { edgeOf } from './moments.ts'
import { doubtMinutesWorked } from './doubts.ts'
import type { Place } from './fields.ts'
import { checkTwins, claimId, idOf, isId, requiredId } from './identifiers.ts'
import { RANGES } from './limits.ts'
import { readContract, readContracts } from './read-contract.ts'
import { readContractPeriods, type SharedContracts } from './read-contract-periods.ts'
import { readAbsences } from './read-absences.ts'
import { readWishes } from './read-wishes.ts'
import { readTurn } from './read-rotations.ts'
import { readPay } from './read-pay.ts'
import { checkInside, checkTag, minuteOrNull } from './reading.ts'
import type { Reading } from './reading.ts'
import { LOWEST_LEVEL } from './read-skills.ts'
import {
  Carry as CarrySchema,
  Employee as EmployeeSchema,
  HeldSkill as HeldSkillSchema,
  History as HistorySchema,
  Membership as MembershipSchema,
  WorkedBefore as WorkedBeforeSchema,
} from './schemas/employee.ts'

const EMPLOYEE = shapeOf('an employee', EmployeeSchema)
const SKILL = shapeOf('a skill', HeldSkillSchema)
const MEMBERSHIP = shapeOf('a team', MembershipSchema)
const HISTORY = shapeOf('history', HistorySchema)
/** Whose `history.byTag` the rule evenNightDistribution reads. */
const NIGHT_TAG = 'night'
const CARRY = shapeOf('what is carried over', CarrySchema)
const HUNDREDTHS = 100
const WORKED = shapeOf('history of a tag', WorkedBeforeSchema)

/** Where each employee id stands, before the employees themselves can be read: shifts refer to them. */
export function employeePositions(value: unknown): Map<Identifier, number> {
  const positions = new Map<Identifier, number>()
  if (!Array.isArray(value)) return positions
  for (const [index, employee] of value.entries()) {
    const id: unknown = isJsonObject(employee) ? employee['id'] : null
    if (isId(id) && !positions.has(id)) positions.set(id, index)
  }
  return positions
}

function readHome(place: Place): Pick<Employee, 'home'> {
  const home = idOf(place, 'home')
  return home === null ? {} : { home }
}

/** Reads `employees`. */
export function readEmployees(document: Place, reading: Reading): Employee[] {
  const contracts = readContracts(document, reading)
  const shared: SharedContracts = { byId: contracts, lists: new Map() }
  const seen = new Map<Identifier, number>()
  const employees = objectsOf(document, 'employees', EMPLOYEE, reading.limits.employees).map((place, index) => {
    const contract = readContract(place, reading, contracts)
    const dated = readContractPeriods(place, reading, shared)
    const employee: Employee = {
      id: requiredId(place, 'id') as EmployeeId,
      name: textOf(place, 'name'),
      skills: readSkills(place, reading),
      teams: readTeams(place, reading),
      contract: dated === null ? contract : NO_CONTRACT,
      ...(dated === null ? {} : { contracts: dated.periods }),
      ...readTimes(place, reading, dated?.outside ?? []),
      ...readTurn(place, reading),
      ...readHome(place),
      ...readPay(place, reading),
      history: readHistory(place, reading),
    }
    claimId(place, employee.id, seen, index)
    return employee
  })
  checkTwins(reading.issues, 'employee', seen, (id) => `/employees/${seen.get(id)}/id`)
  return employees
}

/** Wishes and absences: when somebody can, would like to, or is not there to work. `outside`: when no contract of theirs is in force. */
function readTimes(place: Place, reading: Reading, outside: readonly Pick<Wish, 'start' | 'end'>[]): Pick<Employee, 'wishes' | 'absence'> {
  const wishes = readWishes(place, reading)
  const { absence, unavailable } = readAbsences(place, reading, outside)
  return { wishes: unavailable.length === 0 ? wishes : [...wishes, ...unavailable], absence }
}

function readSkills(employee: Place, reading: Reading): HeldSkill[] {
  return objectsOf(employee, 'skills', SKILL).map((place) => {
    const held = readHeld<SkillId>(place, 'The time in which the skill is held', reading)
    return { ...held, level: integerOf(place, 'level', RANGES.level) ?? LOWEST_LEVEL }
  })
}

function readTeams(employee: Place, reading: Reading): Held<TeamId>[] {
  return objectsOf(employee, 'teams', MEMBERSHIP).map((place) => readHeld(place, 'The time in the team', reading))
}

function readHeld<Id extends Identifier>(place: Place, what: string, reading: Reading): Held<Id> {
  const start = edgeOf(place, 'start', 'start', reading.clock)
  const end = edgeOf(place, 'end', 'end', reading.clock)
  checkOrder(place, 'start', 'end', start, end)
  checkInside(place, what, { start, end }, reading)
  return { id: requiredId(place, 'id') as Id, start: minuteOrNull(reading, start), end: minuteOrNull(reading, end) }
}

function readHistory(employee: Place, reading: Reading): History | null {
  const place = objectOf(employee, 'history', HISTORY)
  if (place === null) return null
  const byTag = new Map<string, WorkedBefore>()
  const value = place.fields['byTag'] ?? null
  const tags =
    value === null
      ? null
      : openObject(place.issues, `${place.pointer}/byTag`, value, {
          name: 'byTag',
          known: new Set(isJsonObject(value) ? Object.keys(value) : []),
          synonyms: new Map(),
        })
  for (const [tag, entry] of Object.entries(tags?.fields ?? {})) {
    if (entry === null) continue
    const pointer = `${place.pointer}/byTag/${pointerStep(tag)}`
    // Even fairness of nights asks for this tag, carried or not.
    if (tag !== NIGHT_TAG) checkTag(reading, pointer, tag)
    const worked = openObject(place.issues, pointer, entry, WORKED)
    if (worked !== null) byTag.set(tag, readWorked(worked))
  }
  const carry = readCarry(place)
  return { ...readWorked(place), byTag, ...(carry.size === 0 ? {} : { carry }) }
}

/** In hundredths, by fairness rule. */
function readCarry(history: Place): ReadonlyMap<Identifier, number> {
  return new Map(
    objectsOf(history, 'fairness', CARRY).map((place) => [
      requiredId(place, 'id'),
      Math.round(HUNDREDTHS * (isGiven(place, 'carry') ? (fractionOf(place, 'carry', RANGES.carry) ?? 0) : 0)),
    ]),
  )
}

function readWorked(place: Place): WorkedBefore {
  doubtMinutesWorked(place)
  return {
    shiftsWorked: integerOf(place, 'shiftsWorked', RANGES.count) ?? 0,
    minutesWorked: integerOf(place, 'minutesWorked', RANGES.minutes) ?? 0,
    weekendsWorked: integerOf(place, 'weekendsWorked', RANGES.count) ?? 0,
  }
}
