import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HASHES_AT_A_TIME, MOST_WAITING_HASHES } from '../src/access/hashing-turns.ts'
import { RECORDED_REFUSALS_PER_MINUTE } from '../src/access/refusals.ts'
import { MOST_DEPARTMENTS } from '../src/access/users.ts'
import { ISSUE_CODES } from '../src/api/issues.ts'
import { MOST_TRIED } from '../src/answers/wish-accounts.ts'
import {
  DEFAULT_ANSWERS,
  DEFAULT_LIMITS,
  DEFAULT_MAX_SECONDS,
  MAX_COVERED_SHIFTS,
  MAX_ASKED_SHIFTS,
  MAX_GROUPED_SHIFTS,
  MAX_LIST,
  MAX_TEXT,
  RANGES,
} from '../src/api/limits.ts'
import { readSubmission } from '../src/api/read-schedule.ts'
import { readConfig } from '../src/config.ts'
import { MAX_SHIFTS } from '../src/engine/explain/conflicts.ts'
import { MAX_EXPLAINED_PAIRS } from '../src/engine/explain/unassigned.ts'
import { PLAIN_BODY_BYTES } from '../src/http/json-body.ts'
import { FAILURE_NUMBERS } from '../src/http/rpc/call-failures.ts'
import { MOST_RESULT_BYTES } from '../src/http/rpc/calls.ts'
import { MOST_CALLS } from '../src/http/rpc/json-rpc.ts'
import { MOST_TOOL_BYTES } from '../src/http/rpc/mcp-tools.ts'
import { QUESTION_NAMES } from '../src/http/rpc/question-names.ts'
import { MOST_WAITING } from '../src/http/turns.ts'
import { LINK_REQUESTS_PER_MINUTE } from '../src/http/routes/employee-links.ts'
import { ERROR_TITLES } from '../src/model/errors.ts'
import { DEFAULT_WEIGHTS, SETTING_NAMES } from '../src/model/settings.ts'
import { MOST_LINK_DAYS, MOST_LINKS, MOST_NEW_LINKS } from '../src/plans/employee-links.ts'
import { filesMatching, isTest, ROOT, readText, withoutComments } from './source-files.ts'

const pages = filesMatching('*.md', 'docs/**/*.md', 'examples/**/*.md', 'bench/**/*.md')

describe('docs/errors.md', () => {
  const sections = headingsOf('docs/errors.md', 2)

  test('has exactly one section for every code, and none for a code that does not exist', () => {
    // Codes of issues that are not about a schedule stand where they are made, outside the table of api/issues.ts.
    const written = filesMatching('src/**/*.ts')
      .filter((path) => !isTest(path))
      .flatMap((path) => [...withoutComments(readText(path)).matchAll(/\bcode: '([a-z]+(?:-[a-z]+)+)'/g)].map(([, code]) => code!))
    const codes = new Set([...Object.keys(ERROR_TITLES), ...Object.keys(ISSUE_CODES), ...written])
    expect([...sections].sort()).toEqual([...codes].sort())
  })
})

describe('docs/constraints', () => {
  test('has a page for every rule that is judged, and none that is not named as a setting', () => {
    const documented = filesMatching('docs/constraints/*.md')
      .map((path) => posix.basename(path, '.md'))
      .filter((name) => name !== 'README')
    expect(SETTING_NAMES.filter((setting) => !documented.includes(setting))).toEqual([])
    expect(documented.filter((name) => !(SETTING_NAMES as readonly string[]).includes(name))).toEqual([])
  })

  for (const setting of SETTING_NAMES) {
    test(`the page of ${setting} has every part and the default weights of the code`, () => {
      const page = readText(`docs/constraints/${setting}.md`)
      for (const part of [`# ${setting}`, '**Formula.**', '**Unit.**', '**Default weights.**', '**Example.**']) expect(page).toContain(part)
      const stated = /\*\*Default weights\.\*\* (.*)/.exec(page)![1]!
      const expected = DEFAULT_WEIGHTS[setting]
        .map((weight, p) => ({ weight, name: ['first', 'second', 'third', 'fourth'][p] }))
        .filter(({ weight }) => weight > 0)
        .map(({ weight, name }) => `${name} priority ${weight}`)
      for (const words of expected) expect(stated).toContain(words)
    })
  }

  test('docs/design/defaults.md gives a reason for every setting, with its weights', () => {
    const reasons = readText('docs/design/defaults.md')
    const missing = SETTING_NAMES.filter((setting) => !reasons.includes(`| \`${setting}\` | ${DEFAULT_WEIGHTS[setting].join(' · ')} |`))
    expect(missing).toEqual([])
  })
})

