// Where everything lies in the memory, in bytes, and the numbers of the schedule. `src/engine/local-search/compiled/` sets each of them by its name, and says what it holds.
// Names are those of the engine: `fitRows` is `fit.rows` of `src/engine/rules/fit/fit.ts`.

export let employeeCount: i32 = 0
export let dayCount: i32 = 0
export let horizonFirst: i32 = 0
export let demandCount: i32 = 0
export let unitCount: i32 = 0

// The state and the move, which the engine reads and writes as well.
export let cells: usize = 0
export let filled: usize = 0
export let met: usize = 0
export let score: usize = 0
export let moveEmployee: usize = 0
export let moveFrom: usize = 0
export let moveTo: usize = 0
export let moveNext: usize = 0
export let units: usize = 0
export let penalties: usize = 0

// What the step is told, and what it tells.
export let randomWords: usize = 0
export let askedWords: usize = 0
export let outcome: usize = 0
export let factors: usize = 0
export let perUnit: usize = 0
export let weights: usize = 0
export let parts: usize = 0
export let bestScore: usize = 0
export let risks: usize = 0
export let draw: usize = 0
export let changedRows: usize = 0
export let isChanged: usize = 0

// Scratch.
export let found: usize = 0
export let before: usize = 0
export let fillChange: usize = 0
export let touchedDemands: usize = 0
export let isTouched: usize = 0
export let meetChange: usize = 0
export let countChange: usize = 0
export let countTotal: usize = 0
export let countDiffers: usize = 0
export let spanFrom: usize = 0
export let spanTo: usize = 0

// Demands.
export let demandDay: usize = 0
export let demandStart: usize = 0
export let demandEnd: usize = 0
export let seats: usize = 0
export let isDecided: usize = 0
export let coverOffset: usize = 0
export let coverCost: usize = 0
export let typeOf: usize = 0
export let demandOfType: usize = 0
export let tagList: usize = 0
export let tagBits: usize = 0
export let tagWords: i32 = 0
export let openFrom: usize = 0
export let openDemands: usize = 0
export let decidedDuty: usize = 0

// Duties. `dutyFlags` has a column of `dutyRoom` bytes for each flag that runs read.
export let dutyRoom: i32 = 0
export let dutyStart: usize = 0
export let dutyEnd: usize = 0
export let dutySize: usize = 0
export let dutyReach: usize = 0
export let dutyOffset: usize = 0
export let dutyParts: usize = 0
export let dutyAnchor: usize = 0
export let dutyWeekend: usize = 0
export let dutySpoken: usize = 0
export let dutyFlags: usize = 0
export let dutyCounted: usize = 0
export let countedWidth: i32 = 0

// Fit.
export let fitCost: usize = 0
export let fitRowOf: usize = 0
export let fitDated: usize = 0
export let fitPlain: usize = 0
export let fitColumnOf: usize = 0
export let fitDatedColumnOf: usize = 0
export let fitRows: usize = 0
export let wishesOn: usize = 0
export let placeOf: usize = 0
export let wished: usize = 0
export let namedFrom: usize = 0
export let namedEmployee: usize = 0
export let named: usize = 0
export let fitGain: usize = 0
export let candidateListOf: usize = 0
export let candidateFrom: usize = 0
export let candidates: usize = 0
export let isMember: usize = 0

// Wishes to work; `wishOffset` 0 = there are none.
export let wishUnit: i32 = 0
export let wishOffset: usize = 0
export let wishList: usize = 0
export let wishStart: usize = 0
export let wishEnd: usize = 0
export let wishTag: usize = 0
export let wishWeight: usize = 0

// Counts: `counts` are records (`counts.ts`), `countsOf` their numbers by employee from `countsFrom` on.
export let counts: usize = 0
export let countsFrom: usize = 0
export let countsOf: usize = 0

