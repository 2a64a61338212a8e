import { OVERTIME_PERIODS, PAY_RULE_KINDS } from '../model/pay.ts'
import { DAY_OFF, FAIR_OF, QUOTA_PERIODS } from '../model/schedule.ts'
import type { Identifier } from '../model/units.ts'
import type { Column } from './csv-columns.ts'
import { createTimeReader, readClock, readDay } from './csv-times.ts'

/** A cell read: the value of its field, or what is wrong with it and what to do. */
export type ReadCell = { readonly value: unknown } | { readonly detail: string; readonly hint: string }

/** The ids of entries that tables name, by the name in lower case and without blanks around it. */
export interface Names {
  /** In words, such as `spots.csv`. */
  readonly where: string
  /** Null = several have the name. */
  readonly ids: ReadonlyMap<string, Identifier | null>
  /** The ids that are texts. */
  readonly texts: ReadonlySet<Identifier>
  /** As they were written. */
  readonly written: readonly string[]
}

/** All that a cell may name. */
export type NamesByKind = Readonly<Record<'skill' | 'team' | 'contract' | 'rotation' | 'spot' | 'employee' | 'place', Names>>

/** With a fraction of nothing: libraries write a column of whole numbers so when some of its cells are empty. */
const ID = /^[+-]?\d{1,15}(?:[.,]0{0,6})?$/
const NUMBER = /^[+-]?\d{1,15}(?:[.,]\d{0,6})?$/
const HOURS_AND_MINUTES = /^(\d{1,4}):([0-5]\d)(?::00)?$/
/** Of a skill with a level, `nurse:3`; a spreadsheet may have made a time of it. */
const LEVEL_AFTER = /\s*:\s*(\d{1,3})(?::00)?$/
/** What a cell begins with that was kept from being a formula, as `turnus export csv` does. */
const KEPT_FROM_FORMULA = /^'(?=\s*[=+\-@])/
/** Of columns that hold words of the interface: which. */
const WORDS = { fairly: FAIR_OF, period: QUOTA_PERIODS, payRule: PAY_RULE_KINDS, paidPer: OVERTIME_PERIODS, holiday: ['holiday'] } as const
const MOST_TOLD_NAMES = 5
const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const

/**
 * Reads cells by their columns. What a field may hold is for the reader of schedules to judge, so that a number that is none stays a text;
 * refused is what only a table can get wrong. `isAllDay`: dates without a time are taken.
 */
export function createCellReader(names: NamesByKind, timeZone: string): (cell: string, column: Column, isAllDay: boolean) => ReadCell {
  const readTime = createTimeReader(timeZone)
  const readOne = (cell: string, kind: Column['kind'], isAllDay: boolean): ReadCell => {
    switch (kind) {
      case 'start':
      case 'end': {
        const read = readTime(cell, isAllDay ? kind : null)
        return 'time' in read ? { value: read.time } : { detail: read.wrong, hint: '' }
      }
      case 'date': {
        const read = readDay(cell)
        return 'date' in read ? { value: read.date } : { detail: read.wrong, hint: '' }
      }
      case 'clock': {
        const read = readClock(cell)
        return 'time' in read ? { value: read.time } : { detail: read.wrong, hint: '' }
      }
      case 'weekday':
        return readWeekday(cell)
      case 'skill':
        return readSkill(cell, names.skill)
      case 'team':
      case 'contract':
      case 'rotation':
      case 'spot':
      case 'employee':
      case 'place':
        return readName(cell, names[kind])
      case 'home':
        return readHome(cell, names.spot)
      case 'fairly':
      case 'period':
      case 'payRule':
      case 'paidPer':
      case 'holiday':
        return readWord(cell, WORDS[kind])
      case 'turn':
        return readTurn(cell)
      case 'minutes':
        return readMinutes(cell)
      case 'yesNo':
        return readYesOrNo(cell)
      case 'number':
        return { value: numberOf(cell) }
      case 'id':
        return { value: numberOf(cell.replace(KEPT_FROM_FORMULA, '')) }
      case 'choice':
        return { value: cell.toUpperCase() }
      case 'text':
      case 'tag':
      case 'ignored':
        return { value: cell.replace(KEPT_FROM_FORMULA, '') }
    }
  }
  return (cell, { kind, isList }, isAllDay) => {
    if (!isList) return readOne(cell, kind, isAllDay)
    const read = partsOf(cell).map((part) => readOne(part, kind, isAllDay))
    return read.find((one) => 'detail' in one) ?? { value: read.map((one) => ('value' in one ? one.value : null)) }
  }
}

