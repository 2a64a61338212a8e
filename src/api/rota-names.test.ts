import { describe, expect, test } from 'vitest'
import schema from '../../schedule.schema.json' with { type: 'json' }
import { readSubmission } from './read-schedule.ts'
import { NAMES_OF_ROTAS } from './rota-names.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

/** Adds what a place needs, and answers the object there with its pointer. */
const PLACES = {
  schedule: (document: AnyJson): [AnyJson, string] => [document, ''],
  employee: (document: AnyJson): [AnyJson, string] => [document.employees[0], '/employees/0'],
  contract: (document: AnyJson): [AnyJson, string] => [(document.employees[0].contract ??= {}), '/employees/0/contract'],
  wish: (document: AnyJson): [AnyJson, string] => [document.employees[0].wishes[0], '/employees/0/wishes/0'],
  shift: (document: AnyJson): [AnyJson, string] => [document.shifts[0], '/shifts/0'],
  spot: (document: AnyJson): [AnyJson, string] => [document.spots[0], '/spots/0'],
  calendar: (document: AnyJson): [AnyJson, string] => [(document.calendar = {}), '/calendar'],
  rotation: (document: AnyJson): [AnyJson, string] => [(document.rotations = [{}])[0], '/rotations/0'],
  turn: (document: AnyJson): [AnyJson, string] => [(document.employees[0].rotation = {}), '/employees/0/rotation'],
  travel: (document: AnyJson): [AnyJson, string] => [(document.travel = {}), '/travel'],
  way: (document: AnyJson): [AnyJson, string] => [(document.travel = { matrix: [{}] }).matrix[0], '/travel/matrix/0'],
  coverage: (document: AnyJson): [AnyJson, string] => [(document.coverageRequirements = [{}])[0], '/coverageRequirements/0'],
  competency: (document: AnyJson): [AnyJson, string] => [(document.coverageCompetencyRequirements = [{}])[0], '/coverageCompetencyRequirements/0'],
  fairness: (document: AnyJson): [AnyJson, string] => [(document.fairness = [{}])[0], '/fairness/0'],
} as const

/** What an unknown field of an object is answered with. */
function hintsFor(place: keyof typeof PLACES, name: string): string[] {
  const document = cleanDocument()
  const [object, pointer] = PLACES[place](document)
  object[name] = []
  const { errors, warnings } = readSubmission(document, { callback: 'required' })
  return [...errors, ...warnings].filter((issue) => issue.pointer === `${pointer}/${name}`).map(({ hint }) => hint)
}

const meant = (field: string, remark = ''): string => `Did you mean "${field}"?${remark === '' ? '' : ` ${remark}`}`
const ROTATIONS = meant('rotations', 'A roster that repeats itself as a whole has "horizon": "CYCLIC".')
const ROTATION = meant('rotation', 'It takes {"id": 1, "offset": 0}, of an entry in "rotations" of the schedule.')
const AS_TURN = 'Say it by "rotation" of an employee, such as {"id": 1, "offset": 0}, and its weeks by "rotations" of the schedule.'
const CYCLIC = meant('horizon', 'It takes "CYCLIC": the last day is followed by the first.')
const OPEN = meant('horizon', 'It takes "OPEN", and is that where it is left out.')
const DAYS = 'Leave it out: the days are those of the shifts.'
const TRAVEL = meant('travel', 'It takes {"matrix": [{"from": 1, "to": 2, "minutes": 20}]}: how long a way takes, not how far it is.')
const AS_WAYS = 'Say it by "travel" of the schedule, such as {"matrix": [{"from": 1, "to": 2, "minutes": 20}]}.'
const HOME = meant('home', 'It is a place that "travel" of the schedule has ways from and to.')
const AS_HOME = 'Say it by "home" of an employee, and how long it takes from there by "travel" of the schedule.'
const AT_A_TIME = meant('coverageRequirements', 'It says how many are at work from "start" to "end".')
const REFUSED = meant('fairness', 'It takes [{"id": 1, "of": "refusedWishes"}].')
const WHO = meant('who', 'It takes {"skill": 1}, {"team": 1} or {"employees": [1]}.')

