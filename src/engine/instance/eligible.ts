import type { Schedule } from '../../model/schedule.ts'
import type { DayWishes } from './day-wishes.ts'
import type { Demands } from './demands.ts'
import { Holders } from './holders.ts'
import { membersOf } from '../rules/fit/compile-fit.ts'
import { firstShiftOf, isQualified, Numbering, type Staff } from './staff.ts'

/** Those who may work a demand: they have the skills and a team for it and are not unavailable, whatever the settings weigh. */
export interface Candidates {
  /** In order. */
  readonly qualified: Int32Array
  /** Those of them who are unavailable, in order. */
  readonly absent: readonly number[]
}

/** The candidate lists of a schedule; demands that the same people may work have one. Historic demands have any. */
export interface CandidateLists {
  readonly candidateListOf: Int32Array
  readonly lists: readonly Candidates[]
}

/** Finds who may work what. */
export function findCandidates(schedule: Schedule, demands: Demands, staff: Staff, wishes: DayWishes): CandidateLists {
  const { qualifiedOf, lists } = findQualified(schedule, demands, staff)
  const members = lists.map((list) => new Set(list))
  const numbering = new Numbering()
  const candidateLists: Candidates[] = []
  const candidateListOf = Int32Array.from({ length: demands.count }, (_, d) => {
    const qualified = qualifiedOf[d]!
    const absent = wishes.absent[demands.day[d]!]![wishes.placeOf[d]!]!.filter((e) => members[qualified]!.has(e))
    const list = numbering.of(`${qualified} ${absent.join()}`, d)
    candidateLists[list] ??= { qualified: lists[qualified]!, absent }
    return list
  })
  return { candidateListOf, lists: candidateLists }
}

function findQualified(schedule: Schedule, demands: Demands, staff: Staff): { qualifiedOf: Int32Array; lists: Int32Array[] } {
  const alike = new Numbering()
  const alikeOf = Int32Array.from({ length: demands.count }, (_, d) => alike.of(`${staff.columnOf[d]!} ${staff.datedColumnOf[d]!}`, d))
  const distinct = new Numbering()
  const lists: Int32Array[] = []
  const listOfAlike = new Int32Array(alike.examples.length)
  for (const { positions, holders, isOpen, oncePerKind } of new Holders(schedule, staff).bySpot(demands, alike.examples)) {
    for (const position of positions) {
      const shift = firstShiftOf(demands, alike.examples[position]!)
      const isIn = new Uint8Array(staff.example.length)
      const isEnough = oncePerKind((group) => isQualified(schedule, schedule.employees[staff.example[group]!]!, shift))
      if (isOpen) isIn.fill(1)
      else for (const group of holders ?? []) if (isEnough(group)) isIn[group] = 1
      const list = distinct.ofFlags(isIn, position)
      lists[list] ??= membersOf(staff, isIn)
      listOfAlike[position] = list
    }
  }
  return { qualifiedOf: alikeOf.map((number) => listOfAlike[number]!), lists }
}
