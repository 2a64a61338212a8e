import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { judge } from '../checker/check.ts'
import { NOBODY } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import type { Score } from '../model/score.ts'
import { FormatError } from './format-error.ts'
import { nrpToSchedule } from './nrp.ts'
import { readNrpInstance } from './nrp-instance.ts'
import { readNrpRoster, writeNrpRoster } from './nrp-roster.ts'

/** A week with an early and a late shift, after which no early one may follow; three people, of whom Cy never works late. */
const WEEK = `# a comment
SECTION_HORIZON
7

SECTION_SHIFTS
E,480,
L,480,E

SECTION_STAFF
Al,E=7|L=2,2400,960,3,2,2,1
Bo,E=7,2400,0,5,1,1,0
Cy,E=7|L=0,2400,0,5,1,1,1

SECTION_DAYS_OFF
Al,0
Al,6,

SECTION_SHIFT_ON_REQUESTS
Bo,1,L,3

SECTION_SHIFT_OFF_REQUESTS
Cy,2,E,4

SECTION_COVER
0,E,1,100,1
1,E,1,100,7
1,L,2,50,1
2,E,1,100,1
`

function scheduleOf(text: string): Schedule {
  const { submission, errors, warnings } = readSubmission(nrpToSchedule(readNrpInstance(text)), { callback: 'optional', strict: true })
  expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
  return submission!.schedule
}

describe('an instance becomes a schedule', () => {
  const schedule = scheduleOf(WEEK)

  test('whose seats are those required, and one more for each other person who is qualified', () => {
    const seats = (day: number, type: string): string[] =>
      schedule.shifts
        .filter((shift) => shift.day === day && shift.tags[0] === type)
        .map((shift) => `${shift.importance} ${shift.weight} ${shift.cost}`)
    expect(seats(0, 'E')).toEqual(['MANDATORY 100 0', 'OPTIONAL 1 1', 'OPTIONAL 1 1'])
    expect(seats(1, 'E')).toEqual(['MANDATORY 100 0', 'OPTIONAL 1 7', 'OPTIONAL 1 7'])
    expect(seats(1, 'L')).toEqual(['MANDATORY 50 0', 'MANDATORY 50 0'])
    expect(seats(6, 'L')).toEqual(['OPTIONAL 1 0', 'OPTIONAL 1 0'])
  })

  test('as long as the horizon, although the cover ends sooner', () => {
    expect(schedule.calendar.days).toHaveLength(7)
    expect(schedule.calendar.days[0]!.weekday).toBe(0)
  })

  test('in which days off on several lines are one list, each once', () => {
    const { staff } = readNrpInstance(WEEK.replace('Al,6,', 'Al,6,0'))
    expect(staff.map(({ daysOff }) => daysOff)).toEqual([[0, 6], [], []])
  })

  test('of at most 100,000 shifts: seats beyond the requirement are fewer where there would be more', () => {
    const staff = Array.from({ length: 400 }, (_, e) => `n${e},,2400,0,5,1,1,1`).join('\n')
    const large = `SECTION_HORIZON\n300\nSECTION_SHIFTS\nD,480\nSECTION_STAFF\n${staff}\nSECTION_COVER\n0,D,10,1,1\n`
    const { shifts } = nrpToSchedule(readNrpInstance(large))
    expect(shifts).toHaveLength(10 + 300 * 333)
  })
})

