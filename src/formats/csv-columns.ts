import { CONTRACT_LIMITS } from '../model/contract-limits.ts'

/** The tables of a schedule. */
export const TABLE_NAMES = [
  'contracts',
  'rotations',
  'spots',
  'employees',
  'contractPeriods',
  'shifts',
  'wishes',
  'absences',
  'travel',
  'coverage',
  'fairness',
  'demands',
  'templates',
  'breakRules',
  'payRules',
  'budgets',
] as const
export type TableName = (typeof TABLE_NAMES)[number]

/** Tables whose lines are entries of a list of an employee each: the field that has the list. */
export const OWNED = { contractPeriods: 'contracts', wishes: 'wishes', absences: 'absences' } as const satisfies Partial<Record<TableName, string>>
export type OwnedTable = keyof typeof OWNED
export const OWNED_TABLES = Object.keys(OWNED) as readonly OwnedTable[]

/** The tables that may be left out. */
export const OPTIONAL_TABLES = [
  'contracts',
  'rotations',
  ...OWNED_TABLES,
  'travel',
  'coverage',
  'fairness',
  'demands',
  'templates',
  'breakRules',
  'payRules',
  'budgets',
] as const satisfies readonly TableName[]
export type OptionalTable = (typeof OPTIONAL_TABLES)[number]

/**
 * How the cells of a column are read. `skill` and `team` may be named, a skill with a level after it; `contract`, `rotation`, `spot` and `employee` be given
 * by id or by name; a `place` is a spot or a home of somebody, and a `home` a spot or any other id; a `turn` is a tag, or `off`;
 * what is shared `fairly`, the `period` over which, the kind of a `payRule`, what it is paid `per`, and the holiday that it is `on`, are words of the interface in any capitals;
 * `minutes` may be hours:minutes; a `date` is a day, `start` and `end` a day with a time, and a `clock` a time of day.
 */
export type CellKind =
  | 'text'
  | 'choice'
  | 'number'
  | 'id'
  | 'minutes'
  | 'yesNo'
  | 'weekday'
  | 'clock'
  | 'date'
  | 'start'
  | 'end'
  | 'skill'
  | 'team'
  | 'contract'
  | 'rotation'
  | 'spot'
  | 'employee'
  | 'place'
  | 'home'
  | 'turn'
  | 'fairly'
  | 'period'
  | 'payRule'
  | 'paidPer'
  | 'holiday'
  | 'tag'
  | 'ignored'

/** A column of a table. */
export interface Column {
  /** Of the field it gives; `contract.` before those of an employee's own contract, `rotation.` before those of the rotation that an employee works, `seats.` before those of seats, `repeats.` before when something repeats, `who.` and `ratioOf.` before those of a requirement. */
  readonly name: string
  readonly kind: CellKind
  /** True when a cell has several entries, parted by `|`. */
  readonly isList: boolean
  /** True when no line may leave it empty. */
  readonly isRequired: boolean
}

/** What a contract has, in its own table or in that of employees. */
const OF_CONTRACT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(CONTRACT_LIMITS.map(({ wire, unit }) => [wire, unit === 'minutes' ? 'minutes' : 'number'])),
  completeWeekends: 'yesNo',
}

/** What people are paid: in minor units, as in a request. */
const OF_PAY: Readonly<Record<string, string>> = { 'pay.hourly': 'number', 'pay.payRules': 'id*' }

/** The columns of a week of a rotation, in the order of the week: a schedule of tables has no calendar, so that weeks begin on Monday. */
export const DAY_COLUMNS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** When something repeats. */
const OF_REPEATS: Readonly<Record<string, string>> = {
  'repeats.weekdays': 'weekday*',
  'repeats.from': 'clock',
  'repeats.to': 'clock',
  'repeats.everyWeeks': 'number',
}

/** Who counts for a requirement. */
const OF_WHO: Readonly<Record<string, string>> = { 'who.skill': 'skill', 'who.minLevel': 'number', 'who.team': 'team', 'who.employees': 'employee*' }

