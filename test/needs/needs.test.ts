// Slow: each need is a schedule that is really solved.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import type { Identifier } from '../../src/model/units.ts'
import { type Worked, workedShifts } from './worked-shifts.ts'

/*
 * What people who plan for a living ask for, each written as a schedule in the words of the interface, solved, and
 * looked at the way the planner would: by who works when, and not only by the score.
 */

interface Need {
  readonly file: string
  readonly says: string
  /** The best score there is, or the best that was ever found where it is not proved. */
  readonly score: readonly number[]
  readonly moves?: number
  readonly looks: (shifts: readonly Worked[]) => void
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const dateOf = ({ start }: Worked): string => start.slice(0, 10)
const dayAfter = (date: string): string => new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10)
const weekday = (date: string): number => new Date(date).getUTCDay()
const [MONDAY, FRIDAY] = [1, 5]
const everyone = (shifts: readonly Worked[]): Identifier[] => [...new Set(shifts.flatMap(({ by }) => by))]
const of = (shifts: readonly Worked[], who: Identifier): Worked[] => shifts.filter(({ by }) => by.includes(who))
const isTagged = (tag: string) => (shift: Worked) => shift.tags?.includes(tag) === true

const minutesOf = (shifts: readonly Worked[]): number =>
  shifts.reduce((sum, { start, end }) => sum + (Date.parse(end) - Date.parse(start)) / MINUTE_MS, 0)

function allFilled(shifts: readonly Worked[], seats = 1): void {
  expect(shifts.filter(({ by }) => by.length !== seats)).toEqual([])
}

