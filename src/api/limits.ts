/** Entries in `fairness`: everybody's row is counted for each, in each of its periods. */
export const MAX_FAIRNESS = 200

/** Entries in `rotations`, and weeks of one of them. */
export const MAX_ROTATIONS = 1_000
export const MAX_ROTATION_WEEKS = 520

/** Entries in `keep`. */
export const MAX_KEEP = 50

/** The least and the most that a number may be, both included. */
export interface Range {
  readonly min: number
  readonly max: number
  /** What is counted, where people give another unit for it. */
  readonly unit?: 'minutes' | 'hours'
}

/** How large a schedule may be; what the operator may change. */
export interface ScheduleLimits {
  readonly employees: number
  /** Of one seat each; those that have several count as many times. */
  readonly shifts: number
  /** Days from the first on which a not historic shift starts to the last; as many again may lie before it as history. */
  readonly horizonDays: number
  /** Most seconds of search that a schedule may ask for. */
  readonly solveSeconds: number
  /** Memory that the search of one job may take, in MiB; infinite = how heavy the schedule is was found out before. */
  readonly memoryMib: number
}

export const DEFAULT_LIMITS: ScheduleLimits = { employees: 5_000, shifts: 100_000, horizonDays: 400, solveSeconds: 3_600, memoryMib: 2_048 }

/** Most errors, and most warnings, in one answer. */
export const MAX_ISSUES = 100
/** Most entries in a list other than shifts and employees: spots, wishes of one employee, tags, requirements. */
export const MAX_LIST = 20_000
/** Most events of one replan. */
export const MAX_EVENTS = 10_000
/** Most entries in `travel.matrix`. */
export const MAX_TRAVEL = 10_000
/** Most shifts that all coverage requirements together may look at, whether they choose them or not. */
export const MAX_COVERED_SHIFTS = 2_000_000
/** Most shifts that all shift groups together may look at, whether they choose them or not. */
export const MAX_GROUPED_SHIFTS = 2_000_000
/** Most times that all that repeats comes to together: wishes, and coverage requirements. */
export const MAX_REPEATED = 1_000_000
/** Most entries that the lists of all shifts that repeat have together, counted for each day: as many as a body may hold that lists them one by one. */
export const MAX_REPEATED_ENTRIES = 5_000_000
/** Entries in `payRules`. */
export const MAX_PAY_RULES = 200
/** Entries in `budgets`. */
export const MAX_BUDGETS = 200
/** The most that a priority may hold of pay, in parts of a minor unit (`model/pay.ts`): up to here sums of it stay exact. */
export const MAX_WEIGHED_PAY = 1e15
/** Entries in `breakRules`, and breaks of one shift. */
export const MAX_BREAK_RULES = 100
export const MAX_BREAKS = 4
/** From one place of a break to the next, in minutes. */
export const DEFAULT_BREAK_STEP = 15
/** Entries in `shiftTemplates`. */
export const MAX_TEMPLATES = 1_000
/** Most characters of the id of a template: with the start and the number of a shift behind it, it stays an id. */
export const MAX_TEMPLATE_ID_TEXT = 40
/** Most times that all demands come to together: each is told in the answer. */
export const MAX_DEMAND_TIMES = 100_000
/** Most shifts that all templates together may allow where somebody is wanted, and most that are looked at for that. */
export const MAX_CANDIDATES = 300_000
export const MAX_CONSIDERED_CANDIDATES = 3_000_000
/** A shift longer than this is refused, in days: a quarter of a year, as long as one rotation of somebody in training. */
export const MAX_SHIFT_DAYS = 92
export const MAX_SHIFT_MIN = MAX_SHIFT_DAYS * 1_440
/** A shift longer than this is answered with a warning, in minutes: 48 hours. */
export const LONG_SHIFT_MIN = 48 * 60
/** Most characters of a submission's name and reference, and of the text of a label. */
export const MAX_NAME_TEXT = 255
export const MAX_LABEL_TEXT = 255
/** Most labels of a submission. */
export const MAX_LABELS = 20
/** Most characters of an id that is a text. */
export const MAX_ID_TEXT = 64
/** Most characters of a name, a tag, a description. */
export const MAX_TEXT = 1_000
/** Years in which shifts may lie; time zones are not kept reliably outside. */
export const SHIFT_YEARS: Range = { min: 1900, max: 2299 }

