import { type Chance, type Fields, TAGS } from './draft.ts'

const DAY_MIN = 1440

/** A rule about rests, spans or windows of hours, of lengths that rosters are near to. */
export function randomRestRule(chance: Chance): Fields {
  const common = {
    ...(chance.is(0.4) ? { weight: chance.whole(1, 5) } : {}),
    ...(chance.is(0.3) ? { priority: chance.whole(1, 4) } : {}),
    ...(chance.is(0.2) ? { when: { of: 'shifts', per: chance.one(['day', 'week', 'horizon']), min: chance.whole(1, 3) } } : {}),
  }
  const rest = (most: number): number => chance.one([660, 2160, chance.whole(0, most)])
  const kind = chance.one(['rest', 'series', 'window', 'span', 'hours'])
  if (kind === 'rest') return { kind, ...tagsAs(chance, 'after'), ...tagsAs(chance, 'before'), minMinutes: rest(3000), ...common }
  if (kind === 'series') {
    const afterRun = { ...tagsAs(chance, 'tags'), ...(chance.is(0.7) ? { min: chance.whole(1, 3) } : {}) }
    return { kind: 'rest', afterRun, ...(chance.is(0.3) ? tagsAs(chance, 'before') : {}), minMinutes: rest(4000), ...common }
  }
  if (kind === 'window') {
    const minMinutes = rest(3000)
    const longer = [minMinutes, minMinutes + chance.whole(0, 2 * DAY_MIN), 7 * DAY_MIN + minMinutes]
    return { kind: 'rest', inMinutes: Math.max(1, chance.one(longer)), minMinutes, ...common }
  }
  if (kind === 'span') {
    const limits = [{ maxMinutes: chance.whole(0, 900) }, { maxGapMinutes: chance.whole(0, 300) }, { maxMinutes: 600, maxGapMinutes: 60 }]
    return { kind, ...chance.one<Fields>(limits), ...common }
  }
  const of = chance.one(['shifts', 'minutes', 'points'])
  const max = of === 'minutes' ? chance.whole(0, 2400) : chance.whole(0, 4)
  const hours = chance.one([24, 48, 168, chance.whole(1, 200)])
  return { kind: 'count', of, per: 'rolling', hours, max, ...tagsAs(chance, 'tags'), ...common }
}

function tagsAs(chance: Chance, field: string): Fields {
  return chance.is(0.5) ? {} : { [field]: [chance.one(TAGS), ...chance.some(TAGS, 0.3)] }
}
