import type { Report } from './report.ts'
import type { BenchmarkSet } from './set.ts'
import { COLUMNS, summarize, type Summary } from './summary.ts'

/** The page of a measurement in Markdown: what was measured, on which machine, when, and how to repeat it. */
export function formatPage(set: BenchmarkSet, report: Report): string {
  const { date, machine, options, rows } = report
  const { seconds, threads, seeds, instances } = options
  const loads = rows.map(({ load }) => load)
  const failed = rows.filter(({ verdict }) => verdict !== 'pass')
  return `${[
    '# Benchmarks',
    `What Turnus makes of ${set.address === null ? 'schedules made for the purpose, judged by its checker' : 'public instances, scored by a program that shares no code with it'}. This page is written by \`npm run bench\`.`,
    `## ${set.title}`,
    `${set.address === null ? '' : `From <${set.address}>. `}${counted(seconds, 'second')} of search for each run, ${counted(threads, 'thread')}, ${counted(seeds, 'seed')} an instance.`,
    `Measured on ${date.slice(0, 10)} with Node ${machine.node}, on a machine with ${counted(machine.cores, 'core')} (${machine.cpu}). ${loadLine(loads)}`,
    ...(failed.length === 0 ? [] : [`**${counted(failed.length, 'run')} of ${rows.length} did not pass**; they count as worse than any other.`]),
    markdownTable(summarize(report)),
    ...(set.remarkOn?.(summarize(report)) ?? []),
    [
      '- *best*, *median*: over the seeds, as the scorer counts; *gap*: of the median to the best known, in per cent.',
      '- *best known*: the least that anybody has published, with any time; *published in 10 min*: the least of what methods reached in ten minutes.',
      '- *bound*: what Turnus itself proved; a dash where it proved nothing.',
      '- *first feasible*: seconds until the first roster that breaks no hard rule, from the start of the search, reading the schedule included.',
      '- *moves/s*: over all threads; *peak MiB*: of the whole process.',
    ].join('\n'),
    '## Measure it yourself',
    [
      '```sh',
      `npm run bench -- --set ${report.set} --instances ${instances.join(',')} --seconds ${seconds} --threads ${threads} --seeds ${seeds}${set.address === null ? '' : ' --folder FOLDER'}`,
      '```',
    ].join('\n'),
    ...(set.address === null
      ? []
      : [
          `\`FOLDER\` holds the instances, the published values (\`${report.set}/best-known.csv\`) and the scorer. Turnus itself comes without them.`,
        ]),
  ].join('\n\n')}\n`
}

function loadLine(loads: readonly number[]): string {
  return loads.length === 0 ? '' : `The load average when a run began was ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}.`
}

function markdownTable(summaries: readonly Summary[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const columns = COLUMNS.filter(({ title, value }) => title !== '' || summaries.some((summary) => value(summary) !== ''))
  return [
    line(columns.map(({ title }) => title)),
    line(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    ...summaries.map((summary) => line(columns.map(({ value }) => value(summary)))),
  ].join('\n')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
