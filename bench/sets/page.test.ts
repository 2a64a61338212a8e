import { expect, test } from 'vitest'
import { INRC2 } from './inrc2.ts'
import { NRP } from './nrp.ts'
import { formatPage } from './page.ts'
import { report, row } from './rows.fixture.ts'

const page = formatPage([{ set: NRP, report: report([row('1', 1, 630), row('2', 1, 7, { load: 2.25 })]) }])

test('the page says on what and when it was measured, and how to do it again', () => {
  expect(page).toContain('60 seconds of search for each run, 1 thread, 3 seeds an instance.')
  expect(page).toContain(
    'Measured on 2026-03-04 with Node 24.0.0, on a machine with 2 cores (Abacus 9). The load average when a run began was 0.5 to 2.3.',
  )
  expect(page).toContain('npm run bench -- --set nrp --instances 1,2 --seconds 60 --threads 1 --seeds 3 --folder FOLDER\n')
})

test('the page says so where seconds are of processor time, and at which commit', () => {
  const before = report([row('1', 1, 630)])
  const of = { ...before, machine: { ...before.machine, commit: '0123456789abcdef+' }, options: { ...before.options, clock: 'processor' as const } }
  const measured = formatPage([{ set: NRP, report: of }])
  expect(measured).toContain(', 60 seconds of processor time\n')
  expect(measured).toContain('Measured on 2026-03-04 at commit 01234567+ with Node')
  expect(measured).toContain(' --seeds 3 --clock processor --folder FOLDER')
})

test('the table has a cell for every column in every line', () => {
  const lines = page.split('\n').filter((line) => line.startsWith('|'))
  expect(lines).toHaveLength(4)
  expect(new Set(lines.map((line) => line.split('|').length))).toEqual(new Set([12]))
  expect(lines[2]).toBe('| 1 | 630 | 630 | 600 | 607 | 5.0 | - | 1.0 | 100 | 1 |')
})

test('where there are several seeds, the worst stands beside the median', () => {
  const seeds = formatPage([{ set: NRP, report: report([row('1', 1, 630), row('1', 2, 660), row('1', 3, 600)]) }])
  expect(seeds).toContain('| instance | best | median | worst | spread % | best known |')
  expect(seeds).toContain('| 1 | 600 | 630 | 660 | 4.8 | 600 |')
})

test('runs that failed are not kept from the page', () => {
  const failing = formatPage([{ set: NRP, report: report([row('1', 1, 630), row('1', 2, 1, { verdict: 'mismatch' })]) }])
  expect(failing).toContain('**1 run of 2 did not pass**')
  expect(failing).toContain('| FAIL 1 of 2 |')
})

test('several measurements are one page, each with a section and a command of its own', () => {
  const both = formatPage([
    { set: NRP, report: report([row('1', 1, 630)]) },
    { set: INRC2, report: { ...report([row('n005w4_1_6-2-9-1', 1, 1520)]), set: 'inrc2' } },
  ])
  expect(both.match(/^# /gm)).toHaveLength(1)
  expect(both.match(/ a seed| an instance\./g)).toHaveLength(2)
  expect(both).toContain('npm run bench -- --set nrp ')
  expect(both).toContain('npm run bench -- --set inrc2 ')
})

test('what others made of the instances has a section of its own, with the lines where they are better first', () => {
  const figure = (solver: string, penalty: number) => ({ solver, outcome: [penalty], words: String(penalty), firstSeconds: 1 })
  const rows = [607, 900].map((penalty, at) => ({
    instance: String(at + 1),
    seed: 1,
    load: 0.5,
    figures: [{ ...figure('Turnus', penalty), bound: '607' }, figure('Other', 800)],
  }))
  const { machine, date } = report([])
  const peers = { what: 'peers' as const, set: 'nrp', date, machine, options: { instances: ['1', '2'], seconds: 30, seeds: 1 }, rows }
  const measured = formatPage([], [{ set: NRP, peers }])
  expect(measured).toContain(`## ${NRP.title}, beside Other\n\n30 seconds of processor time for each solver, one core, 1 seed an instance;`)
  expect(measured).toContain('On 1 of 2 lines somebody is better than Turnus: these stand first.')
  expect(measured).toContain('| 2 | 1 | 900 | 607 | 1.0 | 800 | 1.0 |\n| 1 | 1 | 607 | 607 | 1.0 | 800 | 1.0 |')
  expect(measured).toContain('npm run bench:peers -- --set nrp --instances 1,2 --seconds 30 --seeds 1 --folder FOLDER\n')
  expect(formatPage([], [{ set: NRP, peers: { ...peers, rows: [rows[0]!] } }])).toContain('On 1 line nobody is better than Turnus.')
})