describe('docs/limits.md', () => {
  const page = readText('docs/limits.md')
  const { limits } = readConfig({}, {})
  for (const [name, value] of Object.entries({
    bodyBytes: limits.bodyBytes,
    bodyDepth: limits.bodyDepth,
    bodyValues: limits.bodyValues,
    heldBodyMib: limits.heldBodyBytes / (1024 * 1024),
    plainBodyKib: PLAIN_BODY_BYTES / 1024,
    connections: limits.connections,
    connectionsPerAddress: limits.connectionsPerAddress,
    mostWaiting: MOST_WAITING,
    headerSeconds: limits.headerMs / 1000,
    requestSeconds: limits.requestMs / 1000,
    stallSeconds: limits.stallMs / 1000,
    callbackSeconds: limits.callbackMs / 1000,
    callsAtATime: limits.callsAtATime,
    callsPerOrigin: limits.callsPerOrigin,
    callsInBatch: MOST_CALLS,
    callSeconds: limits.callMs / 1000,
    callThreads: limits.callThreads,
    waitingCalls: limits.waitingCalls,
    callsPerDepartment: limits.callsPerDepartment,
    resultMib: MOST_RESULT_BYTES / (1024 * 1024),
    toolKib: MOST_TOOL_BYTES / 1024,
    streamsPerToken: limits.streamsPerToken,
    streams: limits.streams,
    loginsPerEmail: limits.loginsPerEmail,
    hashesAtATime: HASHES_AT_A_TIME,
    waitingHashes: MOST_WAITING_HASHES,
    requestsPerMinute: limits.requestsPerMinute,
    queuedPerDepartment: limits.queuedPerDepartment,
    runningPerDepartment: limits.runningPerDepartment,
    jobMemoryMib: limits.jobMemoryMib,
    plansPerDepartment: limits.plansPerDepartment,
    planMibPerDepartment: limits.planMibPerDepartment,
    planVersions: limits.planVersions,
    linksAtATime: MOST_NEW_LINKS,
    linksOfPlan: MOST_LINKS,
    linkDays: MOST_LINK_DAYS,
    linkRequests: LINK_REQUESTS_PER_MINUTE,
    retentionDays: limits.retentionDays,
    auditDays: limits.auditDays,
    recordedRefusals: RECORDED_REFUSALS_PER_MINUTE,
    departmentsOfUser: MOST_DEPARTMENTS,
    ...DEFAULT_LIMITS,
    defaultSeconds: DEFAULT_MAX_SECONDS,
    coveredShifts: MAX_COVERED_SHIFTS,
    groupedShifts: MAX_GROUPED_SHIFTS,
    listEntries: MAX_LIST,
    textCharacters: MAX_TEXT,
    matchesListed: DEFAULT_ANSWERS.matchLimit,
    maxMatches: RANGES.matchLimit.max,
    employeesRecommended: DEFAULT_ANSWERS.candidateLimit,
    maxEmployees: RANGES.candidateLimit.max,
    shiftsAskedAbout: MAX_ASKED_SHIFTS,
    repairsListed: DEFAULT_ANSWERS.repairLimit,
    maxRepairs: RANGES.repairLimit.max,
    repairSeconds: DEFAULT_ANSWERS.repairSeconds,
    maxRepairSeconds: RANGES.repairSeconds.max,
    explainedPairs: MAX_EXPLAINED_PAIRS,
    shiftsOfConflict: MAX_SHIFTS,
    wishChanges: MOST_TRIED,
  })) {
    test(`names the limit ${name} as the code has it`, () => {
      expect(page).toMatch(new RegExp(`(?<![\\d,])${value.toLocaleString('en-US')}(?![\\d,]\\d)`))
    })
  }
})

describe('docs/json-rpc.md', () => {
  const page = readText('docs/json-rpc.md')

  test('names every number of a failure with the codes that it stands for', () => {
    const rows = [...page.matchAll(/^\| (−\d+) \| (.+) \|$/gm)].map(([, number, codes]) => [
      Number(number!.replace('−', '-')),
      [...codes!.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code!),
    ])
    expect(rows).toEqual(FAILURE_NUMBERS)
  })

  test('lists every method', () => {
    const listed = [...page.matchAll(/^\| `([a-z]+\.[a-z-]+)` \| /gm)].map(([, name]) => name!)
    expect(listed).toEqual([...QUESTION_NAMES, 'token.describe', 'rpc.discover'])
  })
})

