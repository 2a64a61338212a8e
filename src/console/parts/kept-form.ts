import { type RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { currentSession, type Session } from '../gateway/session.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const PLACE = 'turnus.form'

/** Texts of the fields of a form by their names, in order; of boxes the values that are ticked. */
export type FormTexts = Readonly<Record<string, readonly string[]>>

/** Names the fields of one person's form: nobody else who signs in at this tab gets them. */
export function placeOfForm({ gateway, email, department }: Session, form: string): string {
  return [PLACE, gateway, email ?? '', department.id, form].map((part) => encodeURIComponent(part)).join(' ')
}

/** Keeps what was typed; where the browser keeps nothing more, nothing. */
export function keepForm(store: Store, place: string, texts: FormTexts): void {
  try {
    store.setItem(place, JSON.stringify(texts))
  } catch {
    // Not worth a word: it is in the form still.
  }
}

/** What was typed and not sent; null = nothing that can be read. */
export function readForm(store: Store, place: string): FormTexts | null {
  try {
    const kept: unknown = JSON.parse(store.getItem(place) ?? 'null')
    const isKept = typeof kept === 'object' && kept !== null && Object.values(kept).every((texts) => Array.isArray(texts) && texts.every(isText))
    return isKept ? (kept as FormTexts) : null
  } catch {
    return null
  }
}

/** Forgets what was typed into every form of this tab: whoever signs out leaves nothing behind. */
export function forgetForms(store: Store & Pick<Storage, 'key' | 'length'>): void {
  const places = Array.from({ length: store.length }, (_, at) => store.key(at))
  for (const place of places) if (place?.startsWith(`${PLACE} `) === true) store.removeItem(place)
}

/** A form whose fields are kept while they are typed into, and are there again after a reload and after a session that ended. */
export interface KeptForm {
  readonly ref: RefObject<HTMLFormElement | null>
  /** What was typed is sent: it is not offered again. */
  readonly forget: () => void
}

/** Keeps the fields of a form, but for passwords and files. `form`: its name, the same after a reload. */
export function useKeptForm(form: string): KeptForm {
  const ref = useRef<HTMLFormElement | null>(null)
  const place = placeOfForm(currentSession()!, form)
  useLayoutEffect(() => {
    const element = ref.current!
    const kept = readForm(sessionStorage, place)
    if (kept !== null) fillForm(element, kept)
    const keep = (): void => keepForm(sessionStorage, place, textsOf(element))
    element.addEventListener('input', keep)
    return () => element.removeEventListener('input', keep)
  }, [place])
  return { ref, forget: () => sessionStorage.removeItem(place) }
}

function textsOf(form: HTMLFormElement): FormTexts {
  const secret = new Set([...form.elements].filter(isSecret).map((field) => field.name))
  const entries = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' && !secret.has(name) ? [{ name, value }] : []))
  return Object.fromEntries([...Map.groupBy(entries, ({ name }) => name)].map(([name, some]) => [name, some.map(({ value }) => value)]))
}

/** Fills the fields in, and unfolds what hides them. A choice that is there no more stays as it is. */
function fillForm(form: HTMLFormElement, kept: FormTexts): void {
  for (const field of form.elements) {
    if (!isField(field) || field.name === '' || isSecret(field)) continue
    const texts = kept[field.name] ?? []
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = texts.includes(field.value)
    else if (field instanceof HTMLSelectElement) chooseIn(field, texts[0])
    else field.value = texts[0] ?? ''
    // For a page that keeps what is entered.
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const folded = form.closest('details')
  if (folded !== null) folded.open = true
}

function chooseIn(select: HTMLSelectElement, value: string | undefined): void {
  if ([...select.options].some((option) => option.value === value)) select.value = value!
}

function isField(element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement
}

function isSecret(field: Element): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === 'password'
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
