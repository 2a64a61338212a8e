import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onlySettings, weights } from '../../src/formats/plain-settings.ts'
import { describeGap } from '../../src/model/score.ts'
import { type CurveBreak, type CurveInstance, type RetailShift, workedMinutes } from './curve-instance.ts'
import { PLANTED, plantInstance } from './planted.ts'
import type { BenchmarkSet, ScheduleDocument, Scored } from './set.ts'
import type { Summary } from './summary.ts'

const QUARTER_MIN = 15
const MINUTES_PER_DAY = 1440
/** Each day of an instance goes from 06:00 to 06:00: as a schedule, from midnight to midnight. */
const DAY_STARTS_MIN = 360
const FIRST_DAY = Date.UTC(2026, 0, 5)
const REST_MIN = 660
const MAX_DAYS = 6
const HARD = weights(20, 0)
/** With such a weight each quarter of an hour is a unit. */
const WEIGHT = 4

/** Reads an instance with one task. */
export function readRetailInstance(text: string): CurveInstance {
  const sections = new Map<string, string[]>()
  let lines: string[] = []
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('SECTION_')) sections.set(line.slice('SECTION_'.length).trim(), (lines = []))
    else if (line.trim() !== '' && !line.startsWith('#')) lines.push(line.trim())
  }
  const linesOf = (name: string): string[] => {
    const found = sections.get(name)
    if (found === undefined) throw new Error(`The file has no section ${name}.`)
    return found
  }
  const days = Number(linesOf('HORIZON')[0])
  const quarters = (days * MINUTES_PER_DAY) / QUARTER_MIN
  const [least, most] = [new Int32Array(quarters), new Int32Array(quarters)]
  for (const line of linesOf('COVER')) {
    const [day, time, , min, max] = line.split(',')
    const [hour, minute] = time!.split('-')[0]!.split(':').map(Number)
    const at = ((Number(day) - 1) * MINUTES_PER_DAY + 60 * hour! + minute! - DAY_STARTS_MIN) / QUARTER_MIN
    least[at] = Number(min)
    most[at] = Number(max)
  }
  const staff = linesOf('STAFF').map((line) => {
    const [id, min, max] = line.split(',')
    return { id: id!, minMinutes: Number(min), maxMinutes: Number(max) }
  })
  return { days, staff, least, most, ...RETAIL_SHIFTS }
}

/** Of all instances. */
const RETAIL_SHIFTS = { stepMin: QUARTER_MIN, shortestMin: 360, longestMin: 600 }

function instant(minute: number): string {
  return new Date(FIRST_DAY + 60_000 * minute).toISOString().slice(0, 16)
}

/** The rules of the README of the instances, as a schedule: what must be on the first priority, then quarters below the least, above the most, and paid minutes. */
export function retailToSchedule({ days, staff, least, most, stepMin, shortestMin, longestMin, break: own }: CurveInstance): ScheduleDocument {
  return {
    timeZone: 'UTC',
    employees: staff.map(({ id, minMinutes, maxMinutes }, at) => ({
      id: at + 1,
      name: id,
      // Nobody works beyond the last day.
      wishes: [{ type: 'UNAVAILABLE', start: instant(MINUTES_PER_DAY * days), end: instant(MINUTES_PER_DAY * (days + 1)) }],
      contract: { minMinutesTotal: minMinutes, maxMinutesTotal: maxMinutes, hoursBetweenShift: REST_MIN, maxConsecutiveDays: MAX_DAYS },
    })),
    spots: [{ id: 1 }],
    shifts: [],
    demands: stretchesOf(least, most).map(({ from, to }, at) => ({
      id: at + 1,
      spot: 1,
      start: instant(QUARTER_MIN * from),
      end: instant(QUARTER_MIN * to),
      min: least[from],
      ...(most[from] === Infinity ? {} : { max: most[from] }),
      weight: WEIGHT,
    })),
    shiftTemplates: [
      {
        id: 'shift',
        spots: [1],
        startsFrom: '00:00',
        startsTo: new Date(60_000 * (MINUTES_PER_DAY - stepMin)).toISOString().slice(11, 16),
        stepMinutes: stepMin,
        minMinutes: shortestMin,
        maxMinutes: longestMin,
        ...(own === undefined ? {} : { breakRules: ['break'] }),
      },
    ],
    ...(own === undefined ? {} : { breakRules: [breakRuleOf(own, stepMin)] }),
    settings: onlySettings({
      unavailable: HARD,
      oneShiftPerDay: HARD,
      shiftCollision: HARD,
      minRestBetweenShifts: weights(1, 0),
      maxConsecutiveDays: HARD,
      totalWork: weights(1, 0),
      demandUnder: weights(0, 1),
      demandOver: { ...weights(0, 0), thirdPriorityWeight: 1 },
      generatedMinutes: { ...weights(0, 0), fourthPriorityWeight: 1 },
    }),
    termination: { maxSeconds: 60 * days },
  }
}

