import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { writeCsv } from './csv.ts'
import { csvPlaceText, csvToSchedule } from './csv-schedule.ts'
import { CSV_TEMPLATES } from './csv-templates.ts'
import { writeIcs } from './ics.ts'
import { smallRoster } from './solved.fixture.ts'

/** The last three shifts of the small roster as seats of one, of which the last is spare. */
function sharedRoster(...people: readonly [number, number, number]) {
  const { schedule, roster } = smallRoster()
  const from = schedule.shifts.length - 3
  const seats = { min: 1, ideal: 2, max: 3 }
  const shifts = schedule.shifts.map((shift, at) =>
    at < from ? shift : { ...shift, id: schedule.shifts[from]!.id, seats, ...(at === from + 2 ? { isSpare: true } : {}) },
  )
  const worked = roster.slice()
  worked.set(people, from)
  return { schedule: { ...schedule, shifts }, roster: worked }
}

describe('a shift with seats', () => {
  test('is a line for each who works it and for each seat that is wanted and empty', () => {
    const linesOf = (people: readonly [number, number, number]): readonly string[] => {
      const { schedule, roster } = sharedRoster(...people)
      const lines = writeCsv(schedule, roster).split('\r\n').slice(3, -1)
      return lines.map((line) => line.replace(/^4,.*\+02:00,/, '4 '))
    }
    expect(linesOf([0, -1, -1])).toEqual(['4 11,Ann,1,2,3', '4 ,,1,2,3'])
    expect(linesOf([0, 1, 2])).toHaveLength(3)
  })

  test('is the same shift when the table is read again', () => {
    const rosters: readonly (readonly [number, number, number])[] = [
      [0, 1, 2],
      [0, -1, -1],
      [-1, -1, -1],
    ]
    for (const people of rosters) {
      const { schedule, roster } = sharedRoster(...people)
      const tables = {
        employees: 'id,name\n11,Ann\n12,Bo\n13,Cai\n',
        spots: `id,name\n${schedule.spots.map(({ id, name }) => `${id},${name}`).join('\n')}\n`,
        shifts: writeCsv(schedule, roster),
      }
      const { schedule: again, problems } = csvToSchedule(tables, 'Europe/Copenhagen')
      expect(problems).toEqual([])
      const ids = people.flatMap((at) => (at < 0 ? [] : [schedule.employees[at]!.id]))
      expect(again.shifts.slice(-1)).toMatchObject([{ id: 4, seats: { min: 1, ideal: 2, max: 3 }, ...(ids.length === 0 ? {} : { employees: ids }) }])
      expect(again.shifts).toHaveLength(3)
      const { errors } = readSubmission(again, { callback: 'optional' })
      expect(errors).toEqual([])
    }
  })

  test('that may stay empty has a line even where nobody works it, and is there when the table is read again', () => {
    const { schedule, roster } = sharedRoster(-1, -1, -1)
    const seats = { min: 0, ideal: 0, max: 3 }
    const shifts = schedule.shifts.map((shift) => (shift.seats === undefined ? shift : { ...shift, seats, isSpare: true as const }))
    const written = writeCsv({ ...schedule, shifts }, roster)
    expect(written.split('\r\n').slice(3, -1)).toEqual([expect.stringMatching(/^4,.*,,,0,0,3$/)])
    const tables = {
      employees: 'id,name\n11,Ann\n',
      spots: `id,name\n${schedule.spots.map(({ id, name }) => `${id},${name}`).join('\n')}\n`,
      shifts: written,
    }
    const { schedule: again, problems } = csvToSchedule(tables, 'Europe/Copenhagen')
    expect(problems).toEqual([])
    expect(again.shifts.slice(-1)).toMatchObject([{ id: 4, seats }])
    roster[roster.length - 1] = 0
    expect(
      writeCsv({ ...schedule, shifts }, roster)
        .split('\r\n')
        .slice(3, -1),
    ).toEqual([expect.stringMatching(/,11,Ann,0,0,3$/)])
  })

  test('is an event for each who works it, each with a UID of its own', () => {
    const { schedule, roster } = sharedRoster(0, 1, -1)
    const uids = writeIcs(schedule, roster, { employee: null, madeAt: new Date(0) }).match(/^UID:shift-4.*(?=\r$)/gm)!
    expect(uids.map((uid) => uid.slice(-'-12@turnus'.length))).toEqual(['-11@turnus', '-12@turnus'])
  })
})

describe('a table of shifts', () => {
  const read = (shifts: string) =>
    csvToSchedule(
      {
        contracts: CSV_TEMPLATES['contracts.csv'],
        rotations: CSV_TEMPLATES['rotations.csv'],
        employees: CSV_TEMPLATES['employees.csv'],
        spots: CSV_TEMPLATES['spots.csv'],
        shifts: `id,spot,start,end,${shifts}`,
      },
      'Europe/Copenhagen',
    )
  const line = '7,Ward,2027-03-01 07:00,2027-03-01 15:00'

  test('says how many people a shift takes in columns of seats, and lists who works it', () => {
    const { schedule, problems } = read(`seats.min,seats.ideal,seats.max,employees\n${line},2,3,,Anna|12\n`)
    expect(problems).toEqual([])
    expect(schedule.shifts[0]).toMatchObject({ id: 7, seats: { min: 2, ideal: 3 }, employees: [11, 12] })
  })

  test('takes the column seats for the least', () => {
    expect(read(`Seats\n${line},2\n`).schedule.shifts[0]).toMatchObject({ seats: { min: 2 } })
  })

  test('is pointed at by the column of the number', () => {
    const place = read(`seats.min,seats.max\n${line},3,2\n`).placeOf('/shifts/0/seats/min')
    expect(csvPlaceText(place!)).toBe('shifts.csv, line 2, column seats.min')
  })
})
