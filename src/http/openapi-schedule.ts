/** The schedule that openapi.json shows: two shifts of a ward, for two nurses who rest for eleven hours. */
export const SCHEDULE_EXAMPLE = {
  callbackUrl: 'https://consumer.example/hooks/solved',
  timeZone: 'Europe/Copenhagen',
  spots: [{ id: 1, name: 'Ward', skills: [7] }],
  employees: [
    { id: 11, name: 'Anna', skills: [{ id: 7 }], contract: { hoursBetweenShift: 660 } },
    { id: 12, name: 'Bo', skills: [{ id: 7 }], contract: { hoursBetweenShift: 660 } },
  ],
  shifts: [
    { id: 101, spot: 1, start: '2026-03-02T15:00:00+01:00', end: '2026-03-02T23:00:00+01:00', importance: 'MANDATORY' },
    { id: 102, spot: 1, start: '2026-03-03T07:00:00+01:00', end: '2026-03-03T15:00:00+01:00', importance: 'MANDATORY' },
  ],
  termination: { maxSeconds: 10, seed: 1 },
} as const

/** Who works these shifts; what `solve` answered, written down. */
export const SOLUTION_EXAMPLE = {
  stopReason: 'OPTIMAL',
  score: [0, 0, 0, 0],
  bound: [0, 0, 0, 0],
  gap: 0,
  noBoundReason: null,
  boundLeavesOut: [],
  shifts: [
    { ...SCHEDULE_EXAMPLE.shifts[0], employee: 12 },
    { ...SCHEDULE_EXAMPLE.shifts[1], employee: 11 },
  ],
  constraintRelease: [],
  freePeriodSelections: [],
  residualFreeDays: [],
  unresolvedFreePeriodRequirements: [],
  openAtEnd: [],
  accounts: [],
  fairness: [],
  unassigned: [],
  changes: [],
  affectedEmployees: [],
  coverage: [],
  costs: { paidMinutes: 960 },
  statistics: { solveMs: 17, firstRosterMs: 11, moves: 0, threads: 2, seed: 1 },
} as const
