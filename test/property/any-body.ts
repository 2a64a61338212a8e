import fc from 'fast-check'

/** A valid submission that uses every part of the contract, so that mutations reach all of it. */
export const SUBMISSION = {
  callbackUrl: 'https://consumer.example/hooks/solved',
  callbackAuthenticationHeaderName: 'X-API-Key',
  callbackAuthenticationHeaderValue: 'secret',
  timeZone: 'Europe/Copenhagen',
  employees: [
    {
      id: 1,
      name: 'A',
      skills: [{ id: 1, start: '2026-01-01T00:00:00Z', end: '2027-01-01T00:00:00Z' }],
      teams: [{ id: 1 }],
      contract: {
        hoursBetweenShift: 660,
        maxHoursDay: 720,
        maxHoursWeek: 2400,
        maxNhours: 9600,
        inKWeeks: 4,
        maxConsecutiveDays: 5,
        weekendWorkFrequency: 2,
        rules: [
          { kind: 'count', of: 'shifts', tags: ['n'], per: 'rolling', days: 28, max: 8, weight: 2, priority: 2 },
          { kind: 'run', of: 'daysOff', min: 2 },
          { kind: 'succession', after: ['n'], forbidden: ['e'], nextDay: true },
        ],
        quotas: [{ category: 'night', max: 6, per: 'month' }],
      },
      wishes: [{ type: 'UNAVAILABLE', start: '2026-03-05T00:00:00+01:00', end: '2026-03-06T00:00:00+01:00', tag: 'n', weight: 3 }],
      history: { shiftsWorked: 3, minutesWorked: 1440, weekendsWorked: 1 },
    },
    { id: 2, skills: [], teams: [], contract: {}, wishes: [] },
  ],
  shifts: [
    {
      id: 1,
      name: 'N',
      spot: 1,
      start: '2026-03-02T23:00:00+01:00',
      end: '2026-03-03T07:00:00+01:00',
      breakMinutes: 30,
      importance: 'MANDATORY',
      weight: 2,
      cost: 1,
      suggestedEmployees: [1],
      dislikedEmployees: [2],
      allowedCollisionSpots: [1],
      fixed: true,
      historic: false,
      employee: 1,
      foreignInt: 5,
      tags: ['n'],
    },
    { id: 2, spot: 1, start: '2026-02-27T07:00:00Z', end: '2026-02-27T15:00:00Z', importance: 'OPTIONAL', historic: true, fixed: true, employee: 2 },
    { id: 3, spot: 1, start: '2026-03-04T07:00:00Z', end: '2026-03-04T15:00:00Z', tags: ['e'] },
  ],
  spots: [
    {
      id: 1,
      name: 'S',
      teams: [1],
      skills: [1],
      requiresRestAfterShiftHere: true,
      requiresRestOfMinutes: 600,
      singleEmployeePerWeekPreferred: false,
    },
  ],
  settings: {
    assignShift: { firstPriorityWeight: 20, secondPriorityWeight: 0, thirdPriorityWeight: 0, fourthPriorityWeight: 0 },
    weekendUnassignedMultiplier: 2,
    shiftKinds: {},
  },
  numberOfAllowedShiftCollisions: 0,
  shiftTags: [
    { id: 1, tag: 'n', category: 'night', active: true },
    { id: 2, tag: 'e', category: 'day', active: true },
  ],
  shiftDependencyRules: [
    {
      id: 1,
      anchorShiftTag: 'n',
      requiredShiftTag: 'e',
      minRequiredCount: 1,
      overlapScope: 'WITHIN_HOURS',
      withinHours: 3,
      constraintLevel: 'soft',
      weight: 1,
    },
  ],
  freePeriodRequirements: [
    {
      id: 1,
      employeeId: 1,
      windowStart: '2026-03-02T00:00:00Z',
      windowEnd: '2026-03-09T00:00:00Z',
      demand: { requiredUnitCount: 1, requiredLocalDates: [] },
      counting: {},
    },
  ],
  shiftGroups: [{ id: 1, name: 'G', shiftIds: [1, 3], mode: 'COUNT', min: 1, max: 2, constraintLevel: 'hard', weight: 1 }],
  coverageCompetencyRequirements: [{ id: 1, skill: 1, minimumCount: 1, shiftIds: [1] }],
  queuePriority: 1,
  termination: { maxSeconds: 60, stallSeconds: 20, targetGap: 0, seed: 1 },
}

