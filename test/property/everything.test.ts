// Slow: schedules with all rules at once are judged by two judges along walks.
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import contractSchema from '../../schedule.schema.json' with { type: 'json' }
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { NEIGHBOURHOODS } from '../../src/engine/local-search/neighbourhoods.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { Random } from '../../src/engine/random.ts'
import { apply, createMove, evaluate } from '../../src/engine/scoring/evaluate.ts'
import { createState, rosterOf, scoreFromScratch, scoreOf, type State, toldScoreOf } from '../../src/engine/scoring/state.ts'
import type { ContractRule, Schedule } from '../../src/model/schedule.ts'
import type { Judgement } from '../../src/model/violation.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { type Fields, SETTINGS_OF } from './draft.ts'
import { everything } from './everything.ts'
import { randomSeatedRoster } from './seated.ts'

const WALKS = casesOf(600)
const STEPS = 12
/** Documents at most that are looked through for one in which a field matters. Most fields do in the first. */
const READ = 1000

/** What walks do not draw, and where it is held. */
const NOT_DRAWN: readonly RegExp[] = [
  // Words of a submission, which no rule reads.
  /^\/(name|reference|labels|callback\w*|queuePriority|termination)\b/,
  /^\/settings\b/,
  // Shifts that are found and breaks: a roster says more than who works what; demand.test.ts and breaks.test.ts walk over these.
  /^\/(demands|shiftTemplates|breakRules)\b/,
  /\/breakRules$/,
  /^\/shifts\[\]\/breaks\b/,
  // Written out before anything is judged: written-out.test.ts.
  /^\/shifts\[\]\/repeats\b/,
  // Rosters to choose from, which weigh nothing: alternatives.test.ts.
  /^\/alternatives$/,
  // Who was told of a shift before: words of its changes alone, in diff.test.ts.
  /^\/shifts\[\]\/takenFrom\b/,
  // Words alone.
  /^\/payRules\[\](\(\w+\))?\/(name|reference)$/,
  /^\/shiftDependencyRules\[\]\/departmentId$/,
]

/** Fields that say what is so without them. */
const NOT_READ: readonly RegExp[] = [/\/when\/kind$/, /\/eligibleLocalDateMode$/]

interface Node {
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Node[]
  readonly items?: Node
  readonly properties?: Readonly<Record<string, Node>>
  readonly additionalProperties?: Node | boolean
  readonly patternProperties?: Readonly<Record<string, Node>>
}

/** Entries of these lists are told by their kind. */
const ofKind = (path: string, kind: unknown): string => (/\/(rules|payRules)\[\]$/.test(path) ? `${path}(${String(kind)})` : path)
/** Contracts that stand apart say what one of an employee says. */
const plain = (path: string): string => path.replace(/^\/contracts\[\](?!\/id$)/, '/employees[]/contract')

/** Every field of the contract and each of its choices, as paths. */
function* fieldsOf(node: Node, path = ''): Generator<string> {
  for (const branch of node.anyOf ?? []) yield* fieldsOf(branch, ofKind(path, branch.properties?.['kind']?.enum?.[0]))
  for (const choice of node.enum ?? []) if (choice !== null) yield `${plain(path)}=${String(choice)}`
  if (node.items !== undefined) yield* fieldsOf(node.items, `${path}[]`)
  for (const [name, field] of Object.entries(node.properties ?? {})) {
    yield plain(`${path}/${name}`)
    yield* fieldsOf(field, `${path}/${name}`)
  }
  const others = [...Object.values(node.patternProperties ?? {}), node.additionalProperties]
  for (const other of others) if (typeof other === 'object') yield* fieldsOf(other, `${path}/*`)
}

/** The same of a document; where the contract lets a client choose the names, `names` has their place. */
function* drawnOf(value: unknown, named: ReadonlySet<string>, path = ''): Generator<string> {
  if (Array.isArray(value)) {
    for (const entry of value as readonly unknown[]) yield* drawnOf(entry, named, ofKind(`${path}[]`, (entry as { kind?: unknown } | null)?.kind))
    return
  }
  if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue
      const at = named.has(plain(path)) ? `${path}/*` : `${path}/${name}`
      yield plain(at)
      yield* drawnOf(field, named, at)
    }
    return
  }
  if (typeof value === 'string') yield `${plain(path)}=${value}`
}

/** A schedule that was drawn, and the fields and choices of its document. */
interface Drawn {
  readonly made: ReturnType<typeof everything>
  readonly paths: ReadonlySet<string>
}

const KNOWN: ReadonlySet<string> = new Set(fieldsOf(contractSchema as Node))
const NAMED: ReadonlySet<string> = new Set([...KNOWN].filter((path) => path.includes('/*')).map((path) => path.slice(0, path.indexOf('/*'))))
/** Every test goes through the same schedules; the first of them are kept. */
const drawn: Drawn[] = []

/** What is drawn from a seed. */
function drawnFrom(seed: number): Drawn {
  const at = seed - FIRST_SEED
  return at < READ ? (drawn[at] ??= drawAnew(seed)) : drawAnew(seed)
}

function drawAnew(seed: number): Drawn {
  const made = everything(seed)
  return { made, paths: new Set(drawnOf(made?.document ?? {}, NAMED)) }
}

/** Where a rule stands, what it is called, and what the reader makes of settings. */
const NOT_A_TERM: ReadonlySet<string> = new Set(['kind', 'place', 'name', 'reference', 'weights', 'decidedWeights'])