export const DEFAULT_MAX_SECONDS = 60
export const DEFAULT_SEED = 1

/** What a question is answered with when it does not say how much is wanted. */
export const DEFAULT_ANSWERS = {
  matchLimit: 1_000,
  candidateLimit: 10,
  repairLimit: 10,
  repairSeconds: 10,
  generateSeconds: 10,
  stressLimit: 20,
  stressSeconds: 10,
  previewSeconds: 5,
} as const

/** Shifts that people are wanted for together, in one question. */
export const MAX_ASKED_SHIFTS = 50

/** Every number of the wire, by what it is. Products of the largest stay far below 2⁵³. */
export const RANGES = {
  id: { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER },
  settingWeight: { min: 0, max: 20 },
  multiplier: { min: 1, max: 100 },
  percent: { min: 0, max: 100 },
  collisions: { min: 0, max: 1_000 },
  shiftWeight: { min: 0, max: 1_000_000 },
  weight: { min: 1, max: 1_000_000 },
  cost: { min: 0, max: 1_000_000 },
  /** Of one shift; all together are limited as shifts are. */
  seats: { min: 0, max: 1_000 },
  points: { min: 0, max: 10_000 },
  minutes: { min: 0, max: 10_000_000, unit: 'minutes' },
  dayMinutes: { min: 0, max: 1_440, unit: 'minutes' },
  /** Of a rule that counts shifts, days or weekends. */
  counted: { min: 0, max: 10_000_000 },
  count: { min: 0, max: 1_000_000 },
  /** At work at a moment. */
  people: { min: 0, max: 10_000 },
  /** Of coverage: so many for each other. */
  ratio: { min: 0.001, max: 1_000 },
  carry: { min: -10_000_000, max: 10_000_000 },
  atLeastOne: { min: 1, max: 1_000_000 },
  weeks: { min: 1, max: 520 },
  /** By how many weeks somebody is ahead of a rotation. */
  offset: { min: -10_000, max: 10_000 },
  /** 0 is read as absent, with a warning. */
  everyNth: { min: 0, max: 520 },
  shiftHours: { min: 0, max: 744, unit: 'hours' },
  weeklyRestHours: { min: 0, max: 168, unit: 'hours' },
  windowDays: { min: 1, max: 10_000 },
  windowHours: { min: 1, max: 240_000, unit: 'hours' },
  priority: { min: 1, max: 4 },
  /** Of a skill. */
  level: { min: 1, max: 9 },
  queuePriority: { min: -100, max: 100 },
  nightMinutes: { min: 1, max: 1_440, unit: 'minutes' },
  /** Of a shift that is made of a template. */
  templateMinutes: { min: 1, max: 2_880, unit: 'minutes' },
  templateStep: { min: 1, max: 1_440, unit: 'minutes' },
  /** A length of a shift, or a time within one. */
  breakOver: { min: 0, max: 1_440, unit: 'minutes' },
  breakMinutes: { min: 1, max: 480, unit: 'minutes' },
  breakStep: { min: 5, max: 1_440, unit: 'minutes' },
  withinHours: { min: 0, max: 10_000 },
  /** Minor units of a currency. */
  hourly: { min: 0, max: 10_000_000 },
  money: { min: 0, max: 1_000_000_000 },
  budget: { min: 0, max: 1_000_000_000_000 },
  currencyUnit: { min: 1, max: 1_000_000 },
  overtimePercent: { min: 100, max: 1_000 },
  surchargePercent: { min: 0, max: 1_000 },
  share: { min: 0, max: 1 },
  seed: { min: 0, max: 4_294_967_295 },
  seconds: { min: 1, max: 3_600 },
  matchLimit: { min: 0, max: 100_000 },
  candidateLimit: { min: 1, max: 5_000 },
  repairLimit: { min: 1, max: 100 },
  repairSeconds: { min: 1, max: 60 },
  previewSeconds: { min: 1, max: 5 },
  alternatives: { min: 1, max: 5 },
  stressLimit: { min: 1, max: 1_000 },
  stressSeconds: { min: 1, max: 60 },
  generateSeconds: { min: 1, max: 60 },
} as const satisfies Record<string, Range>
