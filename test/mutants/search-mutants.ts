import { inPart, type Mutant } from './mutant.ts'

const SEARCH_END = 'src/engine/search-end.test.ts'
const SOLVE = 'src/engine/index.test.ts'
const CYCLES = 'src/engine/local-search/cycles.test.ts'
const PENALTY_WEIGHTS = 'src/engine/local-search/penalty-weights.test.ts'
const POLICY = 'src/engine/portfolio/policy.test.ts'
const PAUSE = 'src/engine/portfolio/pause.test.ts'
const LOOP = 'src/engine/portfolio/loop.test.ts'
const REOPTIMISE = 'src/engine/local-search/reoptimise.test.ts'
const RANDOM = 'src/engine/random.test.ts'
const CONSTRUCT = 'src/engine/construct/construct.test.ts'
const NEIGHBOURHOODS = 'src/engine/local-search/neighbourhoods.test.ts'
const FILL_GROUPS = 'src/engine/local-search/fill-groups.slow.test.ts'
const SEAT_MATCHING = 'src/engine/local-search/seat-matching.test.ts'
const SHIFT_GROUPS = 'src/engine/local-search/shift-groups.test.ts'
const LENT = 'src/threads/lent-threads.test.ts'
const MOVES = 'test/property/moves.test.ts'
const SAVINGS = 'test/property/savings.test.ts'
const WALKS = 'test/property/walks.test.ts'
const GIVEN = 'test/property/given-roster.test.ts'
const NEIGHBOURHOODS_TURN = 'src/engine/portfolio/strategies/large-neighbourhoods.test.ts'
const ROLLING = 'src/engine/portfolio/strategies/rolling-horizon.test.ts'
const PROOF_TURNS = 'src/engine/portfolio/proof-turns.test.ts'
const STALL_POLICY = 'src/engine/portfolio/stall-policy.test.ts'
const ROLLING_POLICY = 'src/engine/portfolio/rolling-policy.test.ts'
const LARGE_NEIGHBOURHOODS = 'test/property/large-neighbourhood.slow.test.ts'
const FEWEST = 'src/engine/fewest-people.test.ts'