describe('what the benchmark forbids is the first priority, and its objective the second', () => {
  const schedule = scheduleOf(WEEK)
  // Required, but empty: the early shifts of days 0, 1 and 2, and two late ones. Bo wishes a late shift on day 1.
  const nothing = 100 + 100 + 2 * 50 + 100 + 3
  for (const { claim, rows, score } of [
    { claim: 'Al works too little: 960 minutes are missing', rows: [',,,,,,', ',,,,,,', ',,,,,,'], score: [960, nothing, 0, 0] },
    { claim: 'Al works two days of the three that are required', rows: [',E,E,,,,', ',,,,,,', ',,,,,,'], score: [0, nothing - 200, 0, 0] },
    { claim: 'a surplus of one costs 7', rows: [',E,E,,,,', ',E,,,,,', ',,,,,,'], score: [0, nothing - 200 + 7, 0, 0] },
    { claim: 'the wish for a late shift is met', rows: [',E,E,,,,', ',L,,,,,', ',,,,,,'], score: [0, nothing - 200 - 50 - 3, 0, 0] },
    { claim: 'Cy works in spite of a wish', rows: [',,,E,E,,', ',,,,,,', ',,E,,,,'], score: [0, nothing - 100 + 4, 0, 0] },
    { claim: 'no early shift after a late one', rows: [',L,E,,,,', ',,,,,,', ',,,,,,'], score: [20, nothing - 50 - 100, 0, 0] },
    { claim: 'a third late shift is one too many', rows: [',L,L,L,,,', ',,,,,,', ',,,,,,'], score: [20, nothing - 50, 0, 0] },
    {
      claim: 'a day off is not worked, and a run at the edge is not too short',
      rows: ['E,,,E,E,,', ',,,,,,', ',,,,,,'],
      score: [20, nothing - 100, 0, 0],
    },
    { claim: 'a single day is too short for Al', rows: [',E,,,E,E,', ',,,,,,', ',,,,,,'], score: [20, nothing - 100, 0, 0] },
    { claim: 'four days in a row are one too many', rows: [',,E,E,E,E,', ',,,,,,', ',,,,,,'], score: [20, nothing - 100, 0, 0] },
    { claim: 'Bo works no weekend', rows: [',E,E,,,,', ',,,,,E,E', ',,,,,,'], score: [20, nothing - 200, 0, 0] },
    { claim: 'Cy is not qualified for late shifts', rows: [',E,E,,,,', ',,,,,,', ',L,,,,,'], score: [20, nothing - 200 - 50, 0, 0] },
  ] as const) {
    test(`${claim}`, () => {
      const roster = readNrpRoster(rows.join('\n'), schedule)
      expect(judge(schedule, roster).score).toEqual(score satisfies Score)
      expect(writeNrpRoster(schedule, roster)).toBe(['Al', 'Bo', 'Cy'].map((name, e) => `${name},${rows[e]}\n`).join(''))
    })
  }
})

describe('a file that is not in the format is refused, naming the line', () => {
  for (const { change, line, says } of [
    { change: ['# a comment', 'hello'], line: 1, says: 'A section must begin first' },
    { change: ['SECTION_HORIZON\n7', ''], line: null, says: 'SECTION_HORIZON' },
    { change: ['\n7\n', '\n7\n8\n'], line: 4, says: 'one line' },
    { change: ['\n7\n', '\n0\n'], line: 3, says: 'at least one day' },
    { change: ['\n7\n', '\n401\n'], line: 3, says: 'from 0 to 400' },
    { change: ['\n7\n', '\nseven\n'], line: 3, says: '"seven"' },
    { change: ['SECTION_COVER', 'SECTION_COVERAGE'], line: 24, says: 'no section "SECTION_COVERAGE"' },
    { change: ['SECTION_COVER', 'SECTION_SHIFTS'], line: 24, says: 'there twice' },
    { change: ['L,480,E', 'E,480,E'], line: 7, says: '"E" is there twice' },
    { change: ['L,480,E', 'L,480,X'], line: 7, says: 'no shift "X"' },
    { change: ['L,480,E', 'L,0,E'], line: 7, says: 'at least a minute' },
    { change: ['L,480,E', 'L,1441,E'], line: 7, says: '1440' },
    { change: ['L,480,E', 'L,480,E,E'], line: 7, says: 'Field 4' },
    { change: ['L,480,E', 'L'], line: 7, says: 'Field 2 is missing' },
    { change: ['L=2,', 'L2,'], line: 10, says: '"L2" is not of the form' },
    { change: ['L=2,', 'E=2,'], line: 10, says: 'limited twice' },
    { change: ['L=2,', 'X=2,'], line: 10, says: 'no shift "X"' },
    { change: ['2400,960', '900,960'], line: 10, says: 'least minutes' },
    { change: ['960,3,2', '960,1,2'], line: 10, says: 'days in a row' },
    { change: ['Bo,E=7', 'Al,E=7'], line: 11, says: '"Al" is there twice' },
    { change: ['Bo,E=7,2400,0,5,1,1,0', 'Bo,E=7,2400,0,5,1,1'], line: 11, says: 'Field 8 is missing' },
    { change: ['Al,0', 'Di,0'], line: 15, says: 'no employee "Di"' },
    { change: ['Al,6', 'Al,7'], line: 16, says: 'from 0 to 6' },
    { change: ['Bo,1,L,3', 'Di,1,L,3'], line: 19, says: 'no employee "Di"' },
    { change: ['Bo,1,L,3', 'Bo,1,X,3'], line: 19, says: 'no shift "X"' },
    { change: ['Bo,1,L,3', 'Bo,1,L,-3'], line: 19, says: '"-3"' },
    { change: ['Cy,2,E,4', 'Cy,7,E,4'], line: 22, says: 'from 0 to 6' },
    { change: ['2,E,1,100,1', '0,E,1,100,1'], line: 28, says: 'there twice' },
    { change: ['2,E,1,100,1', '2,X,1,100,1'], line: 28, says: 'no shift "X"' },
    { change: ['2,E,1,100,1', '2,E,99999,100,1'], line: 28, says: 'More than 100000' },
    { change: ['2,E,1,100,1', '2,E,1,100,1000001'], line: 28, says: '1000000' },
    { change: [/SECTION_SHIFTS[^]*/, ''], line: null, says: 'SECTION_SHIFTS' },
    { change: [/SECTION_STAFF[^]*/, ''], line: null, says: 'SECTION_STAFF' },
    { change: [/Al,E=7[^]*/, 'Al,E=0|L=0,1,0,1,1,1,1'], line: null, says: 'Nobody is qualified' },
  ] as const) {
    test(`${String(change[0]).replaceAll('\n', ' ')} → ${change[1].replaceAll('\n', ' ')}`, () => {
      expect(WEEK.search(change[0])).toBeGreaterThanOrEqual(0)
      expectFormatError(() => nrpToSchedule(readNrpInstance(WEEK.replace(change[0], change[1]))), { line, says })
    })
  }
})

