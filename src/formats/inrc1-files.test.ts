import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { FormatError } from './format-error.ts'
import { flag, instanceOf, limit, pattern, rosterOf, scheduleOf } from './inrc1.fixture.ts'
import { inrc1ToSchedule } from './inrc1.ts'
import { readInrc1Instance } from './inrc1-instance.ts'
import { readInrc1Solution, writeInrc1Solution } from './inrc1-solution.ts'

describe('solution files', () => {
  const schedule = scheduleOf(instanceOf({}))
  const roster = rosterOf(schedule, ['EL.N...', 'E.....H'])
  const text = writeInrc1Solution(schedule, roster, { instance: 'tiny & small', penalty: 7 })

  test('say who works what, and come back as they were', () => {
    expect(text).toContain('<SchedulingPeriodID>tiny &amp; small</SchedulingPeriodID>\n')
    expect(text).toContain('<SoftConstraintsPenalty>7</SoftConstraintsPenalty>')
    expect(text.match(/<Assignment>.*<\/Assignment>/g)).toHaveLength(5)
    expect(text).toContain('<Assignment><Date>2010-03-07</Date><Employee>B</Employee><ShiftType>H</ShiftType></Assignment>')
    expect(readInrc1Solution(text, schedule)).toEqual(roster)
  })

  for (const { from, to, says } of [
    { from: '<Employee>B', to: '<Employee>C', says: '<Employee> names "C", whom the instance has not.' },
    { from: '<ShiftType>H', to: '<ShiftType>X', says: '<Assignment> is beyond the cover' },
    { from: '<Date>2010-03-07', to: '<Date>2010-03-08', says: '<Assignment> is beyond the cover' },
    { from: '<Date>2010-03-07', to: '<Date>2010-02-30', says: '<Date> is "2010-02-30". Write a date' },
    {
      from: '<Date>2010-03-07</Date><Employee>B</Employee><ShiftType>H',
      to: '<Date>2010-03-01</Date><Employee>A</Employee><ShiftType>E',
      says: 'is there twice',
    },
    { from: '<ShiftType>H</ShiftType>', to: '', says: '<Assignment> has no <ShiftType>. Add it.' },
  ]) {
    test(`${to} is refused`, () => {
      expect(() => readInrc1Solution(text.replace(from, to), schedule)).toThrow(says)
    })
  }

  test('an instance is no solution', () => {
    expect(() => readInrc1Solution(instanceOf({}), schedule)).toThrow('Line 2: <SchedulingPeriod> is no solution')
  })
})