// Gaps.
export let restMin: usize = 0
export let nearMin: usize = 0
export let lookbackDays: i32 = 0
export let allowedCollisions: i32 = 0
export let restDay: usize = 0
export let spotRestMin: usize = 0
export let collisionUnit: i32 = 0
export let restUnit: i32 = 0
export let restDayUnit: i32 = 0
export let spotRestUnit: i32 = 0
// Spots whose shifts may overlap: by demand its list, −1 = none; by list × spots + spot. `overlapOf` 0 = nowhere.
export let spotOf: usize = 0
export let overlapOf: usize = 0
export let mayOverlap: usize = 0
export let spotCount: i32 = 0
// Minutes from place to place, by demand its place; `ways` 0 = no way takes time.
export let placeOfDemand: usize = 0
export let ways: usize = 0
export let placeCount: i32 = 0
export let groupOf: usize = 0
export let groupCount: i32 = 0
export let successionTable: usize = 0
export let successionFrom: usize = 0
export let successionList: usize = 0
export let successions: usize = 0
export let restsFrom: usize = 0
export let restsOf: usize = 0
export let rests: usize = 0

// Runs: records, and by employee.
export let runs: usize = 0
export let runsFrom: usize = 0
export let runsOf: usize = 0

// Weekends; `weekendCount` 0 = no rule.
export let weekendCount: i32 = 0
export let weekendOf: usize = 0
export let weekendOpens: usize = 0
export let weekendCloses: usize = 0
export let weekendEvery: usize = 0
export let weekendReach: usize = 0
export let weekendComplete: usize = 0
export let weekendWhole: usize = 0
export let weekendJudgedOn: usize = 0
export let weekendApplies: usize = 0
export let frequencyUnit: i32 = 0
export let completeUnit: i32 = 0

// The time of day at which work begins; `sameTimeUnit` −1 = no rule.
export let sameTimeUnit: i32 = 0
export let wallStart: usize = 0

// Contracts that change: by employee where their days begin in `holders`, −1 = one contract; 0 = nobody's does.
export let termsAt: usize = 0
export let holders: usize = 0

// Patterns: records, and by employee. The i-th of all of theirs has its states and its windows.
export let patterns: usize = 0
export let patternsFrom: usize = 0
export let patternsOf: usize = 0
export let patternStates: usize = 0
export let patternEnds: usize = 0
export let patternCounts: usize = 0

// Weekly rest; `restOf` 0 = no rule, an entry of −1 = none for the employee.
export let weeklyUnit: i32 = 0
export let weekCount: i32 = 0
export let restOf: usize = 0
export let restNow: usize = 0
export let weeklyLeast: usize = 0
export let weekJudged: usize = 0
export let lackedBefore: usize = 0
export let weekStart: usize = 0
export let weekFirstDay: usize = 0
export let weekLastDay: usize = 0
export let weekOfDay: usize = 0
export let endWeek: usize = 0
export let longestSpanDays: i32 = 0
export let weekLongest: usize = 0
export let weekWorked: usize = 0
export let weekMissing: usize = 0

// What the engine counts itself: by employee bits of `asked.ts`, and whether any rule is of the kind.
export let asksOf: usize = 0
export let hasPlain: i32 = 0
export let refusedOn: usize = 0
export let hasTies: i32 = 0

// By employee: the most that changes of the row can save.
export let onCounts: usize = 0
export let onShapes: usize = 0
export let onPlain: usize = 0

// Of `moves` of the parameters.
export let maxDays: i32 = 0
export let maxWeekends: i32 = 0
export let openSeatTries: i32 = 0
export let wantedSeatTries: i32 = 0
export let anybodyOneIn: i32 = 0
export let doubtfulOneIn: i32 = 0
export let partOneIn: i32 = 0
export let freeDayOneIn: i32 = 0
export let besideOneIn: i32 = 0
export let freeStretchOneIn: i32 = 0
export let passBesideOneIn: i32 = 0
export let fillBesideOneIn: i32 = 0
