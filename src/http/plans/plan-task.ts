import { type PersonalQuestion, writePersonalRoster } from '../../answers/personal-roster.ts'
import { checkLabel } from '../../access/names.ts'
import { diffPlans, takeRoster } from '../../answers/plan-roster.ts'
import { listPlanChanges, type PlanChange } from '../../answers/plan-changes.ts'
import type { DiffAnswer } from '../../answers/diff.ts'
import { tellerOf } from '../../answers/tellers.ts'
import { isGiven, isJsonObject, type Place, requiredText, shown, textOf } from '../../api/fields.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { MAX_PLAN_CHANGES, MAX_PLAN_NAME, MAX_PLAN_TEXT, NewPlan, NewPlanVersion } from '../../api/schemas/plans.ts'
import { invariant } from '../../model/errors.ts'
import type { Issue } from '../../model/issue.ts'
import type { Language } from '../../model/language.ts'
import { type BodyShape, parseJsonBody } from '../json-body.ts'
import { readRequest } from '../read-request.ts'

type Json = Readonly<Record<string, unknown>>

/** What takes long of a plan that is large: reading, judging and comparing schedules. Bytes are UTF-8 JSON. */
export type PlanTask =
  | { readonly kind: 'create' | 'save'; readonly posted: Uint8Array; readonly shape: BodyShape; readonly jobMemoryMib: number }
  | { readonly kind: 'accept'; readonly schedule: Uint8Array; readonly solution: Uint8Array; readonly jobMemoryMib: number }
  | ({ readonly kind: 'personal'; readonly schedule: Uint8Array } & Omit<PersonalQuestion, 'schedule'>)
  | ({ readonly kind: 'compare'; readonly before: Uint8Array; readonly after: Uint8Array } & CompareAs)

/** What is compared of two schedules, and in which language it is told. */
export interface CompareAs {
  readonly of: 'documents' | 'rosters too'
  readonly language: Language
}

/** A schedule that is to be stored, with what was found in it. */
export interface ReadPlan {
  /** Of the plan; empty when it was not asked for. */
  readonly name: string
  /** Null = none was given. */
  readonly note: string | null
  readonly comment: string
  /** Not compressed: see `PlanContent`. */
  readonly content: Uint8Array
  readonly employees: number
  readonly shifts: number
  readonly errors: readonly Issue[]
  readonly warnings: readonly Issue[]
}

export interface ComparedPlans {
  readonly documentChanges: readonly PlanChange[]
  readonly roster: DiffAnswer | null
}

/** What one employee is shown; null when the schedule has nothing of that employee. */
export interface PersonalRoster {
  readonly personal: string | null
}

export type PlanOutcome = ReadPlan | ComparedPlans | PersonalRoster

/** What a client wrote for its own receiver alone. Requests of a plan are called back without it. */
const LEFT_OUT = ['callbackAuthenticationHeaderName', 'callbackAuthenticationHeaderValue'] as const
const NEW_LINE = 0x0a

/** Carries a task out. Throws what reading a body throws, and `request-invalid`. */
export function carryOutPlanTask(task: PlanTask): PlanOutcome {
  switch (task.kind) {
    case 'compare': {
      const [before, after] = [parse(task.before), parse(task.after)]
      const documentChanges = listPlanChanges(before, after, MAX_PLAN_CHANGES)
      return { documentChanges, roster: task.of === 'documents' ? null : diffPlans(before, after, tellerOf(task.language)) }
    }
    case 'personal': {
      const { kind: _kind, schedule, ...question } = task
      return { personal: writePersonalRoster({ ...question, schedule: parse(schedule) }) }
    }
    case 'accept': {
      const schedule = takeRoster(parse(task.schedule), parse(task.solution))
      return { name: '', note: null, comment: '', ...judge(schedule, task.jobMemoryMib) }
    }
    case 'create':
    case 'save': {
      const { document } = parseJsonBody(task.posted, task.shape)
      const read = task.kind === 'create' ? readNew : readVersion
      const body = task.kind === 'create' ? { name: 'the plan', schema: NewPlan } : { name: 'the version', schema: NewPlanVersion }
      const { schedule, ...texts } = readRequest(document, body, read)
      return { ...texts, ...judge(schedule, task.jobMemoryMib) }
    }
  }
}

interface PostedPlan extends Pick<ReadPlan, 'name' | 'note' | 'comment'> {
  readonly schedule: Json
}

function readNew(place: Place): PostedPlan {
  const name = nameOf(place)
  return { ...readVersion(place), name, note: textOf(place, 'note', MAX_PLAN_TEXT) }
}

/** The name of a plan, trimmed. Throws `request-invalid` for one that cannot be printed. */
export function nameOf(place: Place): string {
  const name = checkLabel(requiredText(place, 'name', MAX_PLAN_NAME))
  if (name === '' && place.issues.errorCount === 0) place.issues.error('/name', 'text-empty', 'name is empty.', 'Fill in name.')
  return name
}

function readVersion(place: Place): PostedPlan {
  const comment = textOf(place, 'comment', MAX_PLAN_TEXT) ?? ''
  const schedule = isGiven(place, 'schedule') ? place.fields['schedule'] : {}
  const isObject = isJsonObject(schedule)
  if (!isObject) place.issues.error('/schedule', 'wrong-type', `schedule must be an object, not ${shown(schedule)}.`, 'Send the schedule itself.')
  return { name: '', note: null, comment, schedule: isObject ? schedule : {} }
}

type Judged = Omit<ReadPlan, 'name' | 'note' | 'comment'>

function judge(posted: Json, memoryMib: number): Judged {
  const schedule = Object.fromEntries(Object.entries(posted).filter(([field]) => !(LEFT_OUT as readonly string[]).includes(field)))
  const { errors, warnings } = readSubmission(schedule, { callback: 'optional', limits: { memoryMib } })
  const listed = (field: string): number => (Array.isArray(schedule[field]) ? schedule[field].length : 0)
  return {
    content: new TextEncoder().encode(`${JSON.stringify({ errors, warnings })}\n${JSON.stringify(schedule)}`),
    employees: listed('employees'),
    shifts: listed('shifts'),
    errors,
    warnings,
  }
}

function parse(bytes: Uint8Array): Json {
  return JSON.parse(new TextDecoder().decode(bytes)) as Json
}

/** The two parts of what is stored of a version. */
export function partsOf(content: Uint8Array): { readonly issues: Uint8Array; readonly schedule: Uint8Array } {
  const end = content.indexOf(NEW_LINE)
  invariant(end > 0, 'a version has a line of issues before its schedule')
  return { issues: content.subarray(0, end), schedule: content.subarray(end + 1) }
}