/** `name: kind`, with `*` after a kind for several entries in a cell, and `!` after a column that no line may leave empty. */
const WRITTEN: Readonly<Record<TableName, Readonly<Record<string, string>>>> = {
  contracts: { id: 'id', name: 'text', ...OF_CONTRACT, ...OF_PAY },
  rotations: { id: 'id!', name: 'text', week: 'number', ...Object.fromEntries(DAY_COLUMNS.map((day) => [day, 'turn!'])), anchor: 'date' },
  spots: {
    id: 'id',
    name: 'text',
    teams: 'team*',
    skills: 'skill*',
    requiresRestAfterShiftHere: 'yesNo',
    requiresRestOfMinutes: 'minutes',
    singleEmployeePerWeekPreferred: 'yesNo',
    breakRules: 'id*',
    foreignInt: 'number',
  },
  employees: {
    id: 'id',
    name: 'text',
    skills: 'skill*',
    teams: 'team*',
    contractId: 'contract',
    ...Object.fromEntries(Object.entries(OF_CONTRACT).map(([name, kind]) => [`contract.${name}`, kind])),
    home: 'home',
    'rotation.id': 'rotation',
    'rotation.offset': 'number',
    'rotation.weight': 'number',
    'rotation.priority': 'number',
    ...OF_PAY,
  },
  shifts: {
    id: 'id',
    name: 'text',
    spot: 'spot!',
    skills: 'skill*',
    anySkills: 'skill*',
    preferredSkills: 'skill*',
    start: 'start!',
    end: 'end!',
    ...OF_REPEATS,
    breakMinutes: 'minutes',
    breakRules: 'id*',
    paidMinutes: 'minutes',
    points: 'number',
    importance: 'choice',
    'seats.min': 'number',
    'seats.ideal': 'number',
    'seats.max': 'number',
    weight: 'number',
    cost: 'number',
    suggestedEmployees: 'employee*',
    dislikedEmployees: 'employee*',
    allowedCollisionSpots: 'spot*',
    fixed: 'yesNo',
    historic: 'yesNo',
    employee: 'employee',
    employees: 'employee*',
    foreignInt: 'number',
    tags: 'tag*',
    // Written for people by `turnus export csv`; the id beside it counts.
    employeeName: 'ignored',
  },
  contractPeriods: { employeeId: 'employee!', contractId: 'contract!', start: 'date', end: 'date' },
  wishes: {
    employeeId: 'employee!',
    type: 'choice!',
    start: 'start!',
    end: 'end!',
    tag: 'text',
    weight: 'number',
    measure: 'choice',
    ...OF_REPEATS,
  },
  absences: { employeeId: 'employee!', start: 'start!', end: 'end!', kind: 'text', creditMinutesPerDay: 'minutes', weekdays: 'weekday*' },
  travel: { from: 'place!', to: 'place!', minutes: 'minutes!' },
  coverage: {
    id: 'id',
    name: 'text',
    start: 'start!',
    end: 'end!',
    ...OF_REPEATS,
    spots: 'spot*',
    tags: 'tag*',
    ...OF_WHO,
    min: 'number',
    ideal: 'number',
    max: 'number',
    'ratioOf.ratio': 'number',
    ...Object.fromEntries(Object.entries(OF_WHO).map(([name, kind]) => [`ratioOf.${name}`, kind])),
    priority: 'number',
    weight: 'number',
  },
  fairness: {
    id: 'id',
    name: 'text',
    of: 'fairly!',
    tags: 'tag*',
    weekdays: 'weekday*',
    spots: 'spot*',
    employees: 'employee*',
    teams: 'team*',
    per: 'period',
    share: 'choice',
    weight: 'number',
    priority: 'number',
  },
  demands: {
    id: 'id',
    spot: 'spot!',
    start: 'start!',
    end: 'end!',
    min: 'number',
    ideal: 'number',
    max: 'number',
    weight: 'number',
    ...OF_REPEATS,
  },
  templates: {
    id: 'id!',
    name: 'text',
    spots: 'spot*!',
    weekdays: 'weekday*',
    startsFrom: 'clock!',
    startsTo: 'clock!',
    stepMinutes: 'minutes!',
    minMinutes: 'minutes!',
    maxMinutes: 'minutes!',
    lengthStepMinutes: 'minutes',
    breakRules: 'id*',
    tags: 'tag*',
    cost: 'number',
  },
  breakRules: {
    id: 'id!',
    overMinutes: 'minutes!',
    minutes: 'minutes!',
    paid: 'yesNo!',
    earliestAfter: 'minutes',
    latestBefore: 'minutes',
    stepMinutes: 'minutes',
    covered: 'yesNo',
  },
  payRules: {
    id: 'id!',
    kind: 'payRule!',
    name: 'text',
    reference: 'text',
    per: 'paidPer',
    overMinutes: 'minutes',
    from: 'clock',
    to: 'clock',
    on: 'holiday',
    weekdays: 'weekday*',
    tags: 'tag*',
    percent: 'number',
    amount: 'number',
  },
  budgets: {
    id: 'id',
    name: 'text',
    reference: 'text',
    per: 'paidPer!',
    spots: 'spot*',
    max: 'number!',
    weight: 'number',
    priority: 'number',
  },
}

const SHORT_REPEATS = { weekdays: 'repeats.weekdays', from: 'repeats.from', to: 'repeats.to', everyWeeks: 'repeats.everyWeeks' } as const
const SHORT_PAY = { hourly: 'pay.hourly', payRules: 'pay.payRules' } as const

