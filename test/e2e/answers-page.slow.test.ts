// Slow: every question of the page is asked of a running gateway.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToken } from '../../src/access/tokens.ts'
import { QUESTIONS as ANSWERS } from '../../src/answers/questions.ts'
import { RANGES } from '../../src/api/limits.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { compareScores, PERFECT, type Score } from '../../src/model/score.ts'
import { threadMs } from '../../src/threads/clock.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { readText } from '../source-files.ts'
import { ask, HEAD, QUESTIONS, sectionOf } from './answers-page.ts'
import { PATIENT } from '../patience.ts'

const PAGE = readText('docs/answers.md')
const REPAIR = QUESTIONS.length

let database: TestDatabase
let server: RunningServer
let client: Client

beforeAll(async () => {
  database = await createTestDatabase()
  const flags = { port: 0, databaseUrl: database.url, threads: 1 }
  server = await startServer(readConfig(flags, { ...PATIENT, TURNUS_SECRET_KEY: randomBytes(32).toString('hex'), TURNUS_LOG_LEVEL: 'fatal' }))
  const { token } = await createToken(database, { organization: 'Turnus', department: 'main' })
  client = createClient({ baseUrl: server.address!, token })
})

afterAll(async () => {
  await server?.close()
  await database?.close()
})

/** The last section as it is written, whose answer depends on the time it has. */
const repairSection = (): string => PAGE.slice(PAGE.indexOf(`## ${REPAIR}.`))

describe('docs/answers.md', () => {
  // `npx vitest run test/e2e/answers-page.slow.test.ts --update` writes it anew.
  test('has what the gateway answers', async () => {
    const sections: string[] = []
    for (const [i, question] of QUESTIONS.entries()) {
      const isKept = i + 1 === REPAIR && PAGE.includes(`## ${REPAIR}.`)
      sections.push(isKept ? repairSection() : sectionOf(question, i + 1, await ask(client, question)))
    }
    await expect(`${HEAD}\n${sections.join('\n')}`).toMatchFileSnapshot('../../docs/answers.md')
  })

  // By the time of a processor: how much of a second a question gets hangs on the machine.
  test('has the conflict that is found, and repairs help', async () => {
    const { parameters } = QUESTIONS.at(-1)!
    // Of the first alone, and as much time as may be asked for.
    const asked = { ...parameters, limit: 1, maxSeconds: RANGES.repairSeconds.max }
    const means = { limits: {}, solver: await loadHighs(), clock: threadMs, mostSeconds: Infinity }
    const { conflicts, repairs } = ANSWERS['schedule.repair'].answer(asked, means) as {
      conflicts: { text: string }[]
      repairs: { scoreChange: Score }[]
    }
    expect(repairSection()).toContain(JSON.stringify(conflicts[0]!.text))
    expect(compareScores(repairs[0]!.scoreChange, PERFECT)).toBeLessThan(0)
  })
})
