import { expect, test } from 'vitest'
import { formatTable } from './table.ts'

test('a table is as wide as its cells, with numbers to the right and no trailing blanks', () => {
  const rows = [
    { name: 'Ward', count: 7 },
    { name: 'Emergency', count: 120 },
  ]
  const lines = formatTable(
    [
      { title: 'count', value: ({ count }) => String(count), align: 'right' },
      { title: 'name', value: ({ name }) => name },
    ],
    rows,
  )
  expect(lines).toEqual(['count  name', '    7  Ward', '  120  Emergency'])
})

test('a table without rows is its titles', () => {
  expect(formatTable([{ title: 'id', value: () => '' }], [])).toEqual(['id'])
})
