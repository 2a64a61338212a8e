import { KNOWN_IDS, type Draft, type Fields } from './draft.ts'

type Skills = readonly unknown[]

/**
 * Draws levels for what employees hold and spots ask for, and skills that shifts ask for and prefer, into a document. Shifts of one spot and time mostly ask for the same, so that
 * equal seats stay equal. Last of all, so that what else a seed draws does not depend on it.
 */
export function drawSkills({ chance }: Draft, document: Fields): void {
  const level = (): number => chance.whole(1, 9)
  for (const employee of document['employees'] as { skills: Fields[] }[]) {
    for (const skill of employee.skills) if (chance.is(0.4)) skill['level'] = level()
    if (chance.is(0.1)) employee.skills.push({ id: chance.one(KNOWN_IDS), level: level() })
  }
  const asked = (id: number): unknown =>
    chance.is(0.6) ? id : chance.is(0.9) ? { id, minLevel: chance.is(0.7) ? chance.whole(1, 4) : level() } : { id }
  const some = (share: number): Skills => chance.some(KNOWN_IDS, share).map(asked)
  for (const spot of document['spots'] as { skills: Skills }[]) spot.skills = (spot.skills as number[]).map(asked)
  const known = new Map<string, Fields>()
  for (const shift of document['shifts'] as Fields[]) {
    const key = `${String(shift['spot'])} ${String(shift['start'])} ${String(shift['end'])}`
    const drawn: Fields = {
      ...(chance.is(0.3) ? { skills: chance.is(0.2) ? [...some(0.5), ...some(0.3)] : some(0.4) } : {}),
      ...(chance.is(0.25) ? { anySkills: some(0.5) } : {}),
      ...(chance.is(0.25) ? { preferredSkills: some(0.5) } : {}),
    }
    Object.assign(shift, chance.is(0.8) ? (known.get(key) ?? drawn) : drawn)
    if (!known.has(key)) known.set(key, drawn)
  }
}
