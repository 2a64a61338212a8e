import { inReader, type Mutant } from './mutant.ts'

/** What is said of a schedule before it is solved, made wrong. */
export const READER_MUTANTS: readonly Mutant[] = [
  ...inReader(
    'seat-ties.ts',
    ['src/api/seat-ties.test.ts'],
    [
      ['assignShift', '(weight) => weight * times', '(weight) => weight'],
      ['assignShift', 'Math.max(most, shift.weight *', 'Math.max(0, shift.weight *'],
      ['assignShift', "shift.importance !== 'MANDATORY' || ", ''],
      ['assignShift', ' || shift.historic', ''],
      ['assignShift', 'isWeekendShift(shift) ? settings.weekendUnassignedMultiplier : 1', '1'],
      ['assignShift', 'isWeekendShift(shift) ? settings', 'shift.weight > 0 ? settings'],
      ['assignShift', ' && isUsed(schedule)', ''],
      ['assignShift', 'priority === seat.findIndex((cost) => cost > 0) && ', ''],
      ['assignShift', '>= rule[priority]! * units', '> rule[priority]! * units'],
      ['assignShift', 'rule[priority]! * units', 'rule[priority]!'],
      ['unavailable', "type === 'UNAVAILABLE'", "type !== 'UNAVAILABLE'"],
      ['spotSkills', 'skills.length + anySkills.length > 0', 'skills.length > 0'],
      ['spotSkills', 'spots.some(({ skills }) => skills.length > 0) || ', ''],
      ['spotTeams', 'teams.length > 0', 'teams.length > 1'],
      ['restAfterShiftInRoomWithRequiredMinutes', 'spot.requiresRestOfMinutes !== null', 'spot.requiresRestOfMinutes === null'],
      ['restAfterShiftInRoomWithRequiredMinutes', '      units: MINUTES_PER_HOUR,', '      units: 1,'],
      ['minRestBetweenShifts', "['an hour of missing rest', MINUTES_PER_HOUR]", "['an hour of missing rest', 1]"],
      ['maxWeekends', 'contractsHeld(employee).some(', '[employee.contract].some('],
    ],
  ),
]
