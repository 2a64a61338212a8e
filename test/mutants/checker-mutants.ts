import { inFile, type Mutant } from './mutant.ts'

/** Every rule of the checker made wrong, at least once each. */
export const CHECKER_MUTANTS: readonly Mutant[] = [
  ...inFile('checker', 'rules/seats.ts', [
    ['assignShift', "[...emptyShifts(view, 'MANDATORY'), ...belowWeekendFloor(view)]", "emptyShifts(view, 'MANDATORY')"],
    ['assignShift', 'isWeekendShift(shift) ?', 'shift.worksSaturday ?'],
    ['assignShift', 'Math.ceil((percent * asked) / 100)', 'Math.round((percent * asked) / 100)'],
    ['assignOptionalShift', "(view) => emptyShifts(view, 'OPTIONAL')", '() => []'],
    ['assignOptionalShift', 'shift.historic || shift.importance', 'shift.importance'],
  ]),
  ...inFile('checker', 'rules/single-shifts.ts', [
    ['shiftCost', '({ cost }) => ({ amount: cost,', '({ cost }) => ({ amount: Math.min(1, cost),'],
    ['useSuggestedEmployee', 'suggested.length === 0 || suggested.includes(id)', 'suggested.includes(id)'],
    ['useDislikedEmployee', 'dislikedEmployees.includes(id) ? 1 : 0', 'dislikedEmployees[0] === id ? 1 : 0'],
    ['minMinutesPerShift', 'limit - minutes', 'limit - minutes - 1'],
    ['maxMinutesPerShift', 'minutes - limit', 'minutes - limit + 1'],
    ['keepAssignment', 'roster[position] === shift.employeeIndex', 'roster[position] !== -1'],
    ['keepAssignment', 'roster[position] === shift.employeeIndex', 'roster[position]! >= shift.employeeIndex'],
  ]),
  ...inFile('checker', 'rules/spots.ts', [
    ['spotSkills', 'amount: missing.length', 'amount: 1'],
    ['spotTeams', 'shift.historic || isInTeam', 'isInTeam'],
  ]),
  ...inFile('checker', 'eligibility.ts', [
    ['spotSkills', 'start <= shift.start', 'start < shift.start'],
    ['spotTeams', 'spot.teams).some((entry)', 'spot.teams).every((entry)'],
    ['minRestBetweenShifts', 'schedule.allowedShiftCollisions > 0 || ', ''],
  ]),
  ...inFile('checker', 'spans.ts', [
    ['unavailable', 'latestEnds[node]! <= start', 'latestEnds[node]! < start'],
    ['shiftDependency', 'countBelow(ends, start + 1)', 'countBelow(ends, start)'],
  ]),
  ...inFile('checker', 'wish-index.ts', [['undesired', '[null, ...new Set(tags)]', '[null]']]),
  ...inFile('checker', 'rules/wishes.ts', [
    ['unavailable', "type: 'UNAVAILABLE'", "type: 'UNDESIRED'"],
    [
      'undesired',
      'amount: costOf(wish, shift),\n          text: `${words.employee(employee)} works',
      'amount: 1,\n          text: `${words.employee(employee)} works',
    ],
    ['desired', 'wish.end <= horizonStart', 'wish.end < horizonStart'],
    ['desired', 'createMeeting(shifts)', 'createMeeting(shifts.filter((shift) => !shift.historic))'],
  ]),
  ...inFile('checker', 'rules/spacing.ts', [
    ['shiftCollision', 'byEnd[ended]!.end <= shift.start', 'byEnd[ended]!.end < shift.start'],
    ['shiftCollision', 'shift.historic || amount <= 0', 'amount <= 0'],
    ['oneShiftPerDay', 'beyondFirst(shiftsOfDay) - beyondFirst(historic)', 'beyondFirst(shiftsOfDay)'],
    ['oneShiftPerDay', 'shifts.length - 1', 'shifts.length - 2'],
    ['minRestBetweenShifts', 'shift.end >= predecessor.end', 'shift.end < predecessor.end'],
    ['minRestBetweenShifts', 'earlier.historic && shift.historic', 'earlier.historic'],
  ]),
  ...inFile('checker', 'rules/rest.ts', [
    ['restDayAfterShift', 'dayAt(calendar, end - 1)', 'dayAt(calendar, end)'],
    ['restDayAfterShift', '!(before.historic && shift.historic)', '!before.historic'],
    ['restAfterShiftInRoomWithRequiredMinutes', 'const rest = Math.max(0, shift.start - before.end)', 'const rest = shift.start - before.end'],
    ['restAfterShiftInRoomWithRequiredMinutes', '(before.historic && shift.historic) || isPermittedOverlap', 'isPermittedOverlap'],
    ['minWeeklyRestMinutes', 'to - Math.max(from, week.start)', 'to - from'],
    ['minWeeklyRestMinutes', 'last - first + 1 === length', 'true'],
    ['minWeeklyRestMinutes', 'isHistoric: last < calendar.horizonFirst', 'isHistoric: false'],
    ['minWeeklyRestMinutes', 'limit - rest) - lackedBefore', 'limit - rest)'],
    ['minWeeklyRestMinutes', 'worked.length === 0', 'worked.length < 0'],
  ]),
  ...inFile('checker', 'rules/work-minutes.ts', [
    ['maxMinutesPerDay', '(contract) => contract.maxMinutesPerDay', '(contract) => contract.maxMinutesPerDay && contract.maxMinutesPerDay + 1'],
    ['maxMinutesPerWeek', "windowsOf(calendar, { per: 'week' })", "windowsOf(calendar, { per: 'month' })"],
    ['maxMinutesPerMonth', "windowsOf(calendar, { per: 'month' })", "windowsOf(calendar, { per: 'week' })"],
    ['maxMinutesInKWeeks', 'contract.inKWeeks ?? 1', '1'],
    ['minMinutesPerWeek', '(contract) => contract.minMinutesPerWeek', '(contract) => contract.minMinutesPerMonth'],
    ['minMinutesPerMonth', 'shortfall(worked + credit, least)', 'shortfall(worked + credit, limit)'],
    ['minMinutesInKWeeks', '(contract) => contract.minMinutesInKWeeks', '(contract) => contract.maxMinutesInKWeeks'],
  ]),
  ...inFile('checker', 'windows.ts', [
    ['maxMinutesInKWeeks', 'single.length - known + 1 }', 'single.length - known }'],
    ['minMinutesInKWeeks', 'weeks * DAYS_PER_WEEK', 'DAYS_PER_WEEK'],
    ['minMinutesPerMonth', '(least * (last - first + 1))', '(least * (last - first))'],
    ['minMinutesPerWeek', 'last >= horizonFirst', 'last >= 0'],
    ['contractRules', 'days.length - known + 1 }', 'days.length - known }'],
  ]),
  ...inFile('checker', 'tally.ts', [
    ['maxMinutesPerWeek', ' - Math.max(0, historic - most)', ''],
    ['contractRules', 'Math.max(0, day + SATURDAY - days[day]!.weekendPlace)', 'day'],
  ]),
  ...inFile('checker', 'rules/totals.ts', [
    ['totalWork', 'history?.minutesWorked ?? 0', '0'],
    ['totalWork', 'excess(sum, before, most)', 'excess(sum, 0, most)'],
    ['maxWorkDaysPerMonth', "tally(schedule.calendar, shifts, 'days')", "tally(schedule.calendar, shifts, 'shifts')"],
  ]),
  ...inFile('checker', 'runs.ts', [
    ['maxConsecutiveDays', ' - Math.max(0, historicLength - most)', ''],
    ['minConsecutiveDays', 'run.first === 0 || ', ''],
    ['consecutiveDaysOff', 'run.last + 1 < historic', 'run.last < historic'],
  ]),
  ...inFile('checker', 'rules/runs.ts', [
    [
      'maxConsecutiveDays',
      'tooMany(run, limit, edgesOf(view))\n        if (amount > 0)',
      'tooMany(run, limit + 1, edgesOf(view))\n        if (amount > 0)',
    ],
    ['minConsecutiveDays', 'tooFew(run, limit, edgesOf(view))', 'tooFew(run, limit - 1, edgesOf(view))'],
    ['consecutiveDaysOff', 'most === null ? 0 : tooMany', 'most === 0 ? 0 : tooMany'],
    ['maxConsecutiveNightShifts', '(shift) => shift.isNight', '(shift) => shift.isLate'],
    ['maxConsecutiveLateShifts', '(shift) => shift.isLate', '() => true'],
  ]),
  ...inFile('checker', 'rules/weekends.ts', [
    ['weekendWorkFrequency', 'other > weekend - frequency', 'other >= weekend - frequency'],
    ['weekendWorkFrequency', 'if (hasHistoricShift(weekend) && before.some(hasHistoricShift)) continue', ''],
    ['maxWeekends', 'employee.history?.weekendsWorked ?? 0', '0'],
    ['maxWeekends', '!shift.historic && isWeekendShift', 'isWeekendShift'],
    [
      'weekendWorkFrequency',
      'const byWeekend: ReadonlyMap<number, readonly Shift[]> = Map.groupBy(shifts.filter(isWeekendShift)',
      'const byWeekend: ReadonlyMap<number, readonly Shift[]> = Map.groupBy(shifts.filter((shift) => days[shift.day]!.isWeekend)',
    ],
    ['completeWeekends', 'isOnSaturday === onWeekend.some(({ worksSunday }) => worksSunday)', 'isOnSaturday === onWeekend.length > 1'],
    ['completeWeekends', 'day + 1 >= horizonFirst', 'day >= horizonFirst'],
  ]),
  ...inFile('checker', 'rules/contract-rules.ts', [
    ['contractRules', 'amount: units * rule.weight', 'amount: units'],
    ['contractRules', 'rule.weights === null ? {} : { weights: rule.weights }', '{}'],
  ]),
  ...inFile('checker', 'rules/contract-condition.ts', [
    ['contractRules', "history === null || of === 'days'", 'history === null'],
    ['contractRules', 'day - (days ?? 1) + 1', 'day - (days ?? 1)'],
  ]),
  ...inFile('checker', 'rules/contract-succession.ts', [
    ['contractRules', 'nextDay && shift.day === before.day + 1', 'nextDay && shift.day <= before.day + 1'],
    ['contractRules', '(before.historic && shift.historic)', 'before.historic'],
  ]),
  ...inFile('checker', 'rules/contract-run.ts', [['contractRules', 'first < calendar.horizonFirst', 'first <= calendar.horizonFirst']]),
  ...inFile('checker', 'rules/quotas.ts', [
    ['categoryShiftQuota', 'entry.active && entry.category', 'entry.category'],
    ['categoryShiftQuota', 'excess(worked, before, quota.max)', 'excess(worked, 0, quota.max)'],
  ]),
  ...inFile('checker', 'rules/continuity.ts', [
    ['singleEmployeePerWeek', ' - Math.max(0, historic.size - 1)', ''],
    ['singleEmployeePerWeek', "windowsOf(calendar, { per: 'week' })", "windowsOf(calendar, { per: 'month' })"],
    ['sameTimeOfDayForNonHistoricShifts', 'Math.min(apart, DAY_MIN - apart)', 'apart'],
    ['sameTimeOfDayForNonHistoricShifts', 'minute >= clockChange.at', 'minute > clockChange.at'],
  ]),
  ...inFile('checker', 'rules/free-time.ts', [['freePeriod', 'requirement.windowEnd <= horizonStart', 'requirement.windowEnd < horizonStart']]),
  ...inFile('checker', 'free-periods.ts', [
    ['freePeriod', 'minutes < shortUnitMinimumMinutes', 'minutes <= shortUnitMinimumMinutes'],
    ['freePeriod', 'day.end <= end', 'day.end < end'],
  ]),
  ...inFile('checker', 'rules/coverage.ts', [
    ['coverageCompetency', 'running.planned > 0 && ', ''],
    ['coverageCompetency', 'minimumCount - running.skilled.size', 'minimumCount - running.shifts.size'],
  ]),
  ...inFile('checker', 'rules/dependencies.ts', [
    ['shiftDependency', 'companions.shifts.has(shift) ? 1 : 0', '0'],
    ['shiftDependency', 'index.countOverlapping(anchor)', 'onDay.get(anchor.day) ?? 0'],
    ['shiftDependency', '[0, first, second, third + fourth]', '[first, second, third, fourth]'],
  ]),
  ...inFile('checker', 'rules/fair-share.ts', [
    ['evenShiftDistribution', 'amount: distance * distance', 'amount: distance'],
    ['evenShiftDistribution', 'millionths + MILLIONTHS_PER_HUNDREDTH / 2', 'millionths'],
    ['evenShiftDistribution', "isWished(employee, 'UNAVAILABLE', shift)", "isWished(employee, 'UNDESIRED', shift)"],
    ['evenWeekendDistribution', 'SHIFTS_PER_WEEKEND * history.weekendsWorked', 'history.weekendsWorked'],
    ['evenNightDistribution', 'isShared: (shift) => shift.isNight', 'isShared: () => true'],
    ['evenNightDistribution', "history.byTag.get('night')?.shiftsWorked ?? 0", 'history.shiftsWorked'],
  ]),
]
