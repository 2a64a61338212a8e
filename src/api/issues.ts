import type { Issue } from '../model/issue.ts'
import { MAX_ISSUES } from './limits.ts'

/** Every code that an issue of a document can carry, with what it means. docs/errors.md is checked against this table. */
export const ISSUE_CODES = {
  // errors: the shape
  'wrong-type': 'The value is of another JSON type than the field takes.',
  'field-missing': 'A required field is absent or null.',
  'not-an-integer': 'The number has a fraction where a whole one is needed.',
  'integer-unsafe': 'The integer is beyond ±9,007,199,254,740,991, where JSON numbers stop being exact.',
  'out-of-range': 'The number is smaller or larger than the field takes.',
  'text-empty': 'The text is empty where it must say something.',
  'text-too-long': 'The text is longer than the field takes.',
  'choice-unknown': 'The text is none of the words that the field takes.',
  'date-time-invalid': 'The text is not an ISO 8601 date-time, or names a moment that does not exist.',
  'time-skipped': 'A local time is skipped when clocks are put forward.',
  'date-time-without-offset': 'The date-time does not say its offset from UTC.',
  'date-invalid': 'The text is not a local date YYYY-MM-DD, or names a day that does not exist.',
  'date-out-of-range': 'The year of a shift is outside 1900 to 2299.',
  'time-of-day-invalid': 'The text is not a time of day HH:MM.',
  'time-zone-unknown': 'The time zone is not a name of the IANA database.',
  'list-too-long': 'The list has more entries than the limit permits.',
  // errors: what belongs together
  'id-duplicate': 'Two entries of one list have the same id.',
  'text-unprintable': 'An id, a name or a label has a character that cannot be seen, or a line break.',
  'label-invalid': 'The name of a label is empty, too long, or has a colon.',
  'id-number-and-text': 'One id is a number and another the text that looks like it.',
  'period-missing': 'A count is per period and does not say which.',
  'period-unknown': 'No entry of calendar.periods has the id.',
  'periods-overlap': 'Two ranges of one period share a day.',
  'weekend-unclear': 'A weekend is one day, or two that follow one another.',
  'cyclic-weeks-unclear': 'The weeks of a cyclic horizon are not clear, or cut a weekend in two.',
  'cyclic-history': 'A cyclic schedule comes with history.',
  'cyclic-window-too-long': 'A rule of a cyclic schedule looks at more than one round of it.',
  'cyclic-unsupported': 'A cyclic schedule has a field that does not go with it.',
  'contract-unknown': 'No contract has the id.',
  'contract-unclear': 'An employee has a contract in more than one way.',
  'contracts-overlap': 'Two contracts of one employee share a day.',
  'spot-unknown': 'No spot has this id.',
  'employee-unknown': 'No employee has this id.',
  'shift-unknown': 'No shift has this id.',
  'seats-unclear': 'What a shift says of its seats does not go together.',
  'seats-none': 'A shift has no seat.',
  'seats-full': 'More employees are on a shift than it has seats.',
  'seats-too-many': 'All shifts together have more seats than the limit permits.',
  'employee-repeated': 'An employee is listed twice on one shift.',
  'end-not-after-start': 'The end is not after the start; both are floored to the minute.',
  'break-longer-than-shift': 'The break is longer than the shift.',
  'shift-too-long': 'The shift is longer than 92 days.',
  'min-above-max': 'The least is above the most, so that nothing can meet both.',
  'k-weeks-missing': 'maxNhours or minNhours is given without inKWeeks.',
  'rule-without-limit': 'The rule or quota has neither min nor max.',
  'rolling-without-days': 'A rolling window does not say how many days it has.',
  'rolling-window-unclear': 'A rolling window needs exactly one of days and hours.',
  'hours-count-limited': 'A count over windows of hours has a max alone, and counts shifts, minutes or points.',
  'window-without-days': 'The window contains no whole local day, or none of the dates that it is asked for.',
  'window-too-long': 'The window of a free period is longer than 400 days.',
  'rest-form-unclear': 'A rest rule takes after and before, or afterRun, or inMinutes.',
  'rest-longer-than-window': 'The rest that every window has to hold is longer than the window.',
  'succession-target-unclear': 'A succession needs exactly one of forbidden and required.',
  'succession-window-unclear': 'A succession needs exactly one of withinMinutes and nextDay.',
  'pattern-invalid': 'The pattern of a rule is not written as one, or no match of it can end in the horizon.',
  'pattern-name-unknown': 'The pattern of a rule has a name that its where does not have.',
  'pattern-too-large': 'The pattern of a rule tells too many situations apart.',
  'quota-target-unclear': 'A quota needs exactly one of category and tag.',
  'question-unclear': 'A question names more than one thing that it is about.',
  'fairness-unclear': 'A fairness rule names both employees and teams, or a spot for wishes.',
  'rotation-empty': 'A rotation has no week.',
  'rotation-week-unclear': 'A week of a rotation needs seven days.',
  'rotation-unknown': 'No entry of rotations has the id.',
  'coverage-shifts-unclear': 'A coverage requirement needs either shiftIds, or start and end.',
  'shift-id-reserved': 'A posted shift has an id as shifts get that are made of a template.',
  'template-steps-unfit': 'The steps of a template do not lead from its first start or length to its last.',
  'break-rule-unknown': 'No break rule has the id.',
  'breaks-unfit': 'A shift is too short for its breaks.',
  'break-misplaced': 'A break of a shift is not as its rule says.',
  'candidates-too-many': 'The templates allow more shifts than a search can choose among.',
  'coverage-limits-missing': 'A coverage requirement asks for nothing: it needs min, ideal, max or ratioOf.',
  'coverage-too-large': 'All coverage requirements together look at too many shifts.',
  'group-shifts-unclear': 'A shift group needs either shiftIds, or tags or spots with date or dates.',
  'group-too-small': 'A shift group needs two shifts or more.',
  'group-limits-missing': 'A shift group of the mode COUNT needs min or max.',
  'groups-too-large': 'All shift groups together look at too many shifts.',
  'schedule-too-heavy': 'What the schedule asks for takes more memory or time to prepare than a job may have.',
  'pairing-employees-unclear': 'A pairing is about a list of employees, a team or a skill: exactly one of them.',
  'pairing-too-small': 'A pairing names fewer than two employees.',
  'place-unknown': 'A way leads from or to a place that is neither a spot nor a home.',
  'home-unknown': 'No way leads from or to the home of an employee.',
  'travel-same-place': 'A way leads from a place to itself.',
  'pay-rule-unknown': 'A pay rule is named that is not in the document.',
  'pay-too-large': 'The pay could come to more than can be added up exactly.',
  'currency-unclear': 'A currency is not given by three capital letters.',
  'surcharge-unclear': 'A surcharge names no time, no day and no tag.',
  'surcharge-cost-unclear': 'A surcharge has not exactly one of percent and amount.',
  'travel-named-twice': 'A way is named by two entries of travel.matrix.',
  'within-hours-missing': 'The overlap scope WITHIN_HOURS needs withinHours.',
  'historic-in-horizon': 'A historic shift does not start before the first day of the horizon.',
  'no-shift-to-plan': 'Nothing is left to plan: no shift, or historic ones alone, and no demand.',
  'horizon-too-long': 'The shifts reach over more days than the limit permits.',
  'history-too-long': 'The historic shifts reach back further than the limit permits.',
  // errors: the callback
  'callback-url-invalid': 'The callback address is not an absolute http or https URL.',
  'callback-header-incomplete': 'Only one of the callback header’s name and value is given.',
  'callback-header-invalid': 'The callback header’s name or value cannot be sent as an HTTP header, or is one that Turnus sets itself.',
  // errors: a solution beside its schedule
  'template-shift-unknown': 'A shift of the solution is none that its template allows.',
  'demand-unknown': 'No demand has the id.',
  'shift-missing': 'The solution does not mention a shift of the schedule.',
  'decided-shift-changed': 'The solution changes a shift that is fixed or historic, or an event of a replan changes one that is historic.',
  // errors: what happened since a schedule was solved
  'event-unclear': 'An event of a replan needs exactly one of absent, present, addShift, cancelShift and changeShift.',
  'absence-unknown': 'Somebody is said to be present who is not absent in that period.',
  'employee-absent': 'An event gives a shift to somebody whom an event reports absent then.',
  // warnings (errors when handling is strict)
  'field-unknown': 'The field is not part of the contract; it is ignored.',
  'setting-unknown': 'The setting is not part of the contract; it is ignored.',
  // warnings
  'setting-empty': 'The setting names no weight; its default applies.',
  'empty-seat-ties-with-absence': 'An empty shift costs as much as a breach of leave, skill or law on the same priority, or more.',
  'no-employees': 'There is nobody to assign.',
  'skill-unheld': 'A skill is asked for that no employee holds.',
  'team-empty': 'A team is asked for that no employee belongs to.',
  'tag-unused': 'A tag is spoken of that no shift carries.',
  'tag-undeclared': 'A shift carries a tag that shiftTags does not list.',
  'tag-duplicate': 'Two entries of shiftTags have the same tag.',
  'category-unknown': 'A category is spoken of that no entry of shiftTags has.',
  'category-empty': 'A quota speaks of a category of which no active tag is carried by a shift.',
  'fixed-without-employee': 'A fixed shift names no employee; it is planned like any other.',
  'historic-without-employee': 'A historic shift does not say who worked it, or nobody worked any; it counts for nobody.',
  'fixed-within-leave': 'A fixed shift lies within a time at which its employee is unavailable.',
  'outside-schedule': 'The period lies wholly outside the days that are planned; it changes nothing.',
  'fixed-shifts-overlap': 'More decided shifts of one employee overlap than are allowed.',
  'suggested-and-disliked': 'A shift both suggests and dislikes one employee.',
  'k-weeks-unused': 'inKWeeks is given without maxNhours and minNhours.',
  'field-ignored': 'The field has no effect beside the others that are given.',
  'looks-like-hours': 'The value is so small that hours seem to be given where minutes are meant.',
  'looks-like-minutes': 'The value is so large that minutes seem to be given where hours are meant.',
  'looks-like-no-limit': 'The value seems to mean no limit, and limits all the same.',
  'looks-like-whole-units': 'The amount is so small that whole units of the currency seem to be given where minor ones are meant.',
  'looks-like-hundredfold': 'The pay is so high that hundredths of the minor units seem to be given.',
  'looks-like-increase': 'The percent is so low that what is paid on top seems to be given where what is paid in all is meant.',
  'time-shown-twice': 'A local time is shown twice when clocks are put back.',
  'offset-of-other-season': 'The offset is one that the time zone has at another time of the year.',
  'time-zone-absent': 'Shifts have an offset from UTC, and no time zone is named.',
  'equal-limits': 'Two limits over periods of different length are equal; one of them is probably wrong.',
  'least-cut': 'A least counts in part only where the days that are not planned are some on which nobody works.',
  'limit-zero': 'A limit is 0 where surely none is meant.',
  'shift-very-long': 'The shift is longer than 48 hours.',
  'coverage-beyond-period': 'A coverage requirement with a period counts the whole of the shifts that overlap with it.',
  'fairness-unknown': 'No entry of fairness has the id.',
  'shift-never': 'A shift repeats on days none of which lies between its start and its end.',
  'demand-never': 'A demand repeats at times none of which lies between its start and its end.',
  'demand-unserved': 'No shift and no template is at the spot of a demand, or not at all of its times.',
  'demand-unreachable': 'A demand asks for more people than there are.',
  'template-unused': 'No shift is made of a template.',
  'coverage-empty': 'A coverage requirement looks at no shift.',
  'coverage-least-unreachable': 'A coverage requirement asks for more people than there are.',
  'group-without-effect': 'A shift group chooses too few shifts to ask anything of them.',
  'group-least-unreachable': 'The least of a shift group is more than the shifts that it has.',
  'keep-unused': 'An entry of keep speaks of no shift.',
  'pairing-unused': 'A pairing has fewer than two members, or sees no shift.',
  'pay-rules-without-pay': 'There are pay rules or budgets, and nobody is paid anything.',
  'budget-below-shift': 'A budget is less than the pay of any shift that it is for.',
  'travel-incomplete': 'Of some spots that shifts are at no entry says how long the way between them takes.',
  'requirement-left-out': 'A requirement or a group lost its shifts by a replan and was left out.',
  'counting-unordered': 'One free unit takes longer than two connected ones.',
  'date-never-granted': 'A free date is both required and ineligible, or preferred and not within the window.',
  'free-units-unreachable': 'A free period asks for more units than its window can hold.',
  // both
  'more-left-out': 'More issues were found than the answer lists.',
} as const satisfies Record<string, string>

