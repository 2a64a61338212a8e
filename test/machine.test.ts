import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HANG_MS } from './patience.ts'
import { FIRST_SEED } from './property/cases.ts'
import { filesMatching, readText, withoutComments } from './source-files.ts'

/** One place in a test that may go another way on a slower or busier machine. */
interface Finding {
  readonly file: string
  readonly line: number
  /** The line itself, without the space around it. */
  readonly text: string
}

interface Rule {
  readonly name: string
  /** What is written in its place. */
  readonly instead: string
  readonly pattern: RegExp
  /** False for a match that is harmless; `text` is the whole file. All matches offend without it. */
  readonly offends?: (match: RegExpExecArray, text: string) => boolean
}

/** A place that a rule finds and that depends on no machine all the same. */
interface Exception {
  readonly rule: string
  readonly file: string
  /** Part of the line. */
  readonly text: string
  readonly reason: string
}

/** A length of time: by its name, or as it is read from a clock. */
const TIME = /\b\w*(?:Ms|_MS|[sS]econds|[eE]lapsed)\b|performance\.now|Date\.now|process\.hrtime/

/** So many times, or a part of, what was measured in the same run. */
const TIMES = / [*/] [a-z]\w*Ms\b/

/** One quantity by another, and not by the bytes of a mebibyte. */
const RATIO = / \/ (?!2 \*\*|1024|MIB|MEBI)[a-z]\w*/

