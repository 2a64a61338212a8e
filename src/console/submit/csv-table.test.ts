import { describe, expect, test } from 'vitest'
import { readTable } from './csv-table.ts'

describe('a table', () => {
  for (const { name, text, rows } of [
    {
      name: 'has a row for each line',
      text: 'id,spot\r\n1,Ward\r\n',
      rows: [
        [1, 'id', 'spot'],
        [2, '1', 'Ward'],
      ],
    },
    {
      name: 'may be separated by semicolons',
      text: 'id;spot\n1;"A, B"',
      rows: [
        [1, 'id', 'spot'],
        [2, '1', 'A, B'],
      ],
    },
    {
      name: 'may be separated by tabs',
      text: 'id\tspot\n1\tA',
      rows: [
        [1, 'id', 'spot'],
        [2, '1', 'A'],
      ],
    },
    {
      name: 'has commas in cells that a tab parts, however many',
      text: 'Anna\tnurse, ICU, night\n',
      rows: [[1, 'Anna', 'nurse, ICU, night']],
    },
    {
      name: 'has quotation marks doubled',
      text: 'id,spot\n1,"the ""old"" ward"',
      rows: [
        [1, 'id', 'spot'],
        [2, '1', 'the "old" ward'],
      ],
    },
    {
      name: 'has line breaks in quotation marks, and counts them',
      text: 'id,spot\n1,"a\nb"\n2,c',
      rows: [
        [1, 'id', 'spot'],
        [2, '1', 'a\nb'],
        [4, '2', 'c'],
      ],
    },
    {
      name: 'has no empty lines',
      text: 'id\n\n1\n\n',
      rows: [
        [1, 'id'],
        [3, '1'],
      ],
    },
    {
      name: 'has empty cells',
      text: 'id,spot\n,',
      rows: [
        [1, 'id', 'spot'],
        [2, '', ''],
      ],
    },
    {
      name: 'ends where a quotation mark is never closed',
      text: 'id\n"1\n2',
      rows: [
        [1, 'id'],
        [2, '1\n2'],
      ],
    },
    { name: 'may be empty', text: '', rows: [] },
  ]) {
    test(`${name}`, () => expect(readTable(text).map(({ line, cells }) => [line, ...cells])).toEqual(rows))
  }
})
