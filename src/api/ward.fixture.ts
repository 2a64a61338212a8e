/** Any JSON, open to a test that wants to spoil it. */
// oxlint-disable-next-line typescript/no-explicit-any -- spoiling a document is setting whatever anywhere
export type AnyJson = any

/** A valid submission with every field of the contract in use. */
export function fullDocument(): AnyJson {
  return {
    callbackUrl: 'https://consumer.example/hooks/solved',
    callbackAuthenticationHeaderName: 'X-API-Key',
    callbackAuthenticationHeaderValue: 'secret',
    timeZone: 'Europe/Copenhagen',
    employees: [
      {
        id: 1,
        name: 'Ada',
        skills: [{ id: 10 }, { id: 11, start: '2026-01-01', end: '2026-12-31' }],
        teams: [{ id: 20, start: '2026-01-01T00:00:00+01:00' }],
        contract: {
          hoursBetweenShift: 660,
          maxHoursDay: 600,
          maxHoursWeek: 2400,
          maxHoursMonth: 9600,
          minHoursWeek: 1200,
          minHoursMonth: 4800,
          maxNhours: 9000,
          minNhours: 4000,
          inKWeeks: 4,
          maxMinutesTotal: 10000,
          minMinutesTotal: 1000,
          maxShiftsTotal: 20,
          minShiftsTotal: 1,
          maxWorkDaysMonth: 22,
          maxConsecutiveDays: 5,
          minConsecutiveDays: 2,
          minConsecutiveDaysOff: 2,
          maxConsecutiveDaysOff: 6,
          weekendWorkFrequency: 2,
          maxWeekends: 2,
          completeWeekends: true,
          maxConsecutiveLateShifts: 3,
          maxConsecutiveNightShifts: 4,
          minHoursPerShiftExcludingBreak: 4,
          maxHoursPerShiftExcludingBreak: 12.5,
          minWeeklyRestHours: 35,
          rules: [
            {
              kind: 'count',
              of: 'shifts',
              tags: ['night'],
              per: 'rolling',
              days: 28,
              max: 8,
              weight: 2,
              priority: 1,
              when: { of: 'days', per: 'week', min: 3 },
            },
            { kind: 'run', of: 'weekends', max: 2, priority: 4 },
            { kind: 'succession', after: ['night'], forbidden: ['early'], nextDay: true },
            { kind: 'succession', after: ['late'], forbidden: ['early'], withinMinutes: 660 },
          ],
          quotas: [
            { category: 'time', max: 10, per: 'month' },
            { tag: 'night', min: 1, max: 4, per: 'horizon' },
          ],
        },
        wishes: [
          { type: 'UNAVAILABLE', start: '2026-03-04', end: '2026-03-05' },
          { type: 'DESIRED', start: '2026-03-06T07:00:00+01:00', end: '2026-03-06T15:00:00+01:00', tag: 'early', weight: 3 },
        ],
        history: { shiftsWorked: 12, minutesWorked: 5760, weekendsWorked: 1, byTag: { night: { shiftsWorked: 2 } } },
      },
      { id: 2, contract: {} },
    ],
    shifts: [
      { id: 100, spot: 30, start: '2026-02-28T07:00:00+01:00', end: '2026-02-28T15:00:00+01:00', historic: true, employee: 1, tags: ['early'] },
      {
        id: 101,
        name: 'early',
        spot: 30,
        start: '2026-03-02T07:00:00+01:00',
        end: '2026-03-02T15:00:00+01:00',
        breakMinutes: 30,
        importance: 'MANDATORY',
        weight: 2,
        cost: 5,
        suggestedEmployees: [1],
        dislikedEmployees: [2],
        allowedCollisionSpots: [31],
        fixed: true,
        historic: false,
        employee: 1,
        foreignInt: 7,
        tags: ['early'],
      },
      {
        id: 102,
        spot: 31,
        start: '2026-03-03T15:00:00+01:00',
        end: '2026-03-03T23:00:00+01:00',
        importance: 'OPTIONAL',
        employee: null,
        tags: ['late'],
      },
      { id: 103, spot: 31, start: '2026-03-04T22:00:00Z', end: '2026-03-05T06:00:00Z', tags: ['night'] },
    ],
    spots: [
      {
        id: 30,
        name: 'A',
        teams: [20],
        skills: [10, 11],
        requiresRestAfterShiftHere: true,
        requiresRestOfMinutes: 700,
        singleEmployeePerWeekPreferred: true,
        foreignInt: 1,
      },
      { id: 31 },
    ],
    settings: {
      assignShift: { firstPriorityWeight: 10, secondPriorityWeight: 1, thirdPriorityWeight: 0, fourthPriorityWeight: 0 },
      shiftCost: { fourthPriorityWeight: 1 },
      weekendUnassignedMultiplier: 2,
      weekendMandatoryCoverageFloorPercent: 50,
      shiftKinds: { late: { startsAtOrAfter: '14:00', endsBy: '02:00' }, night: { from: '23:00', to: '06:00', minMinutes: 180 } },
    },
    numberOfAllowedShiftCollisions: 1,
    freePeriodRequirements: [
      {
        id: 1,
        employeeId: 1,
        windowStart: '2026-03-02T00:00:00+01:00',
        windowEnd: '2026-03-09T00:00:00+01:00',
        demand: { requiredUnitCount: 2, requiredLocalDates: ['2026-03-07'] },
        counting: { shortUnitMinimumMinutes: 2100, connectedTwoUnitMinimumMinutes: 3300, extraUnitMinutes: 1440 },
        eligibleLocalDateMode: 'fully_covered_by_free_interval',
        ineligibleLocalDates: ['2026-03-03'],
        preferredLocalDates: ['2026-03-08'],
        boundaryEvidence: [{ source: 'payroll', dutyId: 5, scheduleId: 6, startsAt: '2026-03-01T07:00:00Z', endsAt: '2026-03-01T15:00:00Z' }],
      },
    ],
    coverageCompetencyRequirements: [
      { id: 1, skill: 10, minimumCount: 1, shiftIds: [101, 102] },
      { id: 2, skill: 10, minimumCount: 1, spotIds: [31], tags: ['night', 'late'], start: '2026-03-03', end: '2026-03-05' },
    ],
    shiftTags: [
      { id: 1, departmentId: 3, tag: 'early', category: 'time', description: 'mornings', color: '#ff0', active: true },
      { id: 2, tag: 'late', category: 'time' },
      { id: 3, tag: 'night', category: 'time' },
    ],
    shiftGroups: [
      { id: 1, name: 'Nights', shiftIds: [101, 102], mode: 'COUNT', min: 0, max: 2, constraintLevel: 'soft', weight: 2 },
      { id: 2, tags: ['early', 'night'], spots: [30, 31], date: '2026-03-02', dates: ['2026-03-03', '2026-03-04'], mode: 'DIFFERENT_EMPLOYEES' },
    ],
    shiftDependencyRules: [
      {
        id: 1,
        anchorShiftTag: 'early',
        requiredShiftTag: 'late',
        minRequiredCount: 1,
        overlapScope: 'WITHIN_HOURS',
        withinHours: 12,
        constraintLevel: 'soft',
        weight: 2,
      },
    ],
    queuePriority: 7,
    termination: { maxSeconds: 30, stallSeconds: 10, targetGap: 0.01, seed: 42 },
  }
}

/** A small submission that has neither errors nor warnings. */
export function cleanDocument(): AnyJson {
  return {
    callbackUrl: 'http://127.0.0.1:9000/solved',
    timeZone: 'Europe/Copenhagen',
    employees: [
      {
        id: 1,
        skills: [{ id: 10 }],
        teams: [{ id: 20 }],
        contract: { hoursBetweenShift: 660 },
        wishes: [{ type: 'UNAVAILABLE', start: '2026-03-02T20:00:00+01:00', end: '2026-03-02T22:00:00+01:00' }],
      },
      { id: 2, skills: [], teams: [], contract: {}, wishes: [] },
    ],
    shifts: [
      { id: 101, spot: 30, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00', employee: null },
      { id: 102, spot: 30, start: '2026-03-03T07:00:00+01:00', end: '2026-03-03T15:00:00+01:00', employee: null },
    ],
    spots: [{ id: 30, teams: [20], skills: [10] }],
    settings: {},
  }
}