export type IssueCode = keyof typeof ISSUE_CODES

/** How often issues of one kind are listed before they are only counted. */
export interface Repeat {
  readonly kind: string
  readonly atMost: number
}

interface Found {
  readonly issues: Issue[]
  total: number
}

interface Kind {
  /** Position in its list of the last one listed, or −1 when none was. */
  readonly list: Found
  lastAt: number
  listed: number
  unlisted: number
}

/**
 * Collects what is wrong or doubtful in one document. A document with a million mistakes costs no more memory than one with a
 * hundred: beyond `MAX_ISSUES` of a sort they are counted only.
 */
export class IssueList {
  readonly #errors: Found = { issues: [], total: 0 }
  readonly #warnings: Found = { issues: [], total: 0 }
  readonly #kinds = new Map<string, Kind>()
  readonly #strict: boolean
  #copies: Copies | null = null

  /** `strict`: unknown fields and settings are errors instead of warnings. */
  constructor(options: { readonly strict: boolean }) {
    this.#strict = options.strict
  }

  /** How many errors there are, listed or not. */
  get errorCount(): number {
    return this.#errors.total
  }

  /** From here on entries of a list stand for those that were posted: of the copies of one, what they have in common is told once. `postedAt`: by place in the list. */
  tellOfPosted(list: string, postedAt: readonly number[]): void {
    this.#copies = { list, postedAt, told: new Set() }
  }