/** The entries of a cell: `7|8`. */
export function partsOf(cell: string): readonly string[] {
  return cell
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Gives each name that is no number an id of its own, in the order they come: the lowest that is free. */
export function numberNames(entries: readonly string[], where: string): Names {
  const ids = new Map<string, number>()
  const written: string[] = []
  const taken = new Set(entries.filter((entry) => ID.test(entry)).map(numberFrom))
  let next = 1
  for (const entry of entries) {
    const key = entry.toLowerCase()
    if (ID.test(entry) || ids.has(key)) continue
    while (taken.has(next)) next += 1
    ids.set(key, next)
    taken.add(next)
    written.push(entry)
  }
  return { where, ids, texts: new Set(), written }
}

/** All that `travel.csv` may name: spots by id or by name, and homes as employees have them, whatever their capitals. */
export function collectPlaces(spots: Names, homes: readonly unknown[]): Names {
  const ids = new Map(spots.ids)
  const texts = new Set(spots.texts)
  const written = [...spots.written]
  const taken = new Set([...texts].map((id) => String(id).toLowerCase()))
  for (const home of new Set(homes)) {
    if (typeof home !== 'string' || texts.has(home)) continue
    const key = home.toLowerCase()
    // Those that differ by their capitals alone go by what is written.
    ids.set(key, taken.has(key) ? null : home)
    taken.add(key)
    texts.add(home)
    written.push(home)
  }
  return { where: 'spots.csv or among the homes of employees.csv', ids, texts, written }
}

/** The names and ids of entries of a table; one that several have means nobody. */
export function collectNames(entries: readonly Readonly<Record<string, unknown>>[], where: string): Names {
  const ids = new Map<string, Identifier | null>()
  const texts = new Set<Identifier>()
  const written: string[] = []
  for (const { id, name } of entries) {
    if (typeof id === 'string') texts.add(id)
    if (typeof name !== 'string' || (typeof id !== 'number' && typeof id !== 'string')) continue
    const key = name.trim().toLowerCase()
    ids.set(key, ids.has(key) ? null : id)
    written.push(name)
  }
  return { where, ids, texts, written }
}

/** `nurse` of `nurse:3`. */
export function withoutLevel(entry: string): string {
  return entry.replace(LEVEL_AFTER, '')
}

/** An id, or an object with the id and the least level that is asked for. */
function readSkill(cell: string, names: Names): ReadCell {
  const level = LEVEL_AFTER.exec(cell)?.[1]
  const read = readName(withoutLevel(cell), names)
  return level === undefined || !('value' in read) ? read : { value: { id: read.value, minLevel: Number(level) } }
}

function readName(cell: string, { where, ids, texts, written }: Names): ReadCell {
  const text = cell.replace(KEPT_FROM_FORMULA, '')
  const id = ids.get(text.toLowerCase())
  if (id !== null && id !== undefined) return { value: id }
  if (texts.has(text)) return { value: text }
  if (ID.test(text)) return { value: numberFrom(text) }
  if (id === null) return { detail: `Several in ${where} are named "${text}".`, hint: 'Write the id of the one that is meant.' }
  const known = written.slice(0, MOST_TOLD_NAMES).join(', ')
  const hint = known === '' ? 'Write an id.' : `Write an id or a name of it, such as ${known}.`
  return { detail: `"${text}" is not in ${where}.`, hint }
}

/** The spot that is named, or else an id of its own: no table has homes. */
function readHome(cell: string, spots: Names): ReadCell {
  const text = cell.replace(KEPT_FROM_FORMULA, '')
  return spots.ids.has(text.toLowerCase()) ? readName(text, spots) : { value: numberOf(text) }
}

/** A word of the interface, in any capitals; one that is none is for the reader of schedules to refuse. */
function readWord(cell: string, words: readonly string[]): ReadCell {
  return { value: words.find((word) => word.toLowerCase() === cell.toLowerCase()) ?? cell }
}

/** A tag, or the word for a day without a shift, in capitals or not. */
function readTurn(cell: string): ReadCell {
  const text = cell.replace(KEPT_FROM_FORMULA, '')
  return { value: text.toLowerCase() === DAY_OFF ? DAY_OFF : text }
}

function numberOf(cell: string): string | number {
  return NUMBER.test(cell) ? numberFrom(cell) : cell
}

/** Nought is added because −0 is a number of its own. */
function numberFrom(cell: string): number {
  return Number(cell.replace(',', '.')) + 0
}

function readMinutes(cell: string): ReadCell {
  const [, hours, minutes] = HOURS_AND_MINUTES.exec(cell) ?? []
  if (hours !== undefined) return { value: 60 * Number(hours) + Number(minutes) }
  const value = numberOf(cell)
  if (typeof value === 'number' && Number.isInteger(value)) return { value }
  const meant = typeof value === 'number' ? `, as ${Math.round(60 * value)} if hours are meant` : ''
  return { detail: `"${cell}" is no whole number of minutes.`, hint: `Write minutes${meant}, or hours and minutes such as 37:30.` }
}

/** `MONDAY` of `monday`, `Mon` or `Mo`. */
function readWeekday(cell: string): ReadCell {
  const wanted = cell.toUpperCase().replace(/\.$/, '')
  const day = wanted.length < 2 ? undefined : WEEKDAYS.find((each) => each.startsWith(wanted) && (wanted.length <= 3 || wanted === each))
  return day === undefined ? { detail: `"${cell}" is no weekday.`, hint: `Write ${WEEKDAYS.join(', ')}, or Mon, Tue and so on.` } : { value: day }
}

function readYesOrNo(cell: string): ReadCell {
  if (/^(?:true|yes|1(?:\.0)?|x)$/i.test(cell)) return { value: true }
  if (/^(?:false|no|-?0(?:\.0)?)$/i.test(cell)) return { value: false }
  return { detail: `"${cell}" is neither yes nor no.`, hint: 'Write true or false.' }
}