describe('a name that others have is answered with ours, or with where it stands', () => {
  for (const [place, names, hint] of [
    ['schedule', ['rota', 'rotation_patterns', 'shiftPattern', 'workPatterns', 'cycle', 'rotation'], ROTATIONS],
    ['employee', ['rota', 'rotations', 'rotationId', 'rotation_pattern', 'shiftPattern', 'cycle', 'rotationOffset'], ROTATION],
    ['contract', ['rota', 'shiftPattern', 'rotation', 'rotations'], AS_TURN],
    ['shift', ['rotation'], AS_TURN],
    ['rotation', ['days', 'pattern', 'sequence'], meant('weeks', 'It takes a list of seven days for each week, each a tag or "off".')],
    ['rotation', ['start', 'startDate', 'from'], meant('anchor', 'It is any day of a calendar week in which the first week is worked.')],
    ['rotation', ['cycleLength', 'numWeeks'], 'Leave it out: a rotation is as long as its "weeks".'],
    ['rotation', ['employees', 'team'], AS_TURN],
    ['turn', ['rotation', 'rotationId'], meant('id')],
    ['turn', ['week', 'startWeek', 'shift'], meant('offset', 'It counts weeks: 0 begins with the first one, 1 with the second.')],
    ['schedule', ['cyclic', 'isCyclic', 'repeating', 'cyclic_roster', 'wrapAround'], CYCLIC],
    ['schedule', ['acyclic', 'nonCyclic', 'openEnded'], OPEN],
    ['schedule', ['planningHorizon', 'horizonStart', 'horizonEnd', 'horizonDays', 'schedulingHorizon', 'cycleLength'], DAYS],
    ['calendar', ['horizon', 'cyclic'], 'Say it by "horizon" of the schedule, which is "OPEN" or "CYCLIC".'],
    ['wish', ['repeating'], meant('repeats', 'It takes {"weekdays": ["MONDAY"]}.')],
    ['coverage', ['repeating', 'recurrence'], meant('repeats', 'It takes {"weekdays": ["MONDAY"]}.')],
    ['schedule', ['travel_time', 'travelTimes', 'distanceMatrix', 'distances', 'commute', 'matrix'], TRAVEL],
    ['spot', ['travel', 'travelTimes', 'distances'], AS_WAYS],
    ['employee', ['travel'], AS_WAYS],
    ['employee', ['home_location', 'homeAddress', 'address', 'commute', 'travelTime'], HOME],
    ['schedule', ['home', 'homes', 'homeLocations'], AS_HOME],
    ['spot', ['home'], AS_HOME],
    ['spot', ['latitude', 'coordinates'], 'Leave it out: how long a way takes is said in minutes, by "travel" of the schedule.'],
    ['travel', ['entries', 'times', 'distances'], meant('matrix')],
    ['way', ['origin', 'source', 'fromSpot'], meant('from')],
    ['way', ['destination', 'target', 'toSpot'], meant('to')],
    ['way', ['duration', 'travelTime', 'seconds'], meant('minutes')],
    ['way', ['distance', 'km'], meant('minutes', 'How long it takes, not how far it is.')],
    ['contract', ['maxTravelTime', 'maxCommute'], meant('maxTravelMinutes', 'It is in minutes.')],
    ['employee', ['maxTravelTime'], 'Say it by "maxTravelMinutes" of a contract, in minutes.'],
    ['schedule', ['coverage', 'headcount', 'headcountByTime', 'minStaff', 'minStaffing', 'maxStaffing'], AT_A_TIME],
    ['spot', ['coverageRequirements', 'headcount'], 'Say it by "coverageRequirements" of the schedule, with the "spots" it is about.'],
    ['shift', ['coverageRequirement'], meant('seats', 'Of a time, whatever the shifts, it is "coverageRequirements" of the schedule.')],
    ['coverage', ['minStaff', 'minHeadcount', 'atLeast'], meant('min')],
    ['coverage', ['maxStaff', 'maxHeadcount', 'atMost', 'capacity'], meant('max')],
    ['coverage', ['target', 'optimal'], meant('ideal')],
    ['coverage', ['headcount', 'staffing', 'seats'], meant('min', 'What is better is "ideal", and what is too many is above "max".')],
    ['coverage', ['skill', 'requiredSkill', 'team', 'employees'], WHO],
    ['coverage', ['from', 'startTime'], meant('start')],
    ['coverage', ['to', 'endTime'], meant('end')],
    ['coverage', ['location', 'wards'], meant('spots')],
    ['competency', ['minStaff', 'required'], meant('minimumCount')],
    ['competency', ['locations'], meant('spotIds')],
    ['schedule', ['refusedWishes', 'denied_requests', 'wishFairness', 'preferenceFairness'], REFUSED],
    ['employee', ['refusedWishes'], 'Say it by "fairness" of the schedule, such as {"id": 1, "of": "refusedWishes"}.'],
    ['employee', ['carry', 'fairness'], 'Say it by "fairness" in "history" of the employee, such as {"id": 1, "carry": 0.5}.'],
    ['fairness', ['measure', 'metric', 'type'], meant('of')],
    ['fairness', ['carry', 'history'], 'Say it by "fairness" in "history" of an employee, such as {"id": 1, "carry": 0.5}.'],
  ] as const) {
    for (const name of names) test(`${name} of a ${place}`, () => expect(hintsFor(place, name)).toEqual([hint]))
  }
})