describe('docs/security.md', () => {
  const promises = [
    .../^## Promises\n([^]*?)^## /m.exec(readText('docs/security.md'))![1]!.matchAll(/^\| (?!Promise |---)(.+?) \| .* \| (.+?) \|$/gm),
  ]

  test('names for each promise the tests that prove it, which exist', () => {
    expect(promises.length).toBeGreaterThan(10)
    const unproved = promises.filter(([, , tests]) => {
      const files = [...tests!.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, file]) => file!)
      return files.length === 0 || files.some((file) => !existsSync(`${ROOT}${file}`))
    })
    expect(unproved.map(([, promise]) => promise)).toEqual([])
  })
})

describe('README.md', () => {
  test('the request on its first screen is a valid schedule, without a warning', () => {
    const request = /```http\nPOST [\s\S]*?\n\n(\{[\s\S]*?\n\})\n```/.exec(readText('README.md'))![1]!
    const { errors, warnings } = readSubmission(JSON.parse(request), { callback: 'required' })
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
  })

  test('every npm script and every turnus command that a page names exists', () => {
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
    const program = readText('src/cli/program.ts')
    const named = pages.flatMap((page) =>
      [...readText(page).matchAll(/\bnpm run ([a-z0-9:-]+)|\bnpx turnus ([a-z]+)/g)].map(([, script, command]) => ({ page, script, command })),
    )
    const missing = named.filter(
      ({ script, command }) =>
        (script !== undefined && scripts[script] === undefined) ||
        (command !== undefined && !program.includes(`add${command[0]!.toUpperCase()}${command.slice(1)}Command`)),
    )
    expect(missing).toEqual([])
  })
})

describe('the pages', () => {
  for (const page of pages) {
    test(`${page} links only to what exists`, () => {
      const broken = linksOf(page).filter(({ path, anchor }) => {
        const target = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path))
        if (!existsSync(`${ROOT}${target}`)) return true
        return anchor !== '' && target.endsWith('.md') && !anchorsOf(target).has(anchor)
      })
      expect(broken).toEqual([])
    })
  }

  test('every decision is listed in the order of its number, without gaps', () => {
    const numbers = filesMatching('docs/decisions/[0-9]*.md').map((path) => Number(posix.basename(path).slice(0, 4)))
    expect(numbers).toEqual(numbers.map((_, i) => i + 1))
  })

  test('every decision begins with its date and its status', () => {
    const without = filesMatching('docs/decisions/[0-9]*.md').filter(
      (path) => !/^# .+\n\n\d{4}-\d\d-\d\d, (?:accepted|superseded by .+)\.\n/.test(readText(path)),
    )
    expect(without).toEqual([])
  })

  test('every experiment is in the index of experiments', () => {
    const index = linksOf('docs/experiments/README.md').map(({ path }) => path)
    const names = filesMatching('docs/experiments/*.md').map((path) => posix.basename(path))
    expect(names.filter((name) => name !== 'README.md' && !index.includes(name))).toEqual([])
  })
})

function headingsOf(page: string, level: number): readonly string[] {
  return [...withoutCode(readText(page)).matchAll(/^(#+) (.+)$/gm)].filter(([, marks]) => marks!.length === level).map(([, , text]) => text!.trim())
}

/** Relative links of a page; those to other places and to mail are not looked at. */
function linksOf(page: string): readonly { path: string; anchor: string }[] {
  return [...withoutCode(readText(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => ({ path: target.split('#')[0]!, anchor: target.split('#')[1] ?? '' }))
}

/** Pages link to themselves hundreds of times. */
const anchorsByPage = new Map<string, ReadonlySet<string>>()

/** The anchors that a renderer makes of a page's headings. */
function anchorsOf(page: string): ReadonlySet<string> {
  const known = anchorsByPage.get(page)
  if (known !== undefined) return known
  const anchors = new Set([1, 2, 3, 4].flatMap((level) => headingsOf(page, level)).map(anchorOf))
  anchorsByPage.set(page, anchors)
  return anchors
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ' '))
}