describe('refused, with the line, the element and the remedy', () => {
  const whole = instanceOf({ rules: limit('MaxNumAssignments', 4), patterns: pattern(1, ['E', 'Monday'], ['L', 'Tuesday']) })

  for (const { from, to, says } of [
    { from: /SchedulingPeriod/g, to: 'Period', says: 'Line 2: <Period> is no instance of the competition.' },
    { from: '<StartDate>2010-03-01', to: '<StartDate>1.3.2010', says: 'Line 3: <StartDate> is "1.3.2010". Write a date such as 2010-01-31.' },
    { from: '<StartDate>2010-03-01', to: '<StartDate>2010-03-08', says: '<EndDate> lies before <StartDate>. Exchange the two.' },
    { from: '<EndDate>2010', to: '<EndDate>2012', says: '<EndDate> makes 738 days. A schedule has at most 400' },
    { from: '<EndDate>2010-03-07</EndDate>', to: '', says: '<SchedulingPeriod> has no <EndDate>. Add it.' },
    { from: '<StartTime>06:30:00', to: '<StartTime>6:30', says: '<StartTime> is "6:30". Write a time such as 06:30:00.' },
    { from: '<StartTime>06:30:00', to: '<StartTime>24:00:00', says: '<StartTime> is "24:00:00".' },
    { from: '<Shift ID="L">', to: '<Shift ID="E">', says: '<Shift> has the ID "E" of another. Give each its own.' },
    { from: '<Shift ID="L">', to: '<Shift>', says: '<Shift> has no ID. Add one.' },
    { from: '<Shift ID="L">', to: `<Shift ID="${'L'.repeat(51)}">`, says: '<Shift> has an ID of more than 50 characters.' },
    {
      from: '<Skill>Nurse</Skill></Skills></Shift>',
      to: '<Skill>Cook</Skill></Skills></Shift>',
      says: '<Skill> names "Cook", which is not in <Skills>. Add it there.',
    },
    { from: '<Shift ID="L">', to: '<Shift ID="L\u0007L">', says: '<Shift> has an ID with a control character. Remove that.' },
    { from: '<Description>Late', to: `<Description>${'Late'.repeat(251)}`, says: '<Description> has more than 1000 characters. Shorten it.' },
    { from: /2010-03-0/g, to: '1810-03-0', says: '<StartDate> is "1810-03-01". Write a date' },
    {
      from: '<WeekendDefinition>',
      to: `${flag('IdenticalShiftTypesDuringWeekend', 600_000)}<WeekendDefinition>`,
      says: '<IdenticalShiftTypesDuringWeekend> would weigh 1200000, and a rule weighs at most 1000000.',
    },
    { from: '<ContractID>full', to: '<ContractID>half', says: '<ContractID> names "half", which is not in <Contracts>. Add it there.' },
    { from: '<WeekendDefinition>', to: '<WeekendDefinition>Sunday', says: '<WeekendDefinition> is "Sunday". Write one of SaturdaySunday,' },
    { from: '<Pattern>p', to: '<Pattern>q', says: '<Pattern> names "q", which is not in <Patterns>. Add it there.' },
    {
      from: '<MaxNumAssignments on="1" weight="1">4',
      to: '<MaxNumAssignments on="1">4',
      says: '<MaxNumAssignments> has no weight. Write a whole number from 0',
    },
    {
      from: '<MaxNumAssignments on="1" weight="1">4',
      to: '<MaxNumAssignments on="1" weight="1">-4',
      says: '<MaxNumAssignments> has "-4" as its text.',
    },
    { from: /MaxNumAssignments/g, to: 'MaxAssignments', says: '<MaxAssignments> is no rule of the competition. Remove it, or correct its name.' },
    { from: '<Day>Tuesday</Day>', to: '<Day>Friday</Day>', says: '<PatternEntry> names a <Day> that does not follow on that of the first entry.' },
    { from: '<Day>Monday</Day></PatternEntry>', to: '<Day>Any</Day></PatternEntry>', says: '<PatternEntry> names a <Day> that does not follow' },
    { from: 'index="1"', to: 'index="0"', says: '<PatternEntry> has the index 0 of another. Number them in order.' },
    { from: '<ShiftType>E', to: '<ShiftType>X', says: '<ShiftType> names "X", which is not in <ShiftTypes>. Add it there.' },
    { from: '<Preferred>2', to: '<Preferred>1001', says: '<Preferred> is 1001. A shift takes at most 1000 people.' },
    { from: /<Preferred>2/g, to: '<Preferred>0', says: '<CoverRequirements> asks for nobody on any day. Add a <Cover>.' },
    { from: '<Day>Sunday</Day>', to: '<Day>Caturday</Day>', says: '<Day> is "Caturday". Write a day such as Monday.' },
    { from: '<Employee ID="B">', to: '<Employee ID="A">', says: '<Employee> has the ID "A" of another.' },
    { from: /<Employees>[^]*<\/Employees>/, to: '<Employees></Employees>', says: '<SchedulingPeriod> has no <Employee> in <Employees>. Add one.' },
    { from: /<ShiftTypes>.*<\/ShiftTypes>/, to: '<ShiftTypes/>', says: '<SchedulingPeriod> has no <Shift> in <ShiftTypes>. Add one.' },
    { from: '<Employees>', to: '<Employees><Nurse/>', says: '<Nurse> stands in <Employees>, which holds <Employee> only. Remove it.' },
    {
      from: '<Skills><Skill>Nurse</Skill><Skill>Head</Skill></Skills>\n',
      to: '<Skills/><Skills/>',
      says: '<Skills> is there twice. Keep the one that is meant.',
    },
  ]) {
    test(`${String(to).slice(0, 60)} in the place of ${from}`, () => {
      const spoilt = whole.replace(from, to)
      expect(spoilt).not.toBe(whole)
      expect(() => inrc1ToSchedule(readInrc1Instance(spoilt))).toThrow(FormatError)
      expect(() => inrc1ToSchedule(readInrc1Instance(spoilt))).toThrow(says)
    })
  }

  test('requests for a shift that there is not', () => {
    const requests =
      '<ShiftOffRequests><ShiftOff weight="1"><ShiftTypeID>X</ShiftTypeID><EmployeeID>A</EmployeeID><Date>2010-03-01</Date></ShiftOff></ShiftOffRequests>'
    expect(() => readInrc1Instance(instanceOf({ requests }))).toThrow('<ShiftTypeID> names "X", which is not in <ShiftTypes>.')
  })

  test('more than 5,000 employees', () => {
    const many = Array.from({ length: 5_001 }, (_, e) => `<Employee ID="${e}"><ContractID>full</ContractID></Employee>`).join('')
    expect(() => readInrc1Instance(whole.replace(/<Employees>[^]*<\/Employees>/, `<Employees>${many}</Employees>`))).toThrow('beyond 5000 employees')
  })

  test('more seats than a schedule has shifts', () => {
    const large = instanceOf({ days: 60 }).replaceAll('<Preferred>2', '<Preferred>500')
    expect(() => inrc1ToSchedule(readInrc1Instance(large))).toThrow('more than the 100000 shifts')
  })
})

test('whatever is not in the format is refused with a FormatError, and with nothing else', () => {
  const whole = instanceOf({
    rules: [limit('MaxNumAssignments', 4), limit('MinConsecutiveWorkingWeekends', 2), limit('MaxWorkingWeekendsInFourWeeks', 1)].join(''),
    weekend: 'FridaySaturdaySunday',
    start: '2010-03-06',
    days: 16,
    patterns: pattern(1, ['E', 'Monday'], ['L', 'Tuesday'], ['E', 'Any']),
    requests: '<DayOffRequests><DayOff weight="1"><EmployeeID>A</EmployeeID><Date>2010-03-08</Date></DayOff></DayOffRequests>',
  })
  const anyChange = fc.tuple(
    fc.nat({ max: whole.length }),
    fc.nat({ max: 5 }),
    fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('\n', '<', '>', '&', '"', '9', '99', '-', '0', '\u0007', '</a>', '<a/>')),
  )
  fc.assert(
    fc.property(anyChange, ([at, length, text]) => {
      const changed = whole.slice(0, at) + text + whole.slice(at + length)
      try {
        expect(readSubmission(inrc1ToSchedule(readInrc1Instance(changed)), { callback: 'optional' }).errors).toEqual([])
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError)
      }
    }),
    { numRuns: 500 },
  )
})
