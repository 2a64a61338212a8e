// Slow: the demonstration is run as a program.
import { expect, test } from 'vitest'
import { turnus } from './turnus.ts'

test('the demonstration ends with the roster of the hospital month, and exits 0', async () => {
  const { code, stdout, stderr } = await turnus(['demo'])
  expect({
    code,
    complaints: stderr
      .split('\n')
      .filter((line) => !/^ +\d+ s {2}/.test(line))
      .join('\n'),
  }).toEqual({ code: 0, complaints: '' })
  expect(stdout).toContain('genuine; no first-priority rule is broken, and no mandatory shift is empty')
  expect(stdout).toMatch(/^Bound (?:none is proved yet: |\d+(?: \/ \d+){3} {3}proved, )/m)
  expect(stdout).toContain('Where to look next')
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(120)
  // 32 employees by 28 days, each a letter, a day off or an absence.
  expect(stdout.split('\n').filter((line) => /^\S.{17} (?:[ |] [EDLN·=]){28} +\d+ h$/.test(line))).toHaveLength(32)
})
