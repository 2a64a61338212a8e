/**
 * How good the rosters are on public instances: each is imported, solved through the command line by a process of its own, exported, and
 * scored by the scorer of its set, which shares no code with Turnus. Exits 1 when engine and scorer differ or a hard rule is broken.
 * `--set large` measures how time and memory grow with the size of a house, on schedules that are made here.
 *
 * run.ts [--set nrp|inrc1|inrc2|demand|smptsp|large|wards] [--instances 1,2,5] [--seconds 60] [--threads 1] [--seeds 1] [--clock wall|processor] [--folder FOLDER] [--json FILE] [--page FILE.md]
 * run.ts --compare A.json B.json
 * run.ts --params A.json B.json [--set …] [--instances …] [--seconds …] [--seeds …]: the search steered by each of these files, one run beside the other, and ratios
 * run.ts --page FILE.md --of A.json [B.json …]
 *
 * Public instances do not belong to the project: they are looked for in --folder, or in TURNUS_BENCHMARKS. Ctrl-C ends the measurement with what
 * there is; the run that it falls into does not count, and no page is written.
 */
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { formatTable } from '../../src/cli/table.ts'
import { formatComparison } from './compare.ts'
import { readPeerReport } from '../peers/peer-report.ts'
import { describeMachine } from './machine.ts'
import { measureRun } from './measure.ts'
import { type Measuring, readRequest, type Request, setNamed } from './options.ts'
import { formatPage, type Measurement, type PeerMeasurement } from './page.ts'
import { readReport, type Report, type Row, writeReport } from './report.ts'
import { columnsFor, summarize } from './summary.ts'

type MeasureRequest = Extract<Request, { what: 'measure' }>

const EXIT_USAGE = 2

let request: Request | null = null
try {
  request = readRequest(process.argv.slice(2), process.env)
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure)
  process.exitCode = EXIT_USAGE
}
if (request?.what === 'compare') console.log(formatComparison(await readReport(request.a), await readReport(request.b)).join('\n'))
else if (request?.what === 'page') await writePage(request)
else if (request?.what === 'params') await measureParams(request)
else if (request !== null) await measure(request)

/** Writes the page of measurements that were made before. */
async function writePage({ page, reports }: Extract<Request, { what: 'page' }>): Promise<void> {
  const measurements: Measurement[] = []
  const besides: PeerMeasurement[] = []
  for (const path of reports) {
    const peers = await readPeerReport(path)
    if (peers !== null) {
      besides.push({ set: setNamed(peers.set), peers })
      continue
    }
    const report = await readReport(path)
    measurements.push({ set: setNamed(report.set), report })
  }
  await writeFile(page, formatPage(measurements, besides))
}

async function measure(wanted: MeasureRequest): Promise<void> {
  const { set, json, page } = wanted
  const instances = await findInstances(wanted)
  if (instances === null) return
  const report = await runAll(wanted, instances)
  const summaries = summarize(report)
  console.log([...formatTable(columnsFor(summaries), summaries), ...(set.remarkOn?.(summaries) ?? [])].join('\n'))
  for (const row of report.rows) if (row.verdict !== 'pass') console.log(`FAIL ${nameOf(row)}: ${row.verdict}, ${row.detail}`)
  if (json !== null) await writeReport(json, report)
  const isComplete = report.rows.length === instances.length * wanted.seeds
  if (page !== null && isComplete) await writeFile(page, formatPage([{ set, report }]))
  process.exitCode = report.rows.every(({ verdict }) => verdict === 'pass') ? 0 : 1
}

/** The instances that are asked for; null where there is nothing to measure, which is said. */
async function findInstances({ set, folder, instances }: Measuring): Promise<readonly string[] | null> {
  const obstacle = await set.findObstacle(folder)
  if (obstacle !== null) {
    console.log(`Nothing was measured. ${obstacle}`)
    return null
  }
  const there = await set.listInstances(folder)
  const missing = (instances ?? []).filter((instance) => !there.includes(instance))
  if (missing.length === 0) return instances ?? there
  console.error(`The set ${set.name} has no ${missing.join(', ')} here; it has ${there.join(', ')}.`)
  process.exitCode = EXIT_USAGE
  return null
}

/** Searches each instance and seed with both, in turns, so that a machine that becomes busy is so for both. */
async function measureParams(wanted: Extract<Request, { what: 'params' }>): Promise<void> {
  const instances = await findInstances(wanted)
  if (instances === null) return
  const { set, folder, seconds, threads, seeds } = wanted
  const reports = await Promise.all(wanted.params.map(() => emptyReport(wanted, instances)))
  for (const instance of instances) {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const order = seed % 2 === 1 ? [0, 1] : [1, 0]
      for (const which of order) {
        const row = await measureRun(set, { folder, instance, seed, seconds, threads, params: resolve(wanted.params[which]!) })
        reports[which]!.rows.push(row)
        process.stderr.write(`${'AB'[which]} ${nameOf(row)}: ${row.penalty ?? '-'} ${row.verdict}\n`)
        if (row.verdict !== 'pass') console.log(`FAIL ${'AB'[which]} ${nameOf(row)}: ${row.verdict}, ${row.detail}`)
      }
    }
  }
  console.log(formatComparison(reports[0]!, reports[1]!).join('\n'))
  process.exitCode = reports.every(({ rows }) => rows.every(({ verdict }) => verdict === 'pass')) ? 0 : 1
}

async function emptyReport(
  { set, folder, seconds, threads, seeds, clock }: Measuring,
  instances: readonly string[],
): Promise<Report & { rows: Row[] }> {
  return {
    set: set.name,
    date: new Date().toISOString(),
    machine: await describeMachine(),
    options: { instances, seconds, clock, threads, seeds },
    known: Object.fromEntries([...(await set.readKnown(folder))].filter(([instance]) => instances.includes(instance))),
    rows: [],
  }
}

async function runAll(wanted: MeasureRequest, instances: readonly string[]): Promise<Report> {
  const { set, folder, seconds, threads, seeds, clock, json } = wanted
  const report = await emptyReport(wanted, instances)
  const { rows } = report
  let isInterrupted = false
  // Once: a second Ctrl-C ends this process as usual.
  process.once('SIGINT', () => (isInterrupted = true))
  for (const instance of instances) {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const row = await measureRun(set, { folder, instance, seed, seconds, threads, clock })
      if (isInterrupted) return report
      rows.push(row)
      process.stderr.write(`${nameOf(row)}: ${row.penalty ?? '-'} ${row.verdict}\n`)
      // After each run, because a measurement may take hours.
      if (json !== null) await writeReport(json, report)
    }
  }
  return report
}

function nameOf({ instance, seed }: Row): string {
  return `${instance}, seed ${seed}`
}