const RULES: readonly Rule[] = [
  {
    name: 'waits by vi.waitUntil or vi.waitFor',
    instead: 'until() of test/patience.ts, or expect.poll: theirs is one second',
    pattern: /\bvi\.wait(?:Until|For)\(|\bwait(?:Until|For)\b[^\n]*\} from 'vitest'/g,
  },
  {
    name: 'gives up before a hang is one',
    instead: 'no limit: the defaults of vitest.config.ts only end a hang',
    pattern: /\btimeout: ([\w.]+)(?= *[,}\n])|^ *\}, (\d[\d_]{3,}|[A-Z_]+)\)$|\bAbortSignal\.timeout\((\d[\d_]{3,}|[A-Z_]+)\)/gm,
    offends: (match, text) => (millisecondsOf(match.slice(1).find((value) => value !== undefined)!, text) ?? HANG_MS) < HANG_MS,
  },
  {
    name: 'holds a measured time to a limit',
    instead: 'what must not have happened before, a clock that is passed, or a benchmark',
    pattern: /^.*\.toBeLessThan(?:OrEqual)?\(.*$/gm,
    offends: ({ 0: line, index }, text) => {
      const statement = /^\s*\./.test(line) ? lastLineOf(text.slice(0, index)) + line : line
      return TIME.test(statement) && !TIMES.test(statement)
    },
  },
  {
    name: 'holds the memory of a process to a number',
    instead: 'the bytes or objects that the code itself holds, or a ratio to a process of the same run, after a forced collection',
    pattern: /^.*\bmemoryUsage\b.*$|^.*\b(?:maxRSS|peakMemoryBytes)\b.*\.toBe(?:Less|Greater)Than.*$/gm,
    offends: ({ 0: line }) => !RATIO.test(line),
  },
  {
    name: 'draws by chance that nobody can repeat',
    instead: 'a printed seed',
    pattern: /\bMath\.random\(/g,
  },
  {
    name: 'waits by expect.poll in a file whose tests run side by side',
    instead: 'until() of test/patience.ts: expect.poll fails where another of these tests ends first',
    pattern: /(?<!\w\.)\bexpect\.poll\(/g,
    offends: (_, text) => /\b(?:describe|test)\.concurrent\b/.test(text),
  },
  {
    name: 'limits a whole test by a number of its own',
    instead: 'no limit: what a test computes takes twenty times as long beside twenty other programs',
    pattern: /\btest(?:\.\w+)*\([^\n]*, \{ timeout: [\d_]+ \},/g,
  },
  {
    name: 'counts processor time of the whole process',
    instead: 'process.threadCpuUsage(): other tests run in threads of the same process',
    pattern: /\bprocess\.cpuUsage\(/g,
  },
]

const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'holds the memory of a process to a number',
    file: 'src/callbacks/call.test.ts',
    text: 'process.memoryUsage().arrayBuffers',
    reason: 'What is left after a collection, beside before, against the bytes that the test itself sends.',
  },
  {
    rule: 'holds a measured time to a limit',
    file: 'src/engine/index.test.ts',
    text: 'expect(elapsedMs',
    reason: 'The clock is a made one, which each look at it moves on.',
  },
  {
    rule: 'holds a measured time to a limit',
    file: 'src/callbacks/deliver.test.ts',
    text: 'expect(made.now().getTime() - startedMs)',
    reason: 'The clock is a made one, which the tries move on.',
  },
  {
    rule: 'holds a measured time to a limit',
    file: 'src/cleanups.test.ts',
    text: 'expect(Math.max(...limits) + LINGER_MS)',
    reason: 'A sum of the limits that the code has; nothing is measured.',
  },
  {
    rule: 'holds a measured time to a limit',
    file: 'src/threads/pool.test.ts',
    text: 'toBeLessThan((1000 * LONG_SECONDS) / 5)',
    reason: 'Twelve minutes of an hour: it would take a hang to come to them.',
  },
  {
    rule: 'holds the memory of a process to a number',
    file: 'src/engine/instance/text-ids.long.test.ts',
    text: 'const { heapUsed, arrayBuffers } = process.memoryUsage()',
    reason: 'For a ratio of two schedules in one run, after a forced collection.',
  },
  {
    rule: 'draws by chance that nobody can repeat',
    file: 'src/storage/backup.slow.test.ts',
    text: 'const SEED = Number(process.env.TURNUS_SEED ??',
    reason: 'Draws the seed itself, which is printed and can be given.',
  },
  {
    rule: 'draws by chance that nobody can repeat',
    file: 'src/threads/memory-watch.test.ts',
    text: 'for (;;) Math.random()',
    reason: 'A thread that is busy; the number is not looked at.',
  },
]

/** All that is run by vitest, and what only tests use. This file names what it looks for. */
const files = filesMatching('src/**/*.{test,fixture}.{ts,tsx}', 'test/**/*.ts', 'examples/**/*.test.ts', 'bench/**/*.test.ts').filter(
  (file) => file !== 'test/machine.test.ts',
)

/** As they run: every rule reads all of them. */
const code = files.map((file) => ({ file, text: withoutComments(readText(file)) }))

const isExcepted = ({ file, text }: Finding, rule: string): boolean =>
  EXCEPTIONS.some((one) => one.rule === rule && one.file === file && text.includes(one.text))

describe('no test depends on the speed or the load of the machine', () => {
  test('and all of them are looked at', () => {
    expect(files.length).toBeGreaterThan(300)
  })

  for (const rule of RULES) {
    test(`none ${rule.name}`, () => {
      const wrong = findingsOf(rule).filter((finding) => !isExcepted(finding, rule.name))
      expect(
        wrong.map(({ file, line, text }) => `${file}:${line}: ${text}`),
        `Write instead: ${rule.instead}.`,
      ).toEqual([])
    })
  }

  test('and no exception has outlived its reason', () => {
    const found = new Map(RULES.map((rule) => [rule.name, findingsOf(rule)]))
    const gone = EXCEPTIONS.filter(
      ({ rule, file, text }) => !found.get(rule)?.some((finding) => finding.file === file && finding.text.includes(text)),
    )
    expect(gone).toEqual([])
  })
})

describe('the rules', () => {
  for (const { rule, found, harmless } of [
    {
      rule: 0,
      found: ['await vi.waitUntil(() => isThere)', "import { vi, waitFor } from 'vitest'"],
      harmless: ["page.goto('/', { waitUntil: 'load' })"],
    },
    {
      rule: 1,
      found: [
        'poll(look, { timeout: 239_999 })',
        'const SOON_MS = 5000\npoll(look, { timeout: SOON_MS })',
        '  }, 5000)',
        'AbortSignal.timeout(5000)',
      ],
      harmless: [
        'poll(look, { timeout: 240_000 })',
        'poll(look, { timeout: HANG_MS })',
        '  }, 240_000)',
        'f(x, 5000)',
        '  }, 10)',
        '{ timeout: 4 * HANG_MS }',
      ],
    },
    {
      rule: 2,
      found: [
        'expect(tookMs).toBeLessThan(5)',
        'expect(now - before).toBeLessThan(LONG_MS)',
        'expect(performance.now() - a)\n  .toBeLessThanOrEqual(5)',
      ],
      harmless: [
        'expect(count).toBeLessThan(5)',
        'expect(allMs).toBeLessThan(20 * tenthMs)',
        'expect(tookMs).toBeGreaterThan(5)',
        'const tookMs = 5\nexpect(count).toBeLessThan(5)',
      ],
    },
    {
      rule: 3,
      found: [
        'const before = process.memoryUsage().heapUsed',
        'expect(peakMemoryBytes).toBeLessThan(5)',
        'expect(peakMemoryBytes / 2 ** 20).toBeLessThan(5)',
      ],
      harmless: [
        'const { peakMemoryBytes } = statistics',
        'expect(heldBytes).toBeLessThan(5)',
        'expect(peakMemoryBytes / idleBytes).toBeLessThan(5)',
      ],
    },
    { rule: 4, found: ['const seed = Math.random()'], harmless: ['const seed = random()'] },
    {
      rule: 5,
      found: ["await expect.poll(look).toBe(1)\ntest.concurrent('one', run)", "describe.concurrent('all', run)\nexpect.poll(look)"],
      harmless: ['await expect.poll(look).toBe(1)', "test.concurrent('one', () => context.expect.poll(look))"],
    },
    {
      rule: 6,
      found: ["test('one', { timeout: 600_000 }, () => {})", 'test.each(all)(`a ${b}`, { timeout: 5 }, async () => {})'],
      harmless: ["test('one', () => {})", "page.goto('/', { timeout: 600_000 })"],
    },
    { rule: 7, found: ['const before = process.cpuUsage()'], harmless: ['const before = process.threadCpuUsage()', 'await worker.cpuUsage()'] },
  ]) {
    test(`"none ${RULES[rule]!.name}" finds what it means, and nothing else`, () => {
      const finds = (text: string): boolean => findIn(text, RULES[rule]!).length > 0
      expect(found.filter((text) => !finds(text))).toEqual([])
      expect(harmless.filter(finds)).toEqual([])
    })
  }
})

test('every test that starts a server lets it answer who asks often and waits long: how often a test asks in a minute hangs on the machine', () => {
  const impatient = files.filter((file) => {
    const text = withoutComments(readText(file))
    return /import .*\bstartServer\b.* from '[./]*(?:src\/)?server\.ts'/.test(text) && !/\bPATIENT\b|\bTURNUS_REQUESTS_PER_MINUTE\b/.test(text)
  })
  expect(impatient).toEqual([])
})

test('properties that name no seed draw the same cases in every run', () => {
  expect(fc.readConfigureGlobal().seed).toBe(FIRST_SEED)
  const draw = (): readonly number[] => {
    const drawn: number[] = []
    fc.assert(fc.property(fc.integer(), (value) => drawn.push(value) > 0))
    return drawn
  }
  expect(draw()).toEqual(draw())
})

function findingsOf(rule: Rule): readonly Finding[] {
  return code.flatMap(({ file, text }) => findIn(text, rule).map((found) => ({ file, ...found })))
}

/** Where a rule finds something in a text; lines count without what only comments had. */
function findIn(text: string, { pattern, offends = () => true }: Rule): readonly Omit<Finding, 'file'>[] {
  const lines = text.split('\n')
  return [...text.matchAll(pattern)]
    .filter((match) => offends(match, text))
    .map(({ index }) => {
      const line = text.slice(0, index).split('\n').length
      return { line, text: lines[line - 1]!.trim() }
    })
}

/** A number as it is written, or the constant of this file that has this name; null for what comes from elsewhere. */
function millisecondsOf(value: string, text: string): number | null {
  const written = /^\d/.test(value) ? value : (new RegExp(`\\bconst ${value.replaceAll('.', '\\.')} = ([\\d_]+)$`, 'm').exec(text)?.[1] ?? '')
  return written === '' ? null : Number(written.replaceAll('_', ''))
}

function lastLineOf(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? ''
}
