import type { Session } from '../gateway/session.ts'

const PLACE = 'turnus.changes'

/** Names the changes of one person to the roster of one job, or `of` something else: nobody else who signs in here gets them. */
export function placeOfChanges({ gateway, email, department }: Session, of: string): string {
  return [PLACE, gateway, email ?? '', department.id, of].map((part) => encodeURIComponent(part)).join(' ')
}

/** The places of all changes that are kept. */
export function placesOfChanges(store: Pick<Storage, 'key' | 'length'>): readonly string[] {
  return Array.from({ length: store.length }, (_, at) => store.key(at)).filter((place) => place !== null && place.startsWith(`${PLACE} `)) as string[]
}