function breakRuleOf({ overMin, minutes, fromEndsMin }: CurveBreak, stepMin: number): object {
  return {
    id: 'break',
    overMinutes: overMin,
    minutes,
    paid: false,
    earliestAfter: fromEndsMin,
    latestBefore: fromEndsMin,
    stepMinutes: stepMin,
  }
}

function stretchesOf(least: ArrayLike<number>, most: ArrayLike<number>): { readonly from: number; readonly to: number }[] {
  const stretches: { from: number; to: number }[] = []
  for (let at = 0; at < least.length; at += 1) {
    const last = stretches.at(-1)
    if (last !== undefined && least[last.from] === least[at] && most[last.from] === most[at]) last.to = at + 1
    else stretches.push({ from: at, to: at + 1 })
  }
  return stretches
}

/** What a roster comes to, by the rules themselves and nothing of Turnus. */
export interface RetailScore {
  readonly hard: number
  readonly under: number
  readonly over: number
  readonly minutes: number
}

/** Scores shifts by the rules of the README. Hard breaches are counted in minutes and in times. */
export function scoreRetail(instance: CurveInstance, shifts: readonly RetailShift[]): RetailScore {
  const { days, staff, least, most, stepMin, shortestMin, longestMin } = instance
  const there = new Int32Array(least.length)
  const count = (start: number, end: number, people: number): void => {
    for (let at = start / QUARTER_MIN; at < Math.min(end / QUARTER_MIN, there.length); at += 1) there[at]! += people
  }
  let hard = 0
  let minutes = 0
  for (const shift of shifts) {
    const { start, end, breaks = [] } = shift
    count(start, end, 1)
    for (const own of breaks) count(own.start, own.end, -1)
    minutes += workedMinutes(shift)
    const isWhole = start % stepMin === 0 && (end - start) % stepMin === 0
    if (end > days * MINUTES_PER_DAY) hard += 1
    if (!isWhole || end - start < shortestMin || end - start > longestMin) hard += 1
    if (!isRested(instance, shift)) hard += 1
  }
  for (const [number, { minMinutes, maxMinutes }] of staff.entries()) {
    const own = shifts.filter((shift) => shift.staff === number).sort((a, b) => a.start - b.start)
    const worked = own.reduce((sum, shift) => sum + workedMinutes(shift), 0)
    hard += Math.max(0, minMinutes - worked) + Math.max(0, worked - maxMinutes)
    const onDay = Array.from({ length: days }, (_, day) => own.filter(({ start }) => Math.floor(start / MINUTES_PER_DAY) === day).length)
    let run = 0
    for (const count of onDay) {
      hard += Math.max(0, count - 1)
      run = count > 0 ? run + 1 : 0
      if (run > MAX_DAYS) hard += 1
    }
    own.slice(1).forEach(({ start }, at) => (hard += Math.max(0, REST_MIN - (start - own[at]!.end))))
  }
  let under = 0
  let over = 0
  there.forEach((count, at) => {
    under += Math.max(0, least[at]! - count)
    over += Math.max(0, count - most[at]!)
  })
  return { hard, under, over, minutes }
}