/** Local search, what it tries, when it is warm, what it keeps, and when it ends. */
export const SEARCH_MUTANTS: readonly Mutant[] = [
  ...inPart(
    'search',
    'local-search/empty-rows.ts',
    [FEWEST],
    [
      ['if (packing.isFixed[other] === 1 || cost > this.#cost ||', 'if (cost > this.#cost ||'],
      ['pool.push(...place.pushed)', ''],
      ['if (open[employee] === 1) this.#look', 'this.#look'],
      ['if (among.length === 0) return', ''],
    ],
  ),
  ...inPart(
    'search',
    'local-search/task-packing.ts',
    [FEWEST],
    [
      ['if (this.#isOverlapAlone) return true', 'return true'],
      ['return penalties.subarray(0, priority).every((cost) => cost <= 0)', 'return true'],
    ],
  ),
  ...inPart(
    'search',
    'local-search/incumbent.ts',
    [SOLVE, WALKS],
    [
      ['return score[1]! < best[1]', 'return score[1]! > best[1]'],
      ['cell < first + dayCount;', 'cell < first + dayCount - 1;'],
      ['incumbent.revision += 1', ''],
    ],
  ),
  ...inPart(
    'search',
    'local-search/changed-rows.ts',
    [SOLVE, WALKS],
    [
      ['this.#isIn[this.rows[i]!] = 0', 'this.#isIn[this.rows[i]!] = 1'],
      ['this.count += 1', 'this.count = 1'],
    ],
  ),
  ...inPart(
    'search',
    'local-search/savings.ts',
    [SAVINGS],
    [
      ['i < move.rows; i += 1) most += this.#onCounts', 'i < move.rows; i += 1) most -= this.#onCounts'],
      ['i < move.rows; i += 1) most += this.#onShapes', 'i < move.rows - 1; i += 1) most += this.#onShapes'],
      ['return this.#onShapes[employee]! > 0', 'return this.#onShapes[employee]! < 0'],
      ['i < move.rows; i += 1) most += this.#onPlain', 'i < move.rows - 1; i += 1) most += this.#onPlain'],
      ['for (let i = 0; i < move.rows; i += 1) this.#refreshRow(', 'for (let i = 1; i < move.rows; i += 1) this.#refreshRow('],
    ],
  ),
  ...inPart(
    'search',
    'local-search/reoptimise.ts',
    [REOPTIMISE],
    [
      ['    rows += 1\n    sinceBetter = 0\n', '    rows += 1\n'],
      ['weightedCost(penaltyWeights, move) >= -MIN_GAIN', 'weightedCost(penaltyWeights, move) <= MIN_GAIN'],
      ['Math.min(from + maxDays, dayCount) - 1', 'Math.min(from + maxDays, dayCount) - 2'],
      ['steps < maxSteps && ', ''],
      ['return random.shuffle(turns)', 'return turns.slice(1)'],
    ],
  ),
  ...inPart(
    'search',
    'local-search/cycles.ts',
    [CYCLES],
    [
      ['cycles[next]!.end <= progress', 'cycles[next]!.end < progress'],
      ['Math.min(1, (progress - from) / (to - from))', '(progress - from) / (to - from)'],
      ['Math.min(end, progress + beaten.betweenNeighbourhoods)', 'progress + beaten.betweenNeighbourhoods'],
      ['hottest * Math.pow(coldest / hottest', 'hottest * Math.pow(hottest / coldest'],
      ['Math.min(Math.sqrt(range), policy.warmedTo * range)', 'Math.sqrt(range)'],
    ],
  ),
  ...inPart(
    'search',
    'local-search/penalty-weights.ts',
    [PENALTY_WEIGHTS],
    [
      ['amount > 0', 'amount === 0'],
      ['Math.max(1, multipliers[k]! / params.weighting.lower)', 'multipliers[k]! / params.weighting.lower'],
      ['params.weighting.frozenStep ** (frozen - i)', 'params.weighting.frozenStep ** (i - frozen)'],
      ['isMinutes ? 1 / minutesPerUnit : 1', 'isMinutes ? minutesPerUnit : 1'],
      ['minutesPerUnit: frozen > 0 ? 1 : params.weighting.minutesPerUnit', 'minutesPerUnit: frozen > 1 ? 1 : params.weighting.minutesPerUnit'],
      ['params.weighting.aloneStep ** Math.max(0, i - frozen)', 'params.weighting.aloneStep ** Math.max(0, frozen - i)'],
    ],
  ),
  ...inPart(
    'search',
    'portfolio/policy.ts',
    [POLICY],
    [
      ['view.progress.share < localSearchFirst', 'view.progress.share <= localSearchFirst'],
      ['row.step > step ||', 'row.step >= step ||'],
      ['row.step === step && row.repeats === true', 'row.step === step'],
      ['const isBeaten = !isFirst && !isEarly(view) && isWinning', 'const isBeaten = !isFirst && !isWinning'],
    ],
  ),
  ...inPart(
    'search',
    'portfolio/policy.ts',
    [ROLLING_POLICY, POLICY],
    [
      ["accounts['rolling-horizon'] === undefined", 'round.number < 99'],
      ['if (hasRolled(view)) return false', ''],
      ['hasRolled(view) ? afterRolling : 0', '0'],
    ],
  ),
  ...inPart('search', 'portfolio/climb.ts', [ROLLING], [['share * Math.max(climbPatience, done)', '1']]),
  ...inPart('search', 'portfolio/strategies/rolling-horizon.ts', [ROLLING], [['plan.isBeginning && incumbent.revision === revision', 'false']]),
  ...inPart(
    'search',
    'column-generation/rolling/rolling-plan.ts',
    [ROLLING],
    [
      ['days >= rolling.minDays)', 'days >= 0)'],
      ['days < rolling.minDaysOfMany ||', ''],
      ['days < rolling.minDaysOfMany || !isTooMuchForDive', 'days < rolling.minDaysOfMany || isTooMuchForDive'],
      ['isBeginning: true', 'isBeginning: false'],
    ],
  ),
  ...inPart(
    'search',
    'portfolio/strategies/large-neighbourhoods.ts',
    [NEIGHBOURHOODS_TURN],
    [
      ['search.beginning ?? incumbent.cells', 'incumbent.cells'],
      ['hearOthers(this.#search) && beginning === null', 'hearOthers(this.#search)'],
      ['if (!isBetter(state, incumbent)) return false', ''],
      ['if (!hasWon) restoreCells', 'if (hasWon) restoreCells'],
      ['isOn: () => search.beginning !== null', 'isOn: () => false'],
      ['          restoreCells(state, incumbent.cells)\n        },', '        },'],
      ['if (search.beginning !== null) search.beginning = state.cells.slice()', 'search.beginning = null'],
    ],
  ),
  ...inPart(
    'search',
    'portfolio/proof-policy.ts',
    [STALL_POLICY],
    [
      ['isAlone && isOpen && strategies', 'isOpen && strategies'],
      ['isAlone && isOpen && strategies', 'isAlone && strategies'],
      ["isOpen && strategies.includes('large-neighbourhoods')", 'isOpen'],
      ['(proving.maxStalled - stall.passed) * stall.share', 'proving.maxStalled * stall.share'],
      [', leftBeforeStall(view)))', '))'],
    ],
  ),
  ...inPart('search', 'portfolio/proof-turns.ts', [PROOF_TURNS], [['      hearOthers(search)\n', '']]),
  ...inPart('search', 'portfolio/search.ts', [PROOF_TURNS], [['  changed.addAll()\n  return true', '  return true']]),
  ...inPart(
    'search',
    'portfolio/proof-policy.ts',
    [ROLLING_POLICY],
    [
      ['isBetterSearched(view) || leftBeforeStall(view)', 'leftBeforeStall(view)'],
      ['progress.gap === null && !progress.isBroken', 'progress.gap === null'],
      ['turnsOfProofs(view) < params.proving.turnsToTell', 'true'],
    ],
  ),
  ...inPart(
    'search',
    'portfolio/view.ts',
    [POLICY],
    [
      ['progress.moves < params.policy.movesPerCell * facts.cells', 'progress.moves > params.policy.movesPerCell * facts.cells'],
      ['return was && (!isPast ||', 'return was || (!isPast &&'],
    ],
  ),
  ...inPart(
    'search',
    'portfolio/proof-policy.ts',
    [POLICY],
    [
      ['!isHopeless && progress.share < proofsEnd(view)', '!isHopeless'],
      ['Math.min(proofsEnd(view), progress.share + Math.min(turn,', 'Math.min(1, progress.share + Math.min(turn,'],
    ],
  ),
  ...inPart(
    'search',
    'portfolio/policy.ts',
    [PAUSE],
    [
      ['cooledAt: end + took.share, paused', 'cooledAt: end, paused'],
      ['share: paused.share + took.share', 'share: paused.share'],
      ['iterations: paused.iterations + took.iterations', 'iterations: 0'],
      ['cooledAt(view) - from - paused.share', 'cooledAt(view) - from'],
    ],
  ),
  ...inPart(
    'search',
    'portfolio/loop.ts',
    [LOOP, SOLVE],
    [
      ['kinds.filter((kind) => kind.supports(state.instance, help, params))', 'kinds'],
      ['view = { ...after, ledger:', 'view = { ...before, ledger:'],
      [
        'cells: instance.employeeCount * instance.dayCount',
        'cells: instance.employeeCount * instance.dayCount * (1 + (instance.coverage?.breaks?.width ?? 0))',
      ],
    ],
  ),
  ...inPart(
    'search',
    'portfolio/ledger.ts',
    [POLICY],
    [
      ['(hasWon || isHandedOver ? 0 : before + share)', '(before + share)'],
      ['hasWon || isHandedOver ? 0', 'hasWon ? 0'],
      ['0 : before + share', '0 : share'],
      ['Math.max(least, account.grant / factor)', 'account.grant'],
    ],
  ),
  ...inPart(
    'search',
    'portfolio/trace.ts',
    [LOOP],
    [
      ['steps: open.steps + outcome.steps, after }', 'steps: open.steps + outcome.steps }'],
      ['if (!hasStarted) write', 'if (hasStarted) write'],
    ],
  ),
  ...inPart(
    'search',
    'local-search/neighbourhoods.ts',
    [MOVES, NEIGHBOURHOODS, WALKS],
    [
      ['dutyA !== dutyB && decidedDuty[cellA] === OFF &&', 'dutyA !== dutyB &&'],
      ['given !== OFF && decidedDuty[giver * dayCount + day] === OFF &&', 'given !== OFF &&'],
      ['employee + 1 + random.below(count - 1)', 'employee + random.below(count)'],
      ['duties.with(beforeOfB, shiftOfA)', 'duties.with(beforeOfB, shiftOfB)'],
      ['begin(move, 2, false)\n  const nextOfGiver', 'begin(move, 2, true)\n  const nextOfGiver'],
      ['next[left] = decidedDuty[row + left]!', 'next[left] = OFF'],
      ['day < opens[weekend]!; day += 1', 'day < 0; day += 1'],
      ['Math.max(horizonFirst, opens[first]!)', 'opens[first]!'],
      ['weekends.every.some((every) => every > 1)', 'weekends.every.some((every) => every > 0)'],
      ['return instance.horizonFirst + random', 'return random'],
      ['return demands.isDecided[d] === 1 ? -1 : d', 'return d'],
    ],
  ),
  ...inPart(
    'search',
    'local-search/pass-group.ts',
    [SHIFT_GROUPS, MOVES, WALKS],
    [
      ['(links?.shiftGroups?.blocks.length ?? 0) > 0', '(links?.shiftGroups?.count ?? 0) > 0'],
      ['if (duty === OFF || demands.isDecided[d] === 1) continue', 'if (duty === OFF) continue'],
      ['if (duties.parts[part] !== d) continue', ''],
      ['duties.without(move.next[0]![day]!, d)', 'move.next[0]![day]!'],
      ['move.next[0]![day] = cells[taker + day]!', 'move.next[0]![day] = OFF'],
    ],
  ),
  ...inPart(
    'search',
    'local-search/fill-groups.ts',
    [SHIFT_GROUPS],
    [
      ['links.shiftGroups?.wholes ?? []', '[]'],
      ['let seat = filled[d]!; seat < demands.seats[d]!', 'let seat = filled[d]!; seat < 1'],
    ],
  ),
  ...inPart(
    'search',
    'local-search/fill-groups.ts',
    [FILL_GROUPS],
    [
      ['a.scarcest - b.scarcest', 'b.scarcest - a.scarcest'],
      ['withCompanions(state, params, links, seats) ?? seats', 'seats'],
    ],
  ),
  ...inPart(
    'search',
    'local-search/seat-matching.ts',
    [SEAT_MATCHING],
    [
      ['if (other !== undefined && isSettled[other] === 1) return false', ''],
      ['seatOf.set(keyBefore, seat)\n', '\n'],
    ],
  ),
  ...inPart(
    'search',
    'threads/lent-threads.ts',
    [LENT],
    [
      ['this.#hasFailed = true', 'this.#hasFailed = false'],
      ["else if (message.type === 'better') onBetter(message, thread)", ''],
      ['Atomics.store(new Int32Array(thread.stopSign), 0, STOP_SIGNS.end)', ''],
      ['{ ...startNow(), thread: first + this.#started, proves: false, stopSign }', '{ ...startNow(), thread: first, proves: false, stopSign }'],
    ],
  ),
  ...inPart(
    'search',
    'threads/search-run.ts',
    [LENT],
    [
      ['Math.max(this.#mostElsewhere, threads)', 'threads'],
      ["if (found.isOptimal) this.#show('end')", ''],
      ['if (better !== null) found.noteRoster(better, found.moves)', ''],
      ['tellThreads(this.#exchange, found.best)', 'void 0'],
      [' || this.#found.best === null) return', ') return'],
      ['own.thread === 0 && this.#request.beside?.proves !== false', 'own.thread === 0'],
      ['threads === 1 && beside === undefined', 'threads === 1'],
    ],
  ),
  ...inPart(
    'search',
    'threads/found-so-far.ts',
    [LENT],
    [['compareScores(bound, this.#bound) <= 0) return', 'compareScores(bound, this.#bound) >= 0) return']],
  ),
  ...inPart(
    'search',
    'rules/gap/by-earlier.ts',
    ['src/engine/rules/gap/by-earlier.test.ts'],
    [
      ['list.filter((follower) => members.has(follower))', '[...members]'],
      ["every.map(({ isAfter }) => isAfter[d]!).join('')", "every.map(({ isAfter }) => isAfter[0]!).join('')"],
      ['made.set(key, table)', ''],
    ],
  ),
  ...inPart(
    'search',
    'random.ts',
    [RANDOM],
    [
      ['this.#b = seed | 0', 'this.#b = 0'],
      ['* bound) | 0', '* (bound - 1)) | 0'],
      ['this.below(i + 1)', 'this.below(i)'],
    ],
  ),
  ...inPart('search', 'construct/construct.ts', [CONSTRUCT, GIVEN], [['if (isOver()) return', '']]),
  ...inPart('search', 'construct/uncovered-seats.ts', [CONSTRUCT, GIVEN], [['return harm <= 0 && harm <= move.penalties[p]!', 'return true']]),
  ...inPart(
    'search',
    'index.ts',
    [SOLVE, GIVEN],
    [
      ['compareScores(scoreOf(state), asGiven) > 0', 'compareScores(scoreOf(state), asGiven) < 0'],
      ['< 0 ? anew : state', '> 0 ? anew : state'],
      ['compareScores(bound, told) > 0', 'compareScores(bound, told) < 0'],
      ['if (incumbent.revision === reported) return', ''],
      ['incumbent.cells.set(cellsOf(instance, better.roster))', ''],
    ],
  ),
  ...inPart(
    'search',
    'search-end.ts',
    [SOLVE, SEARCH_END],
    [
      ["if (options.shouldStop()) return 'STOPPED'", ''],
      ['gap <= options.targetGap', 'gap < options.targetGap'],
      ['elapsedMs - this.#betterAtMs < stallMs', 'elapsedMs < stallMs'],
      ['least) === 0 && compareScores(', 'least) >= 0 || compareScores('],
      ['elapsedMs >= options.maxMs', 'elapsedMs >= 2 * options.maxMs'],
      [': standing.iterations / maxIterations', ': (2 * standing.iterations) / maxIterations'],
      ['share >= last ? 0 :', 'share > 1 ? 0 :'],
      ['Math.max(share, last +', 'Math.max(share, 0 * last +'],
    ],
  ),
  ...inPart('search', 'index.ts', [LARGE_NEIGHBOURHOODS], [['if (maxIterations !== null || clock()', 'if (clock()']]),
]
