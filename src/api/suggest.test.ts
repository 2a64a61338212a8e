import { expect, test } from 'vitest'
import { editDistance, suggest } from './suggest.ts'

for (const [a, b, distance] of [
  ['', '', 0],
  ['', 'abc', 3],
  ['shift', 'shift', 0],
  ['shfit', 'shift', 1], // neighbours swapped
  ['shft', 'shift', 1],
  ['shiift', 'shift', 1],
  ['shaft', 'shift', 1],
  ['kitten', 'sitting', 3],
] as const) {
  test(`"${a}" is ${distance} from "${b}"`, () => expect(editDistance(a, b)).toBe(distance))
}

for (const [word, meant] of [
  ['employes', 'employees'],
  ['EMPLOYEES', 'employees'],
  ['call_back_url', 'callbackUrl'],
  ['shitfs', 'shifts'],
  ['colour', null],
  ['', null],
  ['x'.repeat(1000), null],
  ['__proto__', null],
] as const) {
  test(`"${word.slice(0, 20)}" means ${meant}`, () => expect(suggest(word, ['employees', 'callbackUrl', 'shifts', 'spots'])).toBe(meant))
}

for (const [word, candidates, meant] of [
  ['evenNights', ['evenNightDistribution', 'evenWeekendDistribution'], 'evenNightDistribution'],
  ['min_rest', ['minRestBetweenShifts', 'weeklyRest'], 'minRestBetweenShifts'],
  ['maxHours', ['maxHoursMonth', 'maxHoursWeek'], null],
  ['nightsEven', ['evenNightDistribution'], null],
  ['rest', ['minRestBetweenShifts'], null],
  ['likedEmployee', ['dislikedEmployeePairs'], null],
  ['work_nights', ['workNeverNightsAlone'], null],
] as const) {
  test(`"${word}" means ${meant}, which says more, of ${candidates.join(' and ')}`, () => expect(suggest(word, candidates)).toBe(meant))
}

for (const [word, candidates, meant] of [
  ['available', ['unavailable'], null],
  ['availabel', ['unavailable'], null],
  ['unavailable', ['available'], null],
  ['NOT_AVAILABLE', ['AVAILABLE', 'UNAVAILABLE'], 'UNAVAILABLE'],
  ['nuavailable', ['available', 'unavailable'], 'unavailable'],
  ['unavailble', ['unavailable'], 'unavailable'],
  ['likedEmployees', ['dislikedEmployees'], null],
  ['undesired', ['desired'], null],
  ['minHoursDay', ['maxHoursDay'], null],
  ['maxHoursDya', ['minHoursDay', 'maxHoursDay'], 'maxHoursDay'],
  ['maxHoursDays', ['maxHoursDay'], 'maxHoursDay'],
  ['mxaHoursDay', ['maxHoursDay'], 'maxHoursDay'],
] as const) {
  test(`"${word}" means ${meant} of ${candidates.join(' and ')}, never its opposite`, () => expect(suggest(word, candidates)).toBe(meant))
}
