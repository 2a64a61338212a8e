import { isBehind, type PeerReport, tabulate } from '../peers/peer-report.ts'
import type { Machine, Options, Report } from './report.ts'
import type { BenchmarkSet } from './set.ts'
import { columnsFor, summarize, type Summary } from './summary.ts'

const SHORT_COMMIT = 8

export interface Measurement {
  readonly set: BenchmarkSet
  readonly report: Report
}

/** What `npm run bench:peers` measured on a set. */
export interface PeerMeasurement {
  readonly set: BenchmarkSet
  readonly peers: PeerReport
}

/** The page of measurements in Markdown: what was measured, on which machine, when, and how to repeat it. */
export function formatPage(measurements: readonly Measurement[], besides: readonly PeerMeasurement[] = []): string {
  const isPublic = [...measurements, ...besides].some(({ set }) => set.address !== null)
  return `${[
    '# Benchmarks',
    `What Turnus makes of ${isPublic ? 'public instances, scored by a program that shares no code with it' : 'schedules made for the purpose, judged by its checker'}. This page is written by \`npm run bench\`.`,
    ...measurements.flatMap((each) => formatSection(each)),
    ...besides.flatMap((each) => formatBeside(each)),
    '## What the columns say',
    [
      '- *best*, *median*: over the seeds, as the scorer counts; *gap*: of the median to the best known, in per cent.',
      '- *worst*: of the seeds; *spread*: of the worst to the median, in per cent. One seed alone has neither.',
      '- *best known*: the least that anybody has published, with any time; *published in 10 min*: the least of what methods reached in ten minutes.',
      '- *bound*: what Turnus itself proved; a dash where it proved nothing.',
      '- *first feasible*: seconds until the first roster that breaks no hard rule, from the start of the search, reading the schedule included.',
      '- *moves/s*: over all threads; *peak MiB*: of the whole process.',
    ].join('\n'),
    '## Measure it yourself',
    ['```sh', ...measurements.map((each) => commandOf(each)), ...besides.map((each) => peerCommandOf(each)), '```'].join('\n'),
    ...(isPublic
      ? [
          '`FOLDER` holds a folder of each set, in it the instances and the published values (`best-known.csv`), and the scorers. Turnus comes without them.',
        ]
      : []),
  ].join('\n\n')}\n`
}

function formatSection({ set, report }: Measurement): string[] {
  const { date, machine, options, rows } = report
  const failed = rows.filter(({ verdict }) => verdict !== 'pass')
  const from = set.address === null ? '' : `From <${set.address}>. `
  return [
    `## ${set.title}, ${secondsOf(options)}`,
    `${from}${secondsOf(options)} of search for each run, ${counted(options.threads, 'thread')}, ${counted(options.seeds, 'seed')} an instance.`,
    `${measuredLine(date, machine)} ${loadLine(rows.map(({ load }) => load))}`,
    ...(failed.length === 0 ? [] : [`**${counted(failed.length, 'run')} of ${rows.length} did not pass**; they count as worse than any other.`]),
    summaryTable(summarize(report)),
    ...(set.remarkOn?.(summarize(report)) ?? []),
  ]
}

function commandOf({ set, report: { options } }: Measurement): string {
  const { instances, seconds, threads, seeds, clock = 'wall' } = options
  const folder = set.address === null ? '' : ' --folder FOLDER'
  return `npm run bench -- --set ${set.name} --instances ${instances.join(',')} --seconds ${seconds} --threads ${threads} --seeds ${seeds}${clock === 'wall' ? '' : ` --clock ${clock}`}${folder}`
}

function secondsOf({ seconds, clock = 'wall' }: Options): string {
  return `${counted(seconds, 'second')}${clock === 'wall' ? '' : ' of processor time'}`
}

/** The first digits of a commit, and what says that files were changed since. */
function shortOf(commit: string): string {
  return `${commit.slice(0, SHORT_COMMIT)}${commit.endsWith('+') ? '+' : ''}`
}

function loadLine(loads: readonly number[]): string {
  return loads.length === 0 ? '' : `The load average when a run began was ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}.`
}

function measuredLine(date: string, machine: Machine): string {
  const commit = machine.commit === null ? '' : ` at commit ${shortOf(machine.commit)}`
  return `Measured on ${date.slice(0, 10)}${commit} with Node ${machine.node}, on a machine with ${counted(machine.cores, 'core')} (${machine.cpu}).`
}

function summaryTable(summaries: readonly Summary[]): string {
  const columns = columnsFor(summaries)
  const lines = summaries.map((summary) => columns.map(({ value }) => value(summary)))
  return markdownTable(
    [columns.map(({ title }) => title), ...lines],
    columns.map(({ align }) => (align === 'right' ? '---:' : '---')),
  )
}

function markdownTable([titles, ...lines]: readonly (readonly string[])[], rules: readonly string[]): string {
  return [titles!, rules, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function formatBeside({ set, peers: { date, machine, options, rows } }: PeerMeasurement): string[] {
  const others = (rows[0]?.figures ?? []).slice(1).map(({ solver }) => solver)
  const behind = rows.filter(isBehind).length
  const table = tabulate(rows)
  return [
    `## ${set.title}, beside ${others.join(' and ')}`,
    `${counted(options.seconds, 'second')} of processor time for each solver, one core, ${counted(options.seeds, 'seed')} an instance; the models of the others are in \`bench/peers/\`, and one scorer scores all. ${measuredLine(date, machine)} ${loadLine(rows.map(({ load }) => load))}`,
    behind === 0
      ? `On ${counted(rows.length, 'line')} nobody is better than Turnus.`
      : `On ${behind} of ${counted(rows.length, 'line')} somebody is better than Turnus: these stand first.`,
    markdownTable(
      table,
      table[0]!.map(() => '---:'),
    ),
  ]
}

function peerCommandOf({ set, peers: { options } }: PeerMeasurement): string {
  const { instances, seconds, seeds } = options
  return `npm run bench:peers -- --set ${set.name} --instances ${instances.join(',')} --seconds ${seconds} --seeds ${seeds} --folder FOLDER`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
