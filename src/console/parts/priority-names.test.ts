import { expect, test } from 'vitest'
import { priorityNames, takePriorityNames, usualNames } from './priority-names.ts'

test('a priority has the name that the department gave it, and else the usual one', () => {
  expect(priorityNames()).toEqual(usualNames())
  takePriorityNames({ first: null, second: 'Staffing', third: null, fourth: null })
  const [first, second, third] = priorityNames()
  expect([first, second, third]).toEqual([usualNames()[0], '2 · Staffing', usualNames()[2]])
  takePriorityNames({ first: null, second: null, third: null, fourth: null })
  expect(priorityNames()).toEqual(usualNames())
})