const NEEDS: readonly Need[] = [
  {
    file: 'duty-weekend',
    says: 'one person has the whole duty weekend, the Monday after it free, and two free weekends between two of them',
    score: [0, 0, 0],
    looks: (shifts) => {
      allFilled(shifts)
      const weekends = new Map<string, Set<Identifier>>()
      for (const shift of shifts.filter(isTagged('we'))) {
        const friday = new Date(Date.parse(dateOf(shift)) - ((weekday(dateOf(shift)) + 2) % 7) * DAY_MS).toISOString().slice(0, 10)
        weekends.set(friday, (weekends.get(friday) ?? new Set()).add(shift.by[0]!))
      }
      expect([...weekends.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1])
      const turns = [...weekends.values()].map(([who]) => who!)
      for (let i = 0; i + 2 < turns.length; i += 1) expect(new Set(turns.slice(i, i + 3)).size).toBe(3)
      for (const [friday, [who]] of weekends) {
        const monday = dayAfter(dayAfter(dayAfter(friday)))
        expect(weekday(monday)).toBe(MONDAY)
        expect(of(shifts, who!).map(dateOf)).not.toContain(monday)
      }
    },
  },
  {
    file: 'nobody-twice',
    says: 'in three days of three crews nobody meets a colleague twice',
    score: [0, 0, 0, 0],
    looks: (shifts) => {
      allFilled(shifts, 3)
      const met = shifts.flatMap(({ by }) => by.flatMap((a) => by.filter((b) => a < b).map((b) => `${a} ${b}`)))
      expect(new Set(met).size).toBe(met.length)
    },
  },
  {
    file: 'never-together',
    says: 'two people never work together',
    score: [0, 0, 0, 0],
    looks: (shifts) => {
      allFilled(shifts, 2)
      for (const { by } of shifts) expect(by.includes(1) && by.includes(2)).toBe(false)
    },
  },
  {
    file: 'two-forklifts',
    says: 'no more than two forklifts drive at a time: one of three shifts that overlap stays empty',
    score: [0, 20],
    looks: (shifts) => expect(shifts.filter(({ by }) => by.length === 1)).toHaveLength(2),
  },
  {
    file: 'skill-by-night',
    says: 'a skill that is asked for from ten to six is not asked for in the evening',
    score: [0, 0],
    looks: (shifts) => allFilled(shifts),
  },
  {
    file: 'two-full-timers-for-each-part-timer',
    says: 'wherever a part-timer works two full-timers do',
    score: [0, 0],
    looks: (shifts) => {
      allFilled(shifts)
      for (const own of Map.groupBy(shifts, dateOf).values()) {
        const part = own.filter(({ by }) => Number(by[0]) > 4).length
        expect(own.length - part).toBeGreaterThanOrEqual(2 * part)
      }
    },
  },
  {
    file: 'travel-between-sites',
    says: 'nobody is at the next site before the way there is over',
    score: [0, 0, 0, 24],
    looks: (shifts) => {
      allFilled(shifts)
      const WAYS: Readonly<Record<string, number>> = { '1 2': 15, '1 3': 60, '2 3': 40 }
      for (const who of everyone(shifts)) {
        const own = of(shifts, who).toSorted((a, b) => a.start.localeCompare(b.start))
        for (const [at, shift] of own.entries()) {
          const next = own[at + 1]
          if (next === undefined) continue
          const way = WAYS[[Number(shift.spot), Number(next.spot)].sort().join(' ')] ?? 0
          expect((Date.parse(next.start) - Date.parse(shift.end)) / MINUTE_MS).toBeGreaterThanOrEqual(way)
        }
      }
    },
  },
  {
    file: 'wish-by-the-hour',
    says: 'a wish that is touched for an hour costs less than one that is refused for eight',
    score: [0, 0, 45, 0],
    looks: (shifts) => allFilled(shifts),
  },
  {
    file: 'after-p-comes-o',
    says: 'after P comes O, and after a night five days without one',
    score: [0, 0, 0],
    looks: (shifts) => {
      const clinics = shifts.filter(isTagged('clinic'))
      allFilled(clinics, 2)
      allFilled(shifts.filter((shift) => !clinics.includes(shift)))
      const last = dateOf(shifts.at(-1)!)
      for (const who of everyone(shifts)) {
        const own = of(shifts, who)
        for (const shift of own.filter(isTagged('P')).filter((p) => dateOf(p) < last)) {
          const next = own.filter((other) => dateOf(other) === dayAfter(dateOf(shift)))
          expect(next.map(({ tags }) => tags)).toEqual([['O']])
        }
        const nights = own.filter(isTagged('night')).map((night) => Date.parse(dateOf(night)) / DAY_MS)
        for (let i = 1; i < nights.length; i += 1) expect(nights[i]! - nights[i - 1]!).toBeGreaterThan(5)
      }
    },
  },
  {
    file: 'pay-fortnight',
    says: 'seven shifts in each pay fortnight, and none of the fortnights between',
    score: [0, 0, 106, 0],
    looks: (shifts) => {
      allFilled(shifts)
      for (const who of [1, 2]) for (const part of [shifts.slice(0, 14), shifts.slice(14)]) expect(of(part, who)).toHaveLength(7)
    },
  },
  {
    file: 'nights-over-the-clock-change',
    says: 'five nights of eight hours by the clock are forty hours, in the week in which the clock goes back too',
    score: [0, 0, 0, 0],
    looks: (shifts) => allFilled(shifts),
  },
  {
    file: 'minutes-cut-at-midnight',
    says: 'a shift over midnight gives each day the hours that lie in it',
    score: [0, 0, 0, 8],
    looks: (shifts) => allFilled(shifts),
  },
  {
    file: 'two-business-days-each',
    says: 'whoever is on call is on call for two business days',
    score: [0, 0, 1, 0],
    looks: (shifts) => {
      allFilled(shifts)
      for (let i = 0; i < shifts.length; i += 2) expect(shifts[i + 1]!.by).toEqual(shifts[i]!.by)
    },
  },
  {
    file: 'rotations-of-two-months',
    says: 'six rotations of two months are one shift each, and everybody has all six',
    score: [0, 0, 0, 0],
    looks: (shifts) => {
      allFilled(shifts)
      for (const who of everyone(shifts)) expect(new Set(of(shifts, who).map(({ spot }) => spot)).size).toBe(6)
    },
  },
  {
    file: 'blocks-of-four-weeks',
    says: 'of thirteen blocks of four weeks everybody has two or three of each kind',
    score: [0, 0, 0, 0],
    looks: (shifts) => {
      allFilled(shifts)
      for (const who of everyone(shifts))
        for (const tag of ['R', 'C', 'P', 'G', 'A', 'N']) expect([2, 3]).toContain(of(shifts, who).filter(isTagged(tag)).length)
    },
  },
  {
    file: 'no-night-before-a-free-weekend',
    says: 'nobody has a night on the Friday before a free weekend',
    score: [0, 0, 6],
    looks: (shifts) => {
      allFilled(shifts)
      for (const who of everyone(shifts)) {
        const dates = of(shifts, who).map(dateOf)
        for (const night of of(shifts, who).filter(isTagged('n'))) {
          const saturday = dayAfter(dateOf(night))
          if (weekday(dateOf(night)) === FRIDAY && saturday < '2026-06-28')
            expect(dates.includes(saturday) || dates.includes(dayAfter(saturday))).toBe(true)
        }
      }
    },
  },
  {
    file: 'rota-in-turn',
    says: 'three lines work a rota of three weeks in turn, and the fourth week is the first again',
    score: [0, 0, 1],
    looks: (shifts) => {
      allFilled(shifts)
      const tags = ['early', 'late', null]
      for (const shift of shifts) {
        const weeks = Math.floor((Date.parse(dateOf(shift)) - Date.parse('2026-01-04')) / (7 * DAY_MS))
        expect(tags[(weeks + Number(shift.by[0]) - 1) % tags.length]).toBe(shift.tags![0])
      }
    },
  },
  {
    file: 'weekend-as-one-duty',
    says: 'a duty from Friday to Monday is one shift: no duty on the Monday after it, and two weekends free',
    score: [0, 0, 440],
    looks: (shifts) => {
      allFilled(shifts)
      const weekends = shifts.filter(isTagged('w'))
      for (const [at, { by, start }] of weekends.entries()) {
        expect(weekends.slice(at + 1, at + 3).flatMap((next) => next.by)).not.toContain(by[0])
        const monday = dayAfter(dayAfter(dayAfter(start.slice(0, 10))))
        expect(of(shifts, by[0]!).map(dateOf)).not.toContain(monday)
      }
    },
  },
  {
    file: 'weekend-over-the-edge-of-a-month',
    says: 'whoever was on call on the last Friday of a month goes on through the weekend in the next',
    score: [0, 0, 0],
    looks: (shifts) => {
      allFilled(shifts.slice(1))
      expect(shifts.slice(1, 3).map(({ by }) => by)).toEqual([[2], [2]])
      const later = shifts.slice(3).filter(isTagged('we'))
      for (let i = 0; i < later.length; i += 3) expect(everyone(later.slice(i, i + 3))).toHaveLength(1)
    },
  },
  {
    file: 'late-sleep-in-and-early-as-one-stay',
    says: 'whoever sleeps in has the late shift before and the early one after, and eleven hours of rest between all else',
    score: [0, 0, 1],
    looks: (shifts) => {
      allFilled(shifts)
      const last = dateOf(shifts.at(-1)!)
      for (const { by, start } of shifts.filter(isTagged('sleep'))) {
        const date = start.slice(0, 10)
        const own = of(shifts, by[0]!).map((shift) => `${dateOf(shift)} ${shift.tags![0]}`)
        expect(own).toContain(`${date} late`)
        if (date < last) expect(own).toContain(`${dayAfter(date)} early`)
      }
    },
  },
  {
    file: 'seniority-of-wishes',
    says: 'nobody gets a wish at the cost of somebody who is longer there',
    score: [0, 0, 2505, 0],
    looks: (shifts) => {
      allFilled(shifts)
      const days = [1, 2, 4, 5].map((who) => of(shifts, who).map(dateOf))
      expect(days).toEqual([['2026-06-03'], ['2026-06-04'], ['2026-06-01'], ['2026-06-05']])
    },
  },
  {
    file: 'split-duty-for-those-who-accept',
    says: 'who accepts it works lunch and dinner of a day within twelve hours, who does not works one of them',
    score: [0, 0, 2],
    looks: (shifts) => {
      allFilled(shifts, 2)
      for (const day of Map.groupBy(shifts, dateOf).values()) expect(of(day, 3)).toHaveLength(1)
    },
  },
  {
    file: 'hours-on-call-evenly',
    says: 'hours on call are shared, and not only their number: fifteen hours each',
    score: [0, 0, 0],
    looks: (shifts) => {
      allFilled(shifts)
      for (const who of [1, 2]) expect(minutesOf(of(shifts, who))).toBe(15 * 60)
    },
  },
  {
    file: 'holidays-with-carry',
    says: 'whoever had fewer holidays before has those of Christmas',
    // Both of them should have two, and there are three.
    score: [0, 0, 1],
    looks: (shifts) => {
      allFilled(shifts)
      const holidays = shifts.filter(isTagged('holiday'))
      expect([1, 2, 3, 4].map((who) => of(holidays, who).length).toSorted((a, b) => a - b)).toEqual([0, 0, 1, 2])
      expect([of(holidays, 1), of(holidays, 2)]).toEqual([[], []])
    },
  },
  {
    file: 'no-catching-up-after-illness',
    says: 'who was ill for the first week has a share of the second, and does not catch up',
    score: [0, 0, 0],
    looks: (shifts) => {
      allFilled(shifts)
      // Present on 15, 15 and 8 days of 15: shares of 5.9, 5.9 and 3.2 shifts.
      for (const who of [1, 2]) expect([5, 6]).toContain(of(shifts, who).length)
      expect([3, 4]).toContain(of(shifts, 3).length)
    },
  },
  {
    file: 'cost-per-employee',
    says: 'the dearest of three works only where that costs less than overtime of the cheaper ones',
    // $2,445.
    score: [0, 0, 2445, 0],
    looks: (shifts) => {
      allFilled(shifts, 2)
      expect([1, 2, 3].map((who) => of(shifts, who).length)).toEqual([7, 1, 6])
    },
  },
  {
    file: 'demand-curve',
    says: 'people by the hour come as shifts that are found, nobody short and nobody too many',
    // 46 hours are wanted, and no minute more is paid.
    score: [0, 0, 0, 46 * 60],
    looks: (shifts) => {
      allFilled(shifts)
      for (const who of everyone(shifts)) expect(of(shifts, who)).toHaveLength(1)
      const wanted = [
        [6, 2],
        [8, 4],
        [12, 3],
        [18, 2],
      ] as const
      for (let hour = 6; hour < 22; hour += 1) {
        const at = Date.parse(`2026-06-01T${String(hour).padStart(2, '0')}:00:00+02:00`)
        const there = shifts.filter(({ start, end }) => Date.parse(start) <= at && at < Date.parse(end)).length
        expect(there).toBe(wanted.findLast(([from]) => from <= hour)![1])
      }
    },
  },
  {
    file: 'every-kind-evenly',
    says: 'everybody has two earlies, two lates and two nights',
    score: [0, 0, 0],
    looks: (shifts) => {
      allFilled(shifts)
      for (const who of [1, 2, 3, 4, 5, 6]) for (const tag of ['early', 'late', 'night']) expect(of(shifts, who).filter(isTagged(tag)).length).toBe(2)
    },
  },
]

test.each(NEEDS)('$says ($file)', ({ file, score, moves = 60_000, looks }) => {
  const text = readFileSync(new URL(`${file}.json`, import.meta.url), 'utf8')
  const { submission, errors } = readSubmission(JSON.parse(text), { callback: 'optional' })
  expect(errors).toEqual([])
  const found = solve(submission!.schedule, solveOptions({ maxIterations: moves, targetGap: 0 }))
  const { schedule, roster } = materialised(submission!.schedule, found.roster)
  expect(judge(schedule, roster).score.slice(0, score.length)).toEqual(score)
  looks(workedShifts(JSON.parse(text) as { shifts: Worked[] }, schedule, roster))
})
