import { createHash } from 'node:crypto'
import { isJsonObject } from '../../api/fields.ts'
import type { Schedule } from '../../model/schedule.ts'

/** Where a document came from. One that is stored says nothing of its callback any more, and so is never taken for one that was sent. */
export type Source = 'stored' | 'sent'

interface Kept {
  readonly departmentId: number
  readonly digest: string
  readonly document: object
}

/**
 * The schedule that a thread was asked about last, so that the next question about it finds it read and compiled. One alone, and of one department: whatever is done for another department
 * drops it. It is found by its content and says nothing of who may see it: that is asked before every question. It is dropped when nobody asked about it for `keptMs`.
 */
export class KeptDocument {
  /** What was made of documents, by the very document. Nothing else holds it, so that it goes with the document. */
  readonly readBefore = new WeakMap<object, Schedule>()
  readonly #keptMs: number
  #kept: Kept | null = null
  #timer: NodeJS.Timeout | undefined

  /** `keptMs`: how long a document is kept that nobody asks about, in milliseconds. */
  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  /** Drops what is kept of any other department. */
  workFor(departmentId: number): void {
    if (this.#kept !== null && this.#kept.departmentId !== departmentId) this.drop()
  }

  /** What equal bytes were parsed as for this department; else what `parse` makes of them, which is kept from now on. Nobody may change it. */
  ofBytes(departmentId: number, bytes: Uint8Array, parse: () => object): object {
    return this.#find({ departmentId, digest: digestOf('stored', bytes) }, parse)
  }

  /** The document that this department sent with the same content; else this one, which is kept from now on. What is no object is answered as it is. */
  ofValue(departmentId: number, value: unknown): unknown {
    if (!isJsonObject(value)) return value
    return this.#find({ departmentId, digest: digestOf('sent', JSON.stringify(value)) }, () => value)
  }

  /** Nothing is kept any more. */
  drop(): void {
    clearTimeout(this.#timer)
    if (this.#kept !== null) this.readBefore.delete(this.#kept.document)
    this.#kept = null
  }

  #find({ departmentId, digest }: Omit<Kept, 'document'>, make: () => object): object {
    const kept = this.#kept
    if (kept !== null && (kept.departmentId !== departmentId || kept.digest !== digest)) this.drop()
    // What was kept is gone before the next is read: there is memory for one.
    this.#kept ??= { departmentId, digest, document: make() }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.drop(), this.#keptMs).unref()
    return this.#kept.document
  }
}

function digestOf(source: Source, content: Uint8Array | string): string {
  return createHash('sha256').update(`${source}\n`).update(content).digest('base64')
}
