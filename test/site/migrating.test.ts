import { describe, expect, test } from 'vitest'
import { QUESTION_NAMES } from '../../src/http/rpc/question-names.ts'
import { STOP_REASONS } from '../../src/model/job.ts'
import { SETTING_NAMES } from '../../src/model/settings.ts'
import { readText } from '../source-files.ts'

/** Fields of an answer that the page names; those of a submission stand in docs/schedule.md. */
const ANSWER_FIELDS = ['constraintRelease', 'text', 'stopReason', 'bound', 'gap', 'solverProblemId', 'requirementId', 'errors', 'warnings', 'Link']
/** What is no name: numbers and ids, what a cell holds, commands, and a group of settings. */
const OTHER =
  /^(?:[a-zA-Z]+\.csv|\d+:\d\d|Mon\\\|Thu|\[.*\]|turnus .*|--[a-z-]+|even…Distribution|"?7"?|nrp|inrc1|inrc2|smptsp|run|count|succession)$/

const PAGES = {
  'docs/migrating.md': 40,
  'docs/coming-from/cp-sat.md': 15,
  'docs/coming-from/same-interface.md': 15,
  'docs/coming-from/spreadsheet.md': 15,
  'docs/coming-from/timefold.md': 30,
}

describe.each(Object.entries(PAGES))('%s', (name, fewest) => {
  const page = readText(name)

  test('names on our side only what exists here', () => {
    const fields = [...readText('docs/schedule.md').matchAll(/`([A-Za-z_]+)`/g)].map(([, name]) => name!)
    const codes = [...readText('docs/errors.md').matchAll(/^## ([a-z-]+)$/gm)].map(([, code]) => code!)
    const { paths } = JSON.parse(readText('openapi.json')) as { readonly paths: Readonly<Record<string, object>> }
    const addresses = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    const known = new Set([...fields, ...SETTING_NAMES, ...QUESTION_NAMES, ...STOP_REASONS, ...ANSWER_FIELDS, ...codes, ...addresses])
    const ours = [...page.matchAll(/^\| .*? \| (.*) \|$/gm)].flatMap(([, here]) => [...here!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
    expect(ours.length).toBeGreaterThanOrEqual(fewest)
    const unknown = ours.filter((name) => !OTHER.test(name) && !known.has(name) && !name.split('.').every((part) => known.has(part)))
    expect(unknown).toEqual([])
  })
})
