import type { Score } from '../../src/model/score.ts'
import type { Known } from './known.ts'
import type { Summary } from './summary.ts'

/** A document of the public interface, as it is posted. */
export type ScheduleDocument = Readonly<Record<string, unknown>>

/** A solved document: the shifts as posted, with `employee` an id or null. */
export interface SolvedDocument {
  readonly shifts: readonly Readonly<Record<string, unknown>>[]
}

/** A roster in the form of a set, or a part of it where the set wants several files. */
export interface RosterFile {
  /** Without a folder. */
  readonly name: string
  readonly text: string
}

/** What the set's own scorer says of a roster. */
export interface Scored {
  /** The objective of the set; lower is better. */
  readonly penalty: number
  /** What the set forbids, counted. */
  readonly hardViolations: number
  /** All four priorities, from a scorer that knows them. */
  readonly score?: Score
}

/**
 * One set of instances: how an instance becomes a schedule, and how a roster goes back to be scored by a program that shares no code with
 * the engine. What a set forbids is the first priority of its schedules; its objective is the second, in units of `pointsPerUnit`. `folder` is the folder of all sets.
 */
export interface BenchmarkSet {
  /** As `--set` names it. */
  readonly name: string
  /** As people read it, with authors and year. */
  readonly title: string
  /** Where it is published; null when it is made here. */
  readonly address: string | null
  /** Of the set's objective: what one unit of the second priority stands for. 1 where a schedule can weigh as the set does. */
  readonly pointsPerUnit: number
  /** Why nothing can be measured on this machine, as a sentence; null when it can. */
  findObstacle(folder: string): Promise<string | null>
  /** Those that there are, in order. */
  listInstances(folder: string): Promise<readonly string[]>
  loadSchedule(folder: string, instance: string): Promise<ScheduleDocument>
  exportRoster(schedule: ScheduleDocument, solved: SolvedDocument, instance: string): readonly RosterFile[]
  /** `paths`: where the files of `exportRoster` lie, in their order. Throws when the scorer cannot read them. */
  scoreRoster(at: { readonly folder: string; readonly instance: string; readonly paths: readonly string[] }): Promise<Scored>
  /** By instance; one that is not in it has no published values. */
  readKnown(folder: string): Promise<ReadonlyMap<string, Known>>
  /** What the table alone does not tell, in lines to print below it. */
  remarkOn?(summaries: readonly Summary[]): readonly string[]
}