const ODD_VALUES = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 53),
  2 ** 31,
  2 ** 32,
  1e-320,
  '',
  ' ',
  '0',
  '1',
  'null',
  'NaN',
  '\0',
  '\ud800',
  '\udc00x',
  '💩',
  '\u202e',
  '__proto__',
  'constructor',
  'x'.repeat(5000),
  '/~0~1',
  '${7*7}',
  "'; drop table jobs; --",
  '2026-03-02',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '2026-03-02T25:00:00Z',
  '2026-03-02T24:00:00Z',
  '2026-03-29T02:30:00+01:00',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '2026-03-02T07:00:00+99:99',
  '2026-03-02T07:00:00.999999999Z',
  '2016-12-31T23:59:60Z',
  'UTC',
  'Etc/GMT+12',
  'Europe/../UTC',
  [],
  {},
  [[]],
  [null],
  [{}],
  { id: 1 },
  { toString: 1, valueOf: null, length: 1e9 },
  { hasOwnProperty: true },
  Array.from({ length: 300 }, (_, i) => i),
  'http://127.0.0.1',
  'https://forbidden.example',
  'https://\0',
  'https://user:pw@x',
  'javascript:alert(1)',
  `https://x/${'y'.repeat(3000)}`,
] as const
const ODD_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '',
  '\0',
  '\ud800',
  'employees',
  'id',
  'k'.repeat(3000),
  '/',
  '~',
  '0',
] as const
const ODD_NUMBERS = ['1e999', '-1e999', '1E-400', '-0', '0.1', '9'.repeat(400), '1e20'] as const

interface Mutation {
  readonly kind: 'replace' | 'remove' | 'grow' | 'swap'
  readonly at: number
  readonly with: number
}
const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'grow', 'grow', 'swap'),
  at: fc.nat(),
  with: fc.nat(),
})

type Holder = Record<string, unknown> | unknown[]

/** Every place of a document: its holder and its key. */
function placesOf(value: unknown, places: [Holder, string | number][] = []): [Holder, string | number][] {
  if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      places.push([value as Holder, key])
      placesOf((value as Record<string, unknown>)[key], places)
    }
  }
  return places
}

/** A copy of JSON: quicker than `structuredClone`, above all of what is no object. */
function copyOf<Value>(value: Value): Value {
  return typeof value === 'object' && value !== null ? (JSON.parse(JSON.stringify(value)) as Value) : value
}

function mutate(document: unknown, mutation: Mutation): void {
  const places = placesOf(document)
  const place = places[mutation.at % places.length]
  if (place === undefined) return
  const [holder, key] = place as [Record<string | number, unknown>, string]
  const [otherHolder, otherKey] = places[mutation.with % places.length] as [Record<string, unknown>, string]
  const odd = copyOf(ODD_VALUES[mutation.with % ODD_VALUES.length])
  switch (mutation.kind) {
    case 'replace':
      holder[key] = odd
      break
    case 'swap':
      holder[key] = copyOf(otherHolder[otherKey])
      break
    case 'remove':
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else delete holder[key]
      break
    case 'grow':
      if (Array.isArray(holder)) holder.push(...Array.from({ length: 1 + (mutation.with % 150) }, () => copyOf(holder[Number(key)])))
      // Defined and not assigned, or __proto__ would set the prototype instead of being written.
      else
        Object.defineProperty(holder, ODD_KEYS[mutation.at % ODD_KEYS.length]!, { value: odd, enumerable: true, configurable: true, writable: true })
  }
}

/** The submission with odd values, keys and repetitions, as it is posted. */
export const mutatedDocument = fc.array(anyMutation, { minLength: 1, maxLength: 6 }).map((mutations) => {
  const document = copyOf(SUBMISSION)
  for (const mutation of mutations) mutate(document, mutation)
  return Buffer.from(JSON.stringify(document))
})

/** The submission with numbers that JSON can write and JavaScript cannot hold, in the place of one that was there. */
export const mutatedNumber = fc.tuple(fc.nat(), fc.constantFrom(...ODD_NUMBERS)).map(([at, number]) => {
  const text = JSON.stringify(SUBMISSION)
  const numbers = [...text.matchAll(/(?<=[:[,])\d+(?=[,\]}])/g)]
  const found = numbers[at % numbers.length]!
  return Buffer.from(text.slice(0, found.index) + number + text.slice(found.index + found[0].length))
})

/** The submission with bytes set, cut, inserted or cut off. */
export const mutatedBytes = fc
  .array(fc.record({ at: fc.nat(), byte: fc.nat(255), cut: fc.nat(30), kind: fc.constantFrom('set', 'cut', 'insert', 'end') }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((changes) => {
    let bytes = Buffer.from(JSON.stringify(SUBMISSION))
    for (const { at, byte, cut, kind } of changes) {
      const i = at % (bytes.length + 1)
      const after = { set: i + 1, cut: i + cut, insert: i, end: bytes.length }[kind]
      bytes = Buffer.concat([bytes.subarray(0, i), kind === 'set' || kind === 'insert' ? Buffer.of(byte) : Buffer.alloc(0), bytes.subarray(after)])
    }
    return bytes
  })

/** JSON that has nothing to do with a schedule, or in the place of a part of one, or that is too deep. */
export const anyJson = fc.oneof(
  fc.json({ maxDepth: 6 }).map((text) => Buffer.from(text)),
  fc.jsonValue({ maxDepth: 3 }).map((value) => Buffer.from(JSON.stringify({ ...SUBMISSION, employees: value, settings: value }))),
  fc.tuple(fc.constantFrom('[', '{"a":', '[{"":'), fc.integer({ min: 1, max: 20_000 })).map(([open, count]) => Buffer.from(open.repeat(count))),
)
