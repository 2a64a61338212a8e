import { isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { describeGap, formatScore, type Score } from '../model/score.ts'
import { SETTING_NAMES } from '../model/settings.ts'
import type { Violation } from '../model/violation.ts'
import { byImportance, violationTable } from './verdict.ts'
import type { DemoOutcome } from './demo-job.ts'
import { formatRosterLine, type RosterCell, rosterLines, SHIFT_LETTERS } from './roster-table.ts'
import { createPaint, type Style, type Terminal } from './terminal.ts'

const EXAMPLES_PER_RULE = 1
const WRAP_COLUMNS = 110
/** With its indent a line of 120 columns: what a unit is called can be long. */
const TABLE_COLUMNS = 118
const EXAMPLE = 'examples/hospital-month.json'
const PACKAGE_FOLDER = fileURLToPath(new URL('../../', import.meta.url))

/** The path of one of our files as a command in the current folder takes it. */
type PathTo = (file: string) => string

/** Where to go on. Paths are those of a clone; where Turnus is installed they lie elsewhere. */
const NEXT_PLACES: readonly (readonly [place: (pathTo: PathTo) => string, what: string])[] = [
  [(pathTo) => pathTo('README.md'), 'what Turnus is, with one request and its answer'],
  [(pathTo) => pathTo('examples/'), 'the schedule solved here, and how it is written'],
  [(pathTo) => pathTo('docs/constraints/'), 'each rule: its formula, its unit, a worked example'],
  [(pathTo) => `npx turnus solve ${pathTo(EXAMPLE)} --out roster.json`, 'the same without a server'],
  [(pathTo) => `npx turnus check ${pathTo(EXAMPLE)} roster.json`, 'every place where a rule is broken'],
  [(pathTo) => `npx turnus explain ${pathTo(EXAMPLE)} roster.json`, 'why it is so, for each employee and empty shift'],
  [() => 'npx turnus demo --keep', 'this gateway, left running to try requests on'],
  [() => 'npx turnus serve', 'a gateway of your own, on http://127.0.0.1:8080'],
]

const CELL_STYLES = { E: 'green', D: 'cyan', L: 'yellow', N: 'red', away: 'dim', off: 'dim' } as const satisfies Partial<
  Record<RosterCell['kind'], Style>
>

/** Prints the roster, and what the checker says of it. */
export function reportDemo(terminal: Terminal, outcome: DemoOutcome): void {
  const { schedule, roster } = outcome
  const lines = ['', ...rosterReport(terminal, schedule, roster), '', ...judgementReport(terminal, outcome), '']
  terminal.stdout.write(`${lines.join('\n')}\n`)
}

/** Prints where to go on from the demonstration; `folder` is the one that commands are given in. */
export function reportNext(terminal: Terminal, folder: string): void {
  const paint = createPaint(terminal.stdout, terminal.env)
  const pathTo = pathsFrom(folder)
  const places = NEXT_PLACES.map(([place, what]) => [place(pathTo), what] as const)
  const width = Math.max(...places.map(([place]) => place.length))
  // Beside one another where there is room, in a clone; below one another where paths are long.
  const isNarrow = places.every(([, what]) => width + what.length + 2 <= TABLE_COLUMNS)
  const lines = places.flatMap(([place, what]) => (isNarrow ? [`  ${place.padEnd(width)}  ${what}`] : [`  ${place}`, `      ${what}`]))
  terminal.stdout.write(`${[paint('bold', 'Where to look next'), ...lines].join('\n')}\n`)
}

/** Below `folder` relative, otherwise absolute. */
function pathsFrom(folder: string): PathTo {
  const between = relative(folder, PACKAGE_FOLDER)
  const start = between.startsWith('..') || isAbsolute(between) ? PACKAGE_FOLDER : between
  return (file) => join(start, file)
}

/** The roster as a table, and what each sign in it means. At most 120 columns for four weeks. */
function rosterReport(terminal: Terminal, schedule: Schedule, roster: Roster): readonly string[] {
  const paint = createPaint(terminal.stdout, terminal.env)
  const paintCell = (cell: RosterCell, text: string): string => (cell.kind === 'header' ? text : paint(CELL_STYLES[cell.kind], text))
  const plainCell = (_: RosterCell, text: string): string => text
  const { header, employees, sums } = rosterLines(schedule, roster)
  const rule = paint('dim', '-'.repeat(formatRosterLine(header[1]!, plainCell).length))
  const letters = Object.entries(SHIFT_LETTERS).map(([letter, word]) => `${letter} ${word}`)
  return [
    ...header.map((line) => paint('bold', formatRosterLine(line, plainCell))),
    rule,
    ...employees.map((line) => formatRosterLine(line, paintCell)),
    rule,
    ...sums.map((line) => formatRosterLine(line, plainCell)),
    '',
    `${letters.join(' · ')} · = away (holiday, course) · bars stand around weekends`,
  ]
}

/** What the checker says of the roster: the score, how far it may be from the best, the rules without any exception, and each rule that was broken with an example. */
function judgementReport(terminal: Terminal, { schedule, judgement, bound }: DemoOutcome): readonly string[] {
  const paint = createPaint(terminal.stdout, terminal.env)
  const { violations, score } = judgement
  const brokenSettings = new Set(violations.map(({ setting }) => setting))
  const judged = SETTING_NAMES.filter((setting) => schedule.settings.weights[setting].some((weight) => weight > 0))
  const kept = judged.filter((setting) => !brokenSettings.has(setting))
  const wishes = schedule.employees.flatMap((employee) => employee.wishes).filter(({ type }) => type !== 'UNAVAILABLE')
  const unmet = placesOf(violations, ['desired', 'undesired'])
  return [
    `${paint('bold', 'Score')} ${formatScore(score)}   penalties of the four priorities, the most important first; lower is better`,
    `${paint('bold', 'Bound')} ${wrapWords(boundText(score, bound), WRAP_COLUMNS - 6).join('\n      ')}`,
    '',
    paint('bold', `Kept without exception: ${kept.length} of ${judged.length} rules`),
    ...wrapWords(kept.join(', '), WRAP_COLUMNS - 2).map((line) => `  ${paint('green', line)}`),
    ...(wishes.length > 0 ? [`  Of ${wishes.length} wishes, ${unmet === 0 ? 'all' : wishes.length - Math.min(unmet, wishes.length)} were met.`] : []),
    '',
    paint('bold', brokenSettings.size === 0 ? 'Broken: nothing' : 'Broken, most important first'),
    ...(violations.length === 0 ? [] : violationTable(violations).map((line) => `  ${cut(line, TABLE_COLUMNS)}`)),
    ...byImportance(violations).flatMap(({ setting, matches }) =>
      matches
        .slice(0, EXAMPLES_PER_RULE)
        .flatMap(({ text }) =>
          wrapWords(`${setting}, for instance: ${text}`, WRAP_COLUMNS).map((line, i) => paint('dim', `${i === 0 ? '  ' : '      '}${line}`)),
        ),
    ),
  ]
}

function boundText(score: Score, bound: Score | null): string {
  if (bound === null) return 'none is proved yet: proofs need a longer search, such as --seconds 60'
  return `${formatScore(bound)}   proved, no roster has a better score: ${describeGap(score, bound)}`
}

function placesOf(violations: readonly Violation[], settings: readonly string[]): number {
  return violations.filter(({ setting }) => settings.includes(setting)).reduce((sum, { matchCount }) => sum + matchCount, 0)
}

function cut(line: string, columns: number): string {
  return line.length > columns ? `${line.slice(0, columns - 1)}…` : line
}

function wrapWords(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}