/** A copy of a value without a field wherever it stands. */
function withoutField(value: unknown, field: string): unknown {
  const copy = (part: unknown, path: string): unknown => {
    if (Array.isArray(part)) return part.map((entry: { kind?: unknown } | null) => copy(entry, ofKind(`${path}[]`, entry?.kind)))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part).flatMap(([name, inner]) => {
        const at = `${path}/${name}`
        return plain(at) === field ? [] : [[name, copy(inner, at)]]
      }),
    )
  }
  return copy(value, '')
}

/** What a rule of a contract says, by kind, field and choice. */
function wordsOf(rule: ContractRule): string[] {
  return Object.entries(rule).flatMap(([field, value]: [string, unknown]) => {
    const isSaid = value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
    if (!isSaid || NOT_A_TERM.has(field)) return []
    return [`${rule.kind} ${field}`, ...(typeof value === 'string' ? [`${rule.kind} ${field} ${value}`] : [])]
  })
}

/** What the rules of contracts say that a roster breaks. Of those whose contract changes it is not told which rule is meant. */
function* brokenWords({ employees }: Schedule, { violations }: Judgement): Generator<string> {
  const byId = new Map(employees.map((employee) => [employee.id, employee]))
  for (const { setting, matches } of violations) {
    if (setting !== 'contractRules') continue
    for (const { text, employeeIds } of matches) {
      const employee = byId.get(employeeIds[0]!)
      const place = Number(/ rule (\d+) of /.exec(text)?.[1]) - 1
      if (employee === undefined || employee.contracts !== undefined) continue
      for (const rule of employee.contract.rules) if (rule.place === place) yield* wordsOf(rule)
    }
  }
}

/** Money is rounded where it is told. */
function told(state: State): readonly number[] {
  return toldScoreOf(state.instance, state.cells, scoreOf(state))
}

describe('schedules that say everything at once', () => {
  test(`draw every field of the contract and every choice, among ${WALKS} from seed ${FIRST_SEED}`, () => {
    const paths = new Set<string>()
    for (let seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed += 1) for (const path of drawnFrom(seed).paths) paths.add(path)
    const missing = [...KNOWN].filter((path) => !paths.has(path) && !NOT_DRAWN.some((pattern) => pattern.test(path)))
    expect(missing, 'fields and choices that no walk has: everything.ts draws them, or NOT_DRAWN says where they are held').toEqual([])
  })

  test('are read field by field: without any that is drawn something else is read, or nothing', () => {
    const fields = [...KNOWN].filter((path) => !path.includes('=') && !path.includes('/*'))
    const unread = fields.filter((path) => !NOT_DRAWN.some((pattern) => pattern.test(path)) && !NOT_READ.some((pattern) => pattern.test(path)))
    const read = (document: Fields): Schedule | undefined => readSubmission(document, { callback: 'optional' }).submission?.schedule
    const matters = (path: string): boolean => {
      for (let at = 0; at < READ; at += 1) {
        const { made, paths } = drawnFrom(FIRST_SEED + at)
        if (paths.has(path) && !isDeepStrictEqual(read(withoutField(made!.document, path) as Fields), made!.schedule)) return true
      }
      return false
    }
    expect(unread.filter((path) => !matters(path))).toEqual([])
  })

  test(`cost the same by the search, from scratch and by the checker, on ${WALKS} random walks from seed ${FIRST_SEED}`, () => {
    let [read, moves] = [0, 0]
    const broken = new Map<string, number>()
    const [said, brokenRules] = [new Set<string>(), new Set<string>()]
    for (let seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed += 1) {
      const { made } = drawnFrom(seed)
      if (made === null) continue
      read += 1
      const { schedule } = made
      const label = `seed ${seed}`
      const random = new Random(seed)
      const instance = compile(schedule)
      const state = createState(
        instance,
        randomSeatedRoster(schedule, () => random.unit()),
      )
      const move = createMove(instance)
      expect(judge(schedule, rosterOf(instance, state.cells)).score, label).toEqual(told(state))
      for (let step = 0; step < STEPS; step += 1) {
        const neighbourhood = NEIGHBOURHOODS[random.below(NEIGHBOURHOODS.length)]!
        if (!neighbourhood.propose(state, random, move, DEFAULT_PARAMS.moves) || !evaluate(state, move)) continue
        apply(state, move)
        moves += 1
        expect(scoreOf(state), `${label} step ${step}: ${neighbourhood.name}`).toEqual(scoreFromScratch(state))
      }
      const judgement = judge(schedule, rosterOf(instance, state.cells))
      expect(judgement.score, label).toEqual(told(state))
      for (const setting of new Set(judgement.violations.map((violation) => violation.setting))) broken.set(setting, (broken.get(setting) ?? 0) + 1)
      for (const { contract } of schedule.employees) for (const rule of contract.rules) for (const word of wordsOf(rule)) said.add(word)
      for (const word of brokenWords(schedule, judgement)) brokenRules.add(word)
    }
    expect(read, 'schedules that are read').toBeGreaterThan(WALKS / 2)
    expect(moves, 'moves made').toBeGreaterThan(read)
    // A rule that is never broken would agree by saying nothing.
    for (const setting of [...SETTINGS_OF.all, 'payCost']) expect(broken.get(setting) ?? 0, setting).toBeGreaterThan(WALKS / 200)
    expect([...said].filter((word) => !brokenRules.has(word)).sort(), 'what rules of contracts say and no roster breaks').toEqual([])
  })
})
