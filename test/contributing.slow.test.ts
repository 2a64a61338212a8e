// Slow: the steps of the page are applied to a copy of the repository.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applySteps } from './contributing-steps.ts'
import { createRandom, randomDocument } from './property/any-schedule.ts'
import type { Fields } from './property/draft.ts'
import { ROOT } from './source-files.ts'

const DOCUMENTS = 40
const NEW = ['maxNightsPerMonth', 'forwardRotation'] as const

describe('a copy to which the steps of CONTRIBUTING.md are applied', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnus-contributing-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  beforeAll(() => {
    for (const part of ['model', 'engine', 'checker', 'api']) cpSync(`${ROOT}src/${part}`, join(folder, 'src', part), { recursive: true })
    symlinkSync(`${ROOT}node_modules`, join(folder, 'node_modules'), 'junction')
    cpSync(`${ROOT}package.json`, join(folder, 'package.json'))
    writeFileSync(join(folder, 'tsconfig.json'), tsconfig())
    writeFileSync(join(folder, 'documents.json'), JSON.stringify(Array.from({ length: DOCUMENTS }, (_, i) => documentOf(i + 1))))
    writeFileSync(join(folder, 'src/judge-all.ts'), JUDGE_ALL)
    for (const [file, text] of applySteps()) {
      const path = join(folder, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  })

  const compile = (): string =>
    spawnSync(process.execPath, [`${ROOT}node_modules/typescript/bin/tsc`, '-p', folder, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' })
      .stdout

  test('compiles', () => {
    expect(compile()).toBe('')
  })

  test('does not compile where the kind does not say that it is relaxed, nor how rows follow it', () => {
    const file = join(folder, 'src/engine/rules/rotation/kind.ts')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace("  relaxed: 'as a whole',\n", ''))
    expect(compile()).toMatch(/^src\/engine\/rules\/rotation\/kind\.ts\(\d+,\d+\): error /)
    writeFileSync(file, text)
  })

  test('scores by both rules as its checker does, after moves too, and proves nothing of what is relaxed', () => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'src/judge-all.ts')], { encoding: 'utf8', cwd: folder })
    expect(stderr).toBe('')
    const outcomes = JSON.parse(stdout) as readonly { scores: number[][]; found: number[][]; broken: string[]; relaxed: string[] }[]
    expect(outcomes).toHaveLength(DOCUMENTS)
    for (const { scores, found, relaxed } of outcomes) {
      expect(scores[1]).toEqual(scores[0])
      expect(found[1]).toEqual(found[0])
      expect(relaxed).not.toContain('rotation')
    }
    for (const setting of NEW) expect(outcomes.filter(({ broken }) => broken.includes(setting)).length, setting).toBeGreaterThan(2)
  })
})

function tsconfig(): string {
  const { compilerOptions } = JSON.parse(readFileSync(`${ROOT}tsconfig.json`, 'utf8')) as { compilerOptions: object }
  return JSON.stringify({ compilerOptions, files: ['src/judge-all.ts'] })
}

/** A random document whose contracts allow one night a month, and in which both rules weigh. */
function documentOf(seed: number): Fields {
  const document = randomDocument(createRandom(seed), { rules: 'all' })
  for (const employee of document['employees'] as Fields[])
    employee['contract'] = { ...(employee['contract'] as Fields | undefined), maxNightsMonth: 1 }
  const weights = Object.fromEntries(NEW.map((name, i) => [name, { firstPriorityWeight: 0, secondPriorityWeight: 0, thirdPriorityWeight: 1 + i }]))
  return { ...document, settings: { ...(document['settings'] as Fields | undefined), ...weights } }
}

/** Reads each document, gives its shifts to one employee after the other, searches a little, and tells what engine and checker say of both rosters. */
const JUDGE_ALL = `
import documents from '../documents.json' with { type: 'json' }
import { readSubmission } from './api/read-schedule.ts'
import { judge } from './checker/check.ts'
import { compile } from './engine/instance/compile.ts'
import { solve } from './engine/index.ts'
import { relax } from './engine/bounds/relax.ts'
import { createState, scoreOf } from './engine/scoring/state.ts'
import { solveOptions } from './engine/solve-options.fixture.ts'
import { isDecided, rosterOfDecided } from './model/roster.ts'

const outcomes = documents.flatMap((document) => {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(JSON.stringify(errors))
  const { schedule } = submission
  const instance = compile(schedule)
  const roster = rosterOfDecided(schedule)
  schedule.shifts.forEach((shift, i) => {
    if (!isDecided(shift)) roster[i] = i % schedule.employees.length
  })
  const judged = judge(schedule, roster)
  const found = solve(schedule, solveOptions({ seed: 1, maxIterations: 2000 }))
  return [
    {
      scores: [judged.score, scoreOf(createState(instance, roster))],
      broken: judged.violations.map(({ setting }) => setting),
      relaxed: relax(instance).plain.map(({ kind }) => kind),
      found: [judge(schedule, found.roster).score, found.score],
    },
  ]
})
process.stdout.write(JSON.stringify(outcomes))
`