describe('a roster', () => {
  const schedule = scheduleOf(WEEK)
  const ROSTER = 'Al,,E,E,,,,\nBo,,L,,,,,\nCy,E,,,,,,\n'

  test('is read with or without names, in any order, under a header, with CR LF and with every sign for a day off', () => {
    const expected = readNrpRoster(ROSTER, schedule)
    for (const text of [
      'Cy,E,,,,,,\nAl,,E,E,,,,\nBo,,L,,,,,\n',
      '# mine\nEmployee,Mo,Tu,We,Th,Fr,Sa,Su\r\nAl,.,E,E,off,OFF,-,\r\nBo,-,L,,,,,\r\n\r\nCy,E,,,,,,\r\n',
      ',E,E,,,,\n,L,,,,,\nE,,,,,,\n',
      '"Al",,"E",E,,,,\nBo,,L,,,,,\nCy,E,,,,,,\n',
    ])
      expect(readNrpRoster(text, schedule)).toEqual(expected)
  })

  for (const { change, line, says } of [
    { change: ['Cy,E,,,,,,\n', ''], line: null, says: '2 lines for 3 employees' },
    { change: ['Cy', 'Di'], line: 3, says: 'no employee "Di"' },
    { change: ['Cy', 'Bo'], line: 3, says: 'twice' },
    { change: ['L', 'X'], line: 2, says: 'no shift "X" (day 1)' },
    { change: ['Al,,', 'Al,'], line: 2, says: '8 cells for 7 days' },
  ] as const) {
    test(`is refused, naming the line: ${change.join(' → ')}`, () => {
      const changed = ROSTER.replace(change[0], change[1])
      // With one line too short the lines are taken to be without names, so the first that has too many cells is at fault.
      expectFormatError(() => readNrpRoster(says.includes('cells') ? changed.replace('Al', ' ') : changed, schedule), { line, says })
    })
  }

  test('in which more work than there are seats is refused', () => {
    expectFormatError(() => readNrpRoster('Al,,L,,,,,\nBo,,L,,,,,\nCy,,L,,,,,\n', schedule), { line: 3, says: 'More work "L" on day 1' })
  })

  test('with two shifts on a day, without a type or with a comma in a name is not written', () => {
    const early = schedule.shifts.findIndex(({ day, tags }) => day === 1 && tags[0] === 'E')
    const late = schedule.shifts.findIndex(({ day, tags }) => day === 1 && tags[0] === 'L')
    const roster = new Int32Array(schedule.shifts.length).fill(NOBODY)
    roster[early] = 0
    roster[late] = 0
    expectFormatError(() => writeNrpRoster(schedule, roster), { line: null, says: 'works twice on 2024-01-02' })
    roster[late] = NOBODY
    const changed = (shift: object, employee: object): Schedule => ({
      ...schedule,
      shifts: schedule.shifts.map((each, s) => (s === early ? { ...each, ...shift } : each)),
      employees: schedule.employees.map((each, e) => (e === 0 ? { ...each, ...employee } : each)),
    })
    expectFormatError(() => writeNrpRoster(changed({ tags: [] }, {}), roster), { line: null, says: 'has no tag' })
    expectFormatError(() => writeNrpRoster(changed({ tags: ['E', 'L'] }, {}), roster), { line: null, says: 'several tags' })
    for (const name of ['a,b', '#1', 'Employee', 'a\nb', ' a'])
      expectFormatError(() => writeNrpRoster(changed({}, { name }), roster), { line: null, says: 'cannot be written' })
    expectFormatError(() => writeNrpRoster(changed({}, { name: 'Bo' }), roster), { line: null, says: 'same name' })
  })
})

