import { NO_MARKS, type RequestMarks } from '../model/job.ts'
import { isJsonObject, pointerStep, shown, textOf, type Place } from './fields.ts'
import { MAX_LABEL_TEXT, MAX_LABELS, MAX_NAME_TEXT } from './limits.ts'

/** Control characters, line ends and halves of characters; what joins letters into one is printable. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
const MAX_KEY_TEXT = 64

/** Reads what the client calls its request: `name`, `reference` and `labels`. */
export function readMarks(document: Place): RequestMarks {
  return { name: lineOf(document, 'name'), reference: lineOf(document, 'reference'), labels: readLabels(document), basedOn: null }
}

/** A text on one line; empty is the same as absent, as forms send it. */
function lineOf(place: Place, key: 'name' | 'reference'): string | null {
  const text = textOf(place, key, MAX_NAME_TEXT)
  if (text === null || text === '') return null
  return isPrintable(place, key, text) ? text : null
}

function readLabels(document: Place): RequestMarks['labels'] {
  const value = document.fields['labels']
  if (value === undefined || value === null) return NO_MARKS.labels
  const { issues } = document
  if (!isJsonObject(value)) {
    issues.error('/labels', 'wrong-type', `labels must be an object of texts, not ${shown(value)}.`, 'Send it like {"ward": "3"}.')
    return NO_MARKS.labels
  }
  const entries = Object.entries(value).filter(([, text]) => text !== null)
  if (entries.length > MAX_LABELS) {
    issues.error('/labels', 'list-too-long', `labels has ${entries.length} entries; at most ${MAX_LABELS} are allowed.`, 'Leave some out.')
    return NO_MARKS.labels
  }
  const place: Place = { issues, pointer: '/labels', fields: value }
  return Object.fromEntries(entries.flatMap(([key]) => (isKey(place, key) ? [[key, readLabel(place, key)]] : [])))
}

function readLabel(place: Place, key: string): string {
  // The name in a pointer is one step, whatever it holds.
  const own: Place = { ...place, fields: { [pointerStep(key)]: place.fields[key] } }
  const text = textOf(own, pointerStep(key), MAX_LABEL_TEXT) ?? ''
  return isPrintable(own, pointerStep(key), text) ? text : ''
}

/** The list is asked for `label=key:value`, so a key is what stands before the first colon. */
function isKey({ issues }: Place, key: string): boolean {
  const pointer = `/labels/${pointerStep(key.slice(0, MAX_KEY_TEXT))}`
  if (key !== '' && key.length <= MAX_KEY_TEXT && !key.includes(':') && !UNPRINTABLE.test(key)) return true
  const detail = `The name of a label is ${shown(key)}; it takes 1 to ${MAX_KEY_TEXT} printable characters without a colon.`
  issues.error(pointer, 'label-invalid', detail, 'Rename it, such as "ward".')
  return false
}

function isPrintable({ issues, pointer }: Place, key: string, text: string): boolean {
  if (!UNPRINTABLE.test(text)) return true
  issues.error(
    `${pointer}/${key}`,
    'text-unprintable',
    `${key} is ${shown(text)}, which does not stand on one line.`,
    'Send printable characters alone.',
  )
  return false
}
