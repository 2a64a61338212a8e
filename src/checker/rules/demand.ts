import type { Shift } from '../../model/schedule.ts'
import type { SentenceName } from '../../model/teller.ts'
import { NOBODY } from '../../model/roster.ts'
import { demandCourse, type Stretch } from '../demand-course.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'

const QUARTER_MIN = 15
const QUARTERS_PER_HOUR = 4
/** Stretches of a day that a sentence names. */
const NAMED_STRETCHES = 3

/** How many are wrong in a stretch, and how it is said. */
interface Fault {
  readonly people: (stretch: Stretch) => number
  readonly said: SentenceName
  readonly asked: (stretch: Stretch) => number
}

/** At every moment of the demands so many are at work as they ask for. */
export const demandUnder: Rule = {
  setting: 'demandUnder',
  unit: 'employee fewer than asked for, for an hour, times the weight of the demand',
  findMatches: (view) =>
    judgeDays(view, {
      people: ({ min, assigned }) => Math.max(0, min - assigned),
      said: 'broken.tooFew',
      asked: ({ min }) => min,
    }),
}

/** At every moment of the demands so many are at work as would be ideal. */
export const demandIdeal: Rule = {
  setting: 'demandIdeal',
  unit: 'employee fewer than ideal, for an hour, times the weight of the demand',
  findMatches: (view) =>
    judgeDays(view, {
      people: ({ min, ideal, assigned }) => Math.max(0, ideal - Math.max(min, assigned)),
      said: 'broken.belowIdeal',
      asked: ({ ideal }) => ideal,
    }),
}

/** At no moment of the demands more are at work than they take. */
export const demandOver: Rule = {
  setting: 'demandOver',
  unit: 'employee too many, for an hour, times the weight of the demand',
  findMatches: (view) =>
    judgeDays(view, {
      people: ({ max, assigned, historic }) => Math.max(0, assigned - Math.max(max, historic)),
      said: 'broken.tooMany',
      asked: ({ max }) => max,
    }),
}

/** Shifts that are made of a template take no more time than they have to. */
export const generatedMinutes: Rule = {
  setting: 'generatedMinutes',
  unit: 'work minute of a shift that was made of a template',
  *findMatches({ schedule, rows, words }) {
    for (const { employee, shifts } of rows) {
      for (const shift of shifts) {
        if (shift.template === undefined || shift.workMin === 0) continue
        yield {
          shiftIds: [shift.id],
          employeeIds: [employee.id],
          date: schedule.calendar.days[shift.day]!.date,
          amount: shift.workMin,
          text: words.teller.say('broken.generated', {
            who: words.employee(employee),
            shift: words.shift(shift),
            duration: words.duration(shift.workMin),
          }),
        }
      }
    }
  },
}

/** One finding for each spot and local day on which something is wrong. */
function* judgeDays(view: RosterView, fault: Fault): Generator<Finding> {
  const course = demandCourse(view.schedule, view.roster)
  for (const { id } of view.schedule.spots) {
    for (const ofDay of byDay(course.get(id) ?? [])) {
      const wrong = ofDay.filter((stretch) => fault.people(stretch) > 0)
      if (wrong.length === 0) continue
      const quarters = worstOfQuarters(wrong, view.schedule.calendar.days[wrong[0]!.day]?.start ?? 0, fault)
      yield tell(view, wrong, {
        ...fault,
        spotIndex: view.schedule.spots.findIndex((spot) => spot.id === id),
        units: Math.ceil(quarters / QUARTERS_PER_HOUR),
      })
    }
  }
}

function byDay(stretches: readonly Stretch[]): Iterable<readonly Stretch[]> {
  return Map.groupBy(stretches, ({ day }) => day).values()
}

/** The sum over the quarters of a day of what is worst in each. */
function worstOfQuarters(wrong: readonly Stretch[], dayStart: number, { people }: Fault): number {
  const worst = new Map<number, number>()
  for (const stretch of wrong) {
    const charge = stretch.weight * people(stretch)
    for (let quarter = Math.floor((stretch.start - dayStart) / QUARTER_MIN); dayStart + quarter * QUARTER_MIN < stretch.end; quarter += 1)
      worst.set(quarter, Math.max(worst.get(quarter) ?? 0, charge))
  }
  return [...worst.values()].reduce((sum, charge) => sum + charge, 0)
}

function tell(
  { schedule, roster, words, naming }: RosterView,
  wrong: readonly Stretch[],
  { spotIndex, units, said, asked }: Fault & { readonly spotIndex: number; readonly units: number },
): Finding {
  const day = schedule.calendar.days[wrong[0]!.day]
  const isBeside = (shift: Shift): boolean => shift.spotIndex === spotIndex && wrong.some(({ start, end }) => shift.start < end && shift.end > start)
  const beside = schedule.shifts.flatMap((shift, position) => (isBeside(shift) && roster[position] !== NOBODY ? [position] : []))
  const joined = joinAlike(wrong)
  const { teller } = words
  const { say } = teller
  const named = joined.slice(0, NAMED_STRETCHES).map((stretch) =>
    say(said === 'broken.tooMany' ? 'broken.demandBeyond' : 'broken.demandShort', {
      from: words.clock(stretch.start),
      until: stretch.end === day?.end ? teller.clock('24:00') : words.clock(stretch.end),
      assigned: stretch.assigned,
      asked: asked(stretch),
    }),
  )
  const more = joined.length - named.length
  return {
    ...naming.nameListed(beside.length, () => beside.map((position) => schedule.shifts[position]!)),
    employeeIds: [...new Set(beside.map((position) => schedule.employees[roster[position]!]!.id))],
    date: day?.date ?? words.dateAt(wrong[0]!.start),
    amount: units,
    text: say('broken.demand', {
      spot: words.spot(schedule.spots[spotIndex]!),
      date: day === undefined ? '' : words.date(day.date),
      fault: say(said),
      times: named.join('; '),
      more: more > 0 ? say('broken.demandMore', { count: more }) : '',
    }),
  }
}

/** Stretches that follow one another with the same numbers, as one. */
function joinAlike(stretches: readonly Stretch[]): readonly Stretch[] {
  const joined: Stretch[] = []
  for (const stretch of stretches) {
    const last = joined.at(-1)
    const isOne =
      last?.end === stretch.start &&
      last.assigned === stretch.assigned &&
      last.min === stretch.min &&
      last.ideal === stretch.ideal &&
      last.max === stretch.max
    if (isOne) joined[joined.length - 1] = { ...last, end: stretch.end }
    else joined.push(stretch)
  }
  return joined
}
