import { expect, test } from 'vitest'
import { randomRoster } from '../../../test/property/any-schedule.ts'
import { drawnSchedule } from '../../../test/property/random-schedule.ts'
import { casesOf } from '../../../test/property/cases.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { judge } from '../../checker/check.ts'
import { isDecided, NOBODY, type Roster } from '../../model/roster.ts'
import { compareScores, PERFECT, subtractScores, type Score } from '../../model/score.ts'
import type { SettingName } from '../../model/settings.ts'
import { type Handover, Probe } from './probe.ts'

const DOCUMENTS = casesOf(120)
const HANDOVERS_EACH = 8

/** One to four shifts that change hands, or fewer where that would concern more than four employees. */
function randomHandovers(random: () => number, probe: Probe): Handover[] {
  const { schedule, roster } = probe
  const open = schedule.shifts.flatMap((shift, index) => (isDecided(shift) ? [] : [index]))
  const concerned = new Set<number>()
  const handovers: Handover[] = []
  for (let k = 0; k < 1 + Math.floor(random() * 4) && open.length > 0; k += 1) {
    const [shift] = open.splice(Math.floor(random() * open.length), 1)
    const from = roster[shift!]!
    const to = Math.floor(random() * (schedule.employees.length + 1)) - 1
    const with_ = new Set([...concerned, from, to].filter((employee) => employee !== NOBODY))
    if (from === to || with_.size > 4) continue
    for (const employee of with_) concerned.add(employee)
    handovers.push({ shift: shift!, from, to })
  }
  return handovers
}

function after(roster: Roster, handovers: readonly Handover[]): Roster {
  const changed = roster.slice()
  for (const { shift, to } of handovers) changed[shift] = to
  return changed
}

/** By rule, as far as one costs more on the most important priority on which it changes. */
function dearer(before: ReturnType<typeof judge>, now: ReturnType<typeof judge>): SettingName[] {
  const penalties = new Map<SettingName, [number, number, number, number]>()
  const add = (violations: ReturnType<typeof judge>['violations'], sign: number): void => {
    for (const { setting, priority, penalty } of violations) {
      const change = penalties.get(setting) ?? [0, 0, 0, 0]
      change[priority] += sign * penalty
      penalties.set(setting, change)
    }
  }
  add(now.violations, 1)
  add(before.violations, -1)
  return [...penalties].filter(([, change]) => compareScores(change as Score, PERFECT) > 0).map(([setting]) => setting)
}

/** Rules about seats alone, whoever sits there. */
const OF_SEATS = new Set<SettingName>(['assignShift', 'assignOptionalShift', 'shiftCost'])
/** Told by its unit, which a swap among those it concerns does not tell apart. */
const ofPeople = (settings: readonly SettingName[]): SettingName[] =>
  settings.filter((setting) => !OF_SEATS.has(setting) && setting !== 'keepAssignment').sort()

test('what changing hands costs, and which rules cost more, is what the checker finds; for any roster, whatever seats it leaves empty', () => {
  let changes = 0
  for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
    const { schedule, random } = drawnSchedule(seed, 'all')
    const roster = randomRoster(schedule, random)
    const before = judge(schedule, roster)
    const probe = new Probe(schedule, roster)
    expect(probe.score, `seed ${seed}`).toEqual(before.score)
    for (let k = 0; k < HANDOVERS_EACH; k += 1) {
      const handovers = randomHandovers(random, probe)
      if (handovers.length === 0) continue
      const now = judge(schedule, after(roster, handovers))
      const { change, settings } = probe.explain(handovers)
      expect(change, `seed ${seed}, ${JSON.stringify(handovers)}`).toEqual(subtractScores(now.score, before.score))
      expect(probe.changeOf(handovers)).toEqual(change)
      expect(ofPeople(settings), `seed ${seed}, ${JSON.stringify(handovers)}`).toEqual(ofPeople(dearer(before, now)))
      changes += 1
    }
  }
  expect(changes).toBeGreaterThan(4 * DOCUMENTS)
})

test('a shift that leaves whom it came with costs its keeping, and one that comes back saves it', () => {
  const shift = { spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', importance: 'MANDATORY' }
  const document = { employees: [{ id: 1 }, { id: 2 }], spots: [{ id: 1 }], shifts: [{ ...shift, id: 7, employee: 1 }] }
  const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
  const leaving = [{ shift: 0, from: 0, to: 1 }]
  const kept = new Probe(schedule, Int32Array.of(0))
  expect(kept.explain(leaving)).toEqual({ change: [0, 0, 0, 1], settings: ['keepAssignment'] })
  const back = [{ shift: 0, from: 1, to: 0 }]
  const given = new Probe(schedule, Int32Array.of(1))
  expect(given.explain(back)).toEqual({ change: [0, 0, 0, -1], settings: [] })
})