describe('a horizon', () => {
  const hintsOf = (horizon: unknown): string[] => {
    const { errors } = readSubmission({ ...cleanDocument(), horizon }, { callback: 'required' })
    return errors.filter(({ pointer }) => pointer === '/horizon').map(({ hint }) => hint)
  }

  for (const [word, hint] of [
    ['cyclic', meant('CYCLIC')],
    ['Repeating', meant('CYCLIC')],
    ['cycle', meant('CYCLIC')],
    ['acyclic', meant('OPEN')],
    ['NON_CYCLIC', meant('OPEN')],
    ['open', meant('OPEN')],
    ['four weeks', 'Use one of OPEN, CYCLIC.'],
    [{ start: '2026-03-02', end: '2026-03-29' }, 'Leave it out, since the days are those of the shifts; or use one of OPEN, CYCLIC.'],
    [28, 'Leave it out, since the days are those of the shifts; or use one of OPEN, CYCLIC.'],
  ] as const)
    test(`that is ${JSON.stringify(word)} is answered with the word that is meant`, () => expect(hintsOf(word)).toEqual([hint]))
})

describe('what is offered', () => {
  const words = new Set([...JSON.stringify(schema).matchAll(/"([A-Za-z]+)"/g)].map(([, word]) => word!))

  test('exists', () => {
    const offered = NAMES_OF_ROTAS.flatMap(({ fields, elsewhere = '' }) => [
      ...fields.map(([field]) => field),
      ...[...`${fields.flat().join(' ')} ${elsewhere}`.matchAll(/"([^"]+)"/g)].map(([, word]) => word!),
    ])
    expect(offered.length).toBeGreaterThan(50)
    expect(offered.filter((word) => !words.has(word))).toEqual([])
  })

  test('is never the opposite: no least for a most, no horizon that repeats itself for one that does not', () => {
    for (const { names, fields, elsewhere = '' } of NAMES_OF_ROTAS) {
      const said = `${fields.flat().join(' ')} ${elsewhere}`
      for (const name of names) {
        const first = fields[0]?.[0]
        if (/^(?:max|atmost|upper)/.test(name)) expect(first).not.toMatch(/^min/)
        if (/^(?:min(?!utes)|atleast|lower)/.test(name)) expect(first).not.toMatch(/^max/)
        if (/^(?:acyclic|non|isopen|open)/.test(name)) expect(said).not.toContain('CYCLIC')
        if (/^(?:fromspot|origin|source)/.test(name)) expect(first).toBe('from')
      }
    }
  })

  test('stands for one name once in an object', () => {
    const places = NAMES_OF_ROTAS.flatMap(({ names, within = ['everywhere'] }) =>
      names.flatMap((name) => within.map((place) => `${name} in ${place}`)),
    )
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([])
  })
})