const TYPES = ['E', 'L', 'N']
const anyInstance = fc
  .record({
    days: fc.integer({ min: 1, max: 15 }),
    staff: fc.array(fc.array(fc.nat({ max: 6 }), { minLength: 10, maxLength: 10 }), { minLength: 1, maxLength: 4 }),
    notNext: fc.array(fc.subarray(TYPES), { minLength: 3, maxLength: 3 }),
    cover: fc.uniqueArray(fc.tuple(fc.nat({ max: 14 }), fc.constantFrom(...TYPES), fc.nat({ max: 3 }), fc.nat({ max: 9 }), fc.nat({ max: 9 })), {
      selector: ([day, type]) => `${day}${type}`,
      maxLength: 30,
    }),
    wishes: fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 14 }), fc.constantFrom(...TYPES), fc.nat({ max: 9 })), { maxLength: 10 }),
  })
  .map(({ days, staff, notNext, cover, wishes }) => {
    const wishLines = (wants: boolean): string[] =>
      wishes.filter(([on, day]) => on === wants && day < days).map(([, day, type, weight]) => `n0,${day},${type},${weight}`)
    return [
      'SECTION_HORIZON',
      days,
      'SECTION_SHIFTS',
      ...TYPES.map((type, t) => `${type},${480 * (t + 1)},${notNext[t]!.join('|')}`),
      'SECTION_STAFF',
      ...staff.map(
        ([e, l, min = 0, more = 0, least = 0, most = 0, off, weekends], i) =>
          `n${i},E=${e! + 1}|L=${l},${480 * (min + more)},${480 * min},${least + most},${least},${off},${weekends}`,
      ),
      'SECTION_DAYS_OFF',
      'n0,0',
      'SECTION_SHIFT_ON_REQUESTS',
      ...wishLines(true),
      'SECTION_SHIFT_OFF_REQUESTS',
      ...wishLines(false),
      'SECTION_COVER',
      ...cover.filter(([day]) => day < days).map((fields) => fields.join(',')),
    ].join('\n')
  })

test('whatever is in the format is a valid schedule as long as its horizon', () => {
  fc.assert(
    fc.property(anyInstance, (text) => {
      const instance = readNrpInstance(text)
      const { submission, errors } = readSubmission(nrpToSchedule(instance), { callback: 'optional', strict: true })
      expect(errors).toEqual([])
      expect(submission!.schedule.calendar.days).toHaveLength(instance.days)
    }),
    { numRuns: 200 },
  )
})

test('whatever is not in the format is refused with a FormatError, and with nothing else', () => {
  const anyChange = fc.tuple(
    fc.nat({ max: WEEK.length }),
    fc.nat({ max: 5 }),
    fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('\n', ',', '|', '=', '9', '-')),
  )
  fc.assert(
    fc.property(anyChange, ([at, length, text]) => {
      const changed = WEEK.slice(0, at) + text + WEEK.slice(at + length)
      try {
        expect(readSubmission(nrpToSchedule(readNrpInstance(changed)), { callback: 'optional' }).errors).toEqual([])
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError)
      }
    }),
    { numRuns: 1_000 },
  )
})

function expectFormatError(act: () => unknown, { line, says }: { readonly line: number | null; readonly says: string }): void {
  let thrown: unknown = null
  try {
    act()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(FormatError)
  expect(thrown).toMatchObject({ line, message: expect.stringContaining(says) })
}