  /** A hint that has to be looked for is only made for what is listed. */
  error(pointer: string, code: IssueCode, detail: string, hint: string | (() => string)): void {
    if (this.#errors.issues.length >= MAX_ISSUES) this.#errors.total += 1
    else this.#add(this.#errors, { pointer, code, detail, hint: typeof hint === 'string' ? hint : hint() })
  }

  /** Beyond `repeat.atMost` of a kind, warnings are only counted, so that one habit of a client does not hide all others. */
  warn(pointer: string, code: IssueCode, detail: string, hint: string | (() => string), repeat: Repeat = { kind: code, atMost: 10 }): void {
    // A hint that compares with every tag of the schedule is dear: it is only made for what is listed.
    this.#addOfKind(this.#warnings, repeat, () => ({ pointer, code, detail, hint: typeof hint === 'string' ? hint : hint() }))
  }

  /** A name that the contract does not know: a warning, or an error when strict. The issue is made only when it is listed. */
  unknown(kind: string, issue: () => Issue & { readonly code: IssueCode }): void {
    this.#addOfKind(this.#strict ? this.#errors : this.#warnings, { kind, atMost: 10 }, issue)
  }

  /** Everything found, at most `MAX_ISSUES` errors and as many warnings; when there were more, the last of them says so. */
  finish(): { errors: Issue[]; warnings: Issue[] } {
    for (const { list, lastAt, unlisted } of this.#kinds.values()) {
      const last = list.issues[lastAt]
      if (last === undefined || unlisted === 0) continue
      list.issues[lastAt] = { ...last, detail: `${last.detail} The same was found ${unlisted} more ${unlisted === 1 ? 'time' : 'times'}.` }
    }
    return { errors: cut(this.#errors, 'errors'), warnings: cut(this.#warnings, 'warnings') }
  }

  #addOfKind(list: Found, repeat: Repeat, issue: () => Issue): void {
    let kind = this.#kinds.get(repeat.kind)
    if (kind === undefined) {
      kind = { list, lastAt: -1, listed: 0, unlisted: 0 }
      // A kind can be a name that the client made up; those of a hostile document need not all be remembered.
      if (this.#kinds.size < MAX_KINDS) this.#kinds.set(repeat.kind, kind)
    }
    if (kind.listed >= repeat.atMost) {
      kind.unlisted += 1
    } else if (list.issues.length < MAX_ISSUES) {
      kind.lastAt = list.issues.length
      kind.listed += 1
      this.#add(list, issue())
    } else {
      list.total += 1
    }
  }

  #add(list: Found, issue: Issue): void {
    const pointer = this.#copies === null ? issue.pointer : ofPosted(issue.pointer, this.#copies)
    const key = `${pointer} ${issue.code}`
    const isTold = this.#copies?.told.has(key) === true && isOfCopy(issue.pointer, this.#copies)
    if (isTold) return
    this.#copies?.told.add(key)
    add(list, { ...issue, pointer })
  }
}

/** Entries of a list that stand for others. */
interface Copies {
  readonly list: string
  readonly postedAt: readonly number[]
  /** Pointers and codes of what is listed. */
  readonly told: Set<string>
}

/** Place of an entry in a list that a pointer leads into, and what follows it; null for any other. */
function entryOf(pointer: string, list: string): { readonly place: number; readonly rest: string } | null {
  const at = /^\d+/.exec(pointer.startsWith(list) ? pointer.slice(list.length) : '')?.[0]
  return at === undefined ? null : { place: Number(at), rest: pointer.slice(list.length + at.length) }
}

/** The pointer into the posted document. */
function ofPosted(pointer: string, { list, postedAt }: Copies): string {
  const entry = entryOf(pointer, list)
  return entry === null ? pointer : `${list}${postedAt[entry.place] ?? entry.place}${entry.rest}`
}

/** Whether a pointer leads to one of several copies of an entry. */
function isOfCopy(pointer: string, { list, postedAt }: Copies): boolean {
  const place = entryOf(pointer, list)?.place
  return place !== undefined && (postedAt[place] === postedAt[place - 1] || postedAt[place] === postedAt[place + 1])
}

const MAX_KINDS = 10 * MAX_ISSUES

function add(list: Found, issue: Issue): void {
  list.total += 1
  if (list.issues.length < MAX_ISSUES) list.issues.push(issue)
}

function cut(list: Found, what: 'errors' | 'warnings'): Issue[] {
  if (list.total <= MAX_ISSUES) return list.issues
  const leftOut = list.total - (MAX_ISSUES - 1)
  const last: Issue = {
    pointer: '',
    code: 'more-left-out',
    detail: `${leftOut} more ${what} were found and left out.`,
    hint: 'Correct the ones above and send the document again.',
  }
  return [...list.issues.slice(0, MAX_ISSUES - 1), last]
}