/** Other names of columns: what `turnus export csv` writes, and what the other table calls it. */
const ALIASES: Readonly<Partial<Record<TableName, Readonly<Record<string, string>>>>> = {
  rotations: {
    rotation: 'id',
    rotationId: 'id',
    ...Object.fromEntries(DAY_COLUMNS.flatMap((day) => [2, 3].map((letters) => [day.slice(0, letters), day]))),
  },
  contracts: SHORT_PAY,
  employees: { contract: 'contractId', rotation: 'rotation.id', rotationId: 'rotation.id', rotationOffset: 'rotation.offset', ...SHORT_PAY },
  shifts: { employeeId: 'employee', seats: 'seats.min', ...SHORT_REPEATS },
  contractPeriods: { employee: 'employeeId', contract: 'contractId' },
  wishes: { employee: 'employeeId', ...SHORT_REPEATS },
  absences: { employee: 'employeeId' },
  coverage: { skill: 'who.skill', minLevel: 'who.minLevel', team: 'who.team', employees: 'who.employees', ratio: 'ratioOf.ratio', ...SHORT_REPEATS },
  demands: SHORT_REPEATS,
}

/** The columns that a table may have, in the order in which they are documented. */
export const COLUMNS: Readonly<Record<TableName, readonly Column[]>> = {
  contracts: columnsOf('contracts'),
  rotations: columnsOf('rotations'),
  spots: columnsOf('spots'),
  employees: columnsOf('employees'),
  contractPeriods: columnsOf('contractPeriods'),
  shifts: columnsOf('shifts'),
  wishes: columnsOf('wishes'),
  absences: columnsOf('absences'),
  travel: columnsOf('travel'),
  coverage: columnsOf('coverage'),
  fairness: columnsOf('fairness'),
  demands: columnsOf('demands'),
  templates: columnsOf('templates'),
  breakRules: columnsOf('breakRules'),
  payRules: columnsOf('payRules'),
  budgets: columnsOf('budgets'),
}

/** The column that a name at the head of a table means: capitals, blanks, `_` and `-` do not count, and `contract.` may be left out. Null for none. */
export function columnNamed(table: TableName, name: string): Column | null {
  const wanted = plain(name)
  const alias = Object.entries(ALIASES[table] ?? {}).find(([other]) => plain(other) === wanted)?.[1]
  const among = (text: string): Column | undefined => COLUMNS[table].find((column) => plain(column.name) === text)
  const own = alias === undefined ? wanted : plain(alias)
  return among(own) ?? among(`contract.${own}`) ?? among(own.replace(/^contract\./, '')) ?? null
}

/** The table that a file is by its name, such as `Ward 3 shifts.csv`, or else by the columns it begins with; null when neither tells. */
export function tableOf(fileName: string, names: readonly string[]): TableName | null {
  const byName = TABLE_NAMES.filter((table) => plain(fileName).includes(plain(table)))
  if (byName.length === 1) return byName[0]!
  const has = (...wanted: readonly string[]): boolean => wanted.every((name) => names.some((each) => plain(each) === name))
  if (DAY_COLUMNS.every((day) => names.some((name) => columnNamed('rotations', name)?.name === day))) return 'rotations'
  if (has('from', 'to', 'minutes')) return 'travel'
  if (has('startsfrom', 'startsto')) return 'templates'
  if (has('kind') && ['percent', 'amount', 'overminutes'].some((paid) => has(paid))) return 'payRules'
  if (has('per', 'max')) return 'budgets'
  if (has('overminutes', 'minutes')) return 'breakRules'
  if (has('spot', 'start') && (has('min') || has('ideal') || has('max'))) return 'demands'
  if (has('of')) return 'fairness'
  if (has('start', 'end') && ['min', 'ideal', 'max', 'ratioof.ratio', 'ratio'].some((limit) => has(limit))) return 'coverage'
  if (has('type', 'start')) return 'wishes'
  if (has('spot', 'start') || has('employeename')) return 'shifts'
  const isOwned = has('employeeid') || has('employee')
  if (isOwned && (has('contractid') || has('contract'))) return 'contractPeriods'
  if (isOwned && has('start', 'end')) return 'absences'
  if (has('contractid') || has('home') || names.some((name) => /^(?:contract|rotation)\./.test(plain(name)))) return 'employees'
  return null
}

function columnsOf(table: TableName): readonly Column[] {
  return Object.entries(WRITTEN[table]).map(([name, written]) => ({
    name,
    kind: written.replace(/[*!]/g, '') as CellKind,
    isList: written.includes('*'),
    isRequired: written.includes('!'),
  }))
}

/** A name of a column or a table as it is compared: capitals, blanks, `_` and `-` do not count. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}
