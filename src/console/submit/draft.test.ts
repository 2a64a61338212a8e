import { describe, expect, test } from 'vitest'
import { CSV_TEMPLATES } from '../../formats/csv-templates.ts'
import { isTable, readDraft, readTablesDraft } from './draft.ts'

const SCHEDULE = {
  name: 'schedule.json',
  text: '{\n  "employees": [],\n  "shifts": [\n    { "id": 1, "historic": true },\n    { "id": 2 }\n  ]\n}',
}
const issueAt = (pointer: string) => ({ pointer, code: 'any', detail: '', hint: '' })
const placesOf = (draft: ReturnType<typeof readDraft>, ...pointers: string[]) =>
  draft.locate(pointers.map(issueAt)).map(({ file, place }) => `${file.name}:${place.line}`)

describe('a draft', () => {
  test('of a schedule alone has its issues at the lines of the schedule', () => {
    expect(placesOf(readDraft(SCHEDULE, null), '/shifts/1/id', '/spots')).toEqual(['schedule.json:5', 'schedule.json:1'])
  })

  test('with a table has the issues of shifts at its lines, and of those it kept in the schedule', () => {
    const draft = readDraft(SCHEDULE, { name: 'shifts.csv', text: 'id,spot\n2,7\n3,8\n' })
    expect(draft.document!.shifts).toEqual([
      { id: 1, historic: true },
      { id: 2, spot: 7 },
      { id: 3, spot: 8 },
    ])
    expect(placesOf(draft, '/shifts/2/start', '/shifts/0', '/employees')).toEqual(['shifts.csv:3', 'schedule.json:4', 'schedule.json:2'])
  })

  test('has what is wrong with the table at its line', () => {
    const [problem] = readDraft(SCHEDULE, { name: 'shifts.csv', text: 'id,weight\n7,x' }).problems
    expect([problem!.file.name, problem!.place.line, problem!.issue.code]).toEqual(['shifts.csv', 2, 'integer-invalid'])
  })

  for (const { text, line, column, detail } of [
    { text: '{\n "a": 1,\n}', line: 3, column: 1, detail: 'This is no JSON from "}" on.' },
    { text: '{ "a": ', line: 1, column: 8, detail: 'The file ends before the document does.' },
    { text: '[]', line: 1, column: 1, detail: 'The document is no object.' },
    { text: '{\n  "id": 1,\n  "id": 2\n}', line: 3, column: 3, detail: '"id" stands twice in one object.' },
  ]) {
    test(`${JSON.stringify(text)} is refused at ${line}:${column}`, () => {
      const { document, problems } = readDraft({ name: 'x.json', text }, null)
      expect(document).toBeNull()
      expect(problems).toMatchObject([{ place: { line, column }, issue: { detail } }])
    })
  }
})

describe('a draft of tables', () => {
  const file = (name: keyof typeof CSV_TEMPLATES, text: string = CSV_TEMPLATES[name]) => ({ name: `Ward ${name}`, text })
  const FILES = {
    contracts: file('contracts.csv'),
    rotations: file('rotations.csv'),
    spots: file('spots.csv'),
    employees: file('employees.csv'),
    shifts: file('shifts.csv'),
    wishes: file('wishes.csv'),
    travel: file('travel.csv'),
  }

  test('is a schedule, with what was numbered', () => {
    const { document, problems, remarks } = readTablesDraft(FILES, 'Europe/Copenhagen')
    expect([document!['timeZone'], problems, remarks]).toEqual([
      'Europe/Copenhagen',
      [],
      ['Skills have numbers in a schedule: nurse 1, medication 2.'],
    ])
  })

  test('has what the gateway says at the line and column of the table', () => {
    const [wish, whole] = readTablesDraft(FILES, 'UTC').locate(['/employees/1/wishes/0/end', '/settings'].map(issueAt))
    expect([wish!.file, wish!.place.line, wish!.tableColumn, wish!.issue.pointer]).toEqual([FILES.wishes, 3, 'end', ''])
    expect([whole!.file, whole!.place.line, whole!.tableColumn]).toEqual([FILES.shifts, 1, undefined])
  })

  test('is no document while a table is wrong, and says where', () => {
    const { document, problems, doubts } = readTablesDraft({ ...FILES, spots: file('spots.csv', 'id,name,Notes\n1,Wrd,\n') }, 'UTC')
    expect([document, problems[0]!.file, problems[0]!.tableColumn, doubts[0]!.file]).toEqual([null, FILES.shifts, 'spot', expect.anything()])
  })
})

test('a table is told by its name', () => {
  expect(['a.CSV', 'a.tsv', 'a.json', 'csv'].map((name) => isTable({ name }))).toEqual([true, true, false, false])
})
