import type { Chance, Fields } from './draft.ts'

/** Breaks that any shift can hold which is longer than they ask for: so long that they fit in whatever others there are. */
export function addBreaks(document: Fields, chance: Chance): void {
  const {
    spots,
    shifts,
    shiftTemplates = [],
  } = document as {
    spots: Fields[]
    shifts: { id: number; start: string; end: string; employee?: number; historic?: boolean; seats?: unknown; breaks?: unknown }[]
    shiftTemplates?: Fields[]
  }
  const rules = Array.from({ length: chance.whole(1, 3) }, (_, at): Fields => {
    const minutes = chance.one([10, 15, 30, 45])
    return {
      id: `b${at}`,
      overMinutes: chance.one([220, 240, 360]),
      minutes,
      paid: chance.is(0.4),
      stepMinutes: chance.one([5, 10, 15, 30]),
      ...(chance.is(0.5) ? { earliestAfter: chance.one([0, 20, 60]) } : {}),
      ...(chance.is(0.5) ? { latestBefore: chance.one([0, 7, 60]) } : {}),
      ...(chance.is(0.5) ? { covered: true } : {}),
    }
  })
  document.breakRules = rules
  const some = (): unknown[] => chance.some(rules, 0.6).map(({ id }) => id)
  for (const spot of spots) if (chance.is(0.7)) spot.breakRules = some()
  for (const shift of shifts) if (chance.is(0.3)) Object.assign(shift, { breakRules: some() })
  for (const template of shiftTemplates) if (chance.is(0.5)) template.breakRules = some()
  const settings = (document.settings ??= {}) as Fields
  settings.breakCover = {
    firstPriorityWeight: 0,
    secondPriorityWeight: chance.whole(0, 3),
    thirdPriorityWeight: chance.whole(1, 9),
    fourthPriorityWeight: 0,
  }
}
