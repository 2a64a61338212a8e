// Slow: each page runs a handful of programs, one of which searches for seconds.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { readText } from '../source-files.ts'
import { blocksOf } from './page.ts'
import { createWorkbench, type Workbench } from './workbench.ts'

/** A block of a file to be saved, by the name that stands before it. */
const SAVED = /`([\w/.-]+\.(?:json|mjs|csv))`:\n\n```\w+\n([\s\S]*?)^```$/gm
interface Solved {
  readonly shifts: readonly { readonly id: number | string; readonly employee: number | string | null }[]
  readonly freePeriodSelections?: readonly { readonly requirementId: unknown }[]
}

let bench: Workbench | null = null
afterEach(async () => {
  await bench?.close()
  bench = null
})

/** Saves what a page says and runs its commands; what they printed, and what they left. */
async function follow(page: string): Promise<{ readonly said: string; readonly read: (name: string) => string }> {
  bench = createWorkbench()
  const { folder } = bench
  const saved = [...readText(page).matchAll(SAVED)]
  for (const [, name, text] of saved) {
    mkdirSync(dirname(join(folder, name!)), { recursive: true })
    writeFileSync(join(folder, name!), text!)
  }
  const commands = blocksOf(page).filter(({ language }) => language === 'sh')
  // Every other block is a file, or what is printed.
  expect([saved.length, commands.length]).toEqual([blocksOf(page).length - 2, 1])
  return { said: await bench.run(commands[0]!.text), read: (name) => readFileSync(join(folder, name), 'utf8') }
}

/** What each page says of its roster. */
const FOLLOWED: readonly { readonly page: string; readonly tell: (solved: Solved) => unknown; readonly expected: unknown }[] = [
  {
    page: 'docs/coming-from/cp-sat.md',
    tell: ({ shifts }) => [...Map.groupBy(shifts, ({ employee }) => employee).values()].map(({ length }) => length).toSorted(),
    expected: [4, 4, 4, 4, 5],
  },
  {
    page: 'docs/coming-from/timefold.md',
    tell: ({ shifts }) => shifts.map(({ employee }) => employee),
    expected: ['Amy', 'Carl', 'Beth', 'Amy'],
  },
  {
    page: 'docs/coming-from/same-interface.md',
    tell: ({ shifts, freePeriodSelections = [] }) => [
      ...shifts.slice(1).map(({ employee }) => employee),
      ...freePeriodSelections.map(({ requirementId }) => requirementId),
    ],
    expected: [2, 1, 'leave/2027-10'],
  },
  {
    page: 'docs/coming-from/spreadsheet.md',
    tell: ({ shifts }) => shifts.map(({ employee }) => employee).toSorted(),
    expected: [1, 1, 2, 3],
  },
]

describe.each(FOLLOWED)('$page', ({ page, tell, expected }) => {
  test('is followed to a roster that is what the page says', async () => {
    const { said, read } = await follow(page)
    const printed = blocksOf(page).find(({ language }) => language === 'text')!.text
    expect(said).toContain(printed)
    expect(tell(JSON.parse(read('solution.json')) as Solved)).toEqual(expected)
    expect(read('roster.csv')).toMatch(/^id,spot,start/)
    const { errors, warnings } = readSubmission(JSON.parse(read('schedule.json')), { callback: 'optional', strict: true })
    expect([errors, warnings]).toEqual([[], []])
  })

  test('has a table, a worked example and what surprises', () => {
    const text = readText(page)
    expect(text).toMatch(/^\| There \| Here \|$|^\| Sent \| Read as \|$/m)
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(['Worked example', 'What surprises'])
  })
})