/** Whether a shift has its break, and no other. */
function isRested({ stepMin, break: rule }: CurveInstance, { start, end, breaks = [] }: RetailShift): boolean {
  if (rule === undefined || end - start <= rule.overMin) return breaks.length === 0
  return (
    breaks.length === 1 &&
    breaks.every((own) => {
      const isInside = own.start - start >= rule.fromEndsMin && end - own.end >= rule.fromEndsMin
      return isInside && own.end - own.start === rule.minutes && (own.start - start) % stepMin === 0
    })
  )
}

/** Demand curves of a shop by the quarter of an hour, whose shifts are to be found. */
export const DEMAND: BenchmarkSet = {
  name: 'demand',
  title: 'Demand curves: planted ones, and those of the retail instances of Curtois, with shifts that are found',
  address: 'http://www.schedulingbenchmarks.org/',
  pointsPerUnit: 1,
  // What is planted needs no files.
  findObstacle: async () => null,
  async listInstances(folder) {
    const files = await readdir(join(folder, 'retail')).catch(() => [])
    const read = files
      .flatMap((file) => /^(\d+_\d+_\d+_1)\.txt$/.exec(file)?.[1] ?? [])
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    return [...Object.keys(PLANTED), ...read]
  },
  async loadSchedule(folder, instance) {
    return retailToSchedule(await readInstance(folder, instance))
  },
  exportRoster(_schedule, { shifts }) {
    const lines = shifts.map(({ employee, start, end, breaks }) => {
      const own = (breaks ?? []) as readonly { readonly start: unknown; readonly end: unknown }[]
      return [Number(employee) - 1, ...[{ start, end }, ...own].flatMap((time) => [minuteOf(time.start), minuteOf(time.end)])].join()
    })
    return [{ name: 'roster.csv', text: ['staff,start,end,breaks', ...lines, ''].join('\n') }]
  },
  async scoreRoster({ folder, instance, paths }): Promise<Scored> {
    const text = await readFile(paths[0]!, 'utf8')
    const shifts = text
      .split('\n')
      .slice(1, -1)
      .map((line): RetailShift => {
        const [staff, start, end, ...rest] = line.split(',').map(Number)
        const breaks = rest.flatMap((from, at) => (at % 2 === 0 ? [{ start: from, end: rest[at + 1]! }] : []))
        return { staff: staff!, start: start!, end: end!, breaks }
      })
    const { hard, under, over, minutes } = scoreRetail(await readInstance(folder, instance), shifts)
    // What is hard has weights of its own, so that only nothing can be compared with nothing.
    return { penalty: under, hardViolations: hard, ...(hard === 0 ? { score: [0, under, over, minutes] } : {}) }
  },
  readKnown: async () => new Map(),
  remarkOn: remarkOnHours,
}

/** What is too much and what is paid, beside what is proved of it. */
export function remarkOnHours(summaries: readonly Summary[]): string[] {
  return summaries.flatMap(({ instance, scores }) => {
    if (scores === null) return []
    const { score, bound } = scores
    const said = (priority: 1 | 2 | 3): string =>
      `${score[priority].toLocaleString('en')} (proved ${bound === null ? '-' : bound[priority].toLocaleString('en')})`
    const distance = bound === null ? '' : `; ${describeGap(score, bound)}`
    return [`${instance}: below the least ${said(1)}, above the most ${said(2)}, paid minutes ${said(3)}${distance}.`]
  })
}

async function readInstance(folder: string, instance: string): Promise<CurveInstance> {
  const planted = PLANTED[instance]
  if (planted !== undefined) return plantInstance(planted)
  return readRetailInstance(await readFile(join(folder, 'retail', `${instance}.txt`), 'utf8'))
}

function minuteOf(instantText: unknown): number {
  const text = String(instantText)
  return (Date.parse(/Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`) - FIRST_DAY) / 60_000
}
