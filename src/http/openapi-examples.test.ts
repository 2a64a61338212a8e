// Slow: every example of the interface is sent, and its answer held against its schema.
import { describe, expect, test } from 'vitest'
import { JSON_TYPE, useEdge } from '../../test/edge.ts'
import { compile } from '../../test/json-schema.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { readSolution } from '../api/read-solution.ts'
import { judge } from '../checker/check.ts'
import { describeApi } from './describe-api.ts'
import { SCHEDULE_EXAMPLE, SOLUTION_EXAMPLE } from './openapi-schedule.ts'

interface Media {
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Example>>
}
interface Example {
  readonly value?: unknown
  /** Into the components. */
  readonly $ref?: string
}
interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>>; readonly links?: Record<string, Link> }>>
  readonly parameters?: readonly { readonly name: string }[]
  readonly callbacks?: { readonly ended: Readonly<Record<string, { readonly post: object }>> }
}
interface Link {
  readonly operationId: string
  readonly parameters: Readonly<Record<string, string>>
}

const api = JSON.parse(await describeApi()) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: { readonly callback: { readonly post: Operation } }
  readonly components: { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }
}
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase() as 'POST', operation })),
)
function examplesOf({ example, examples = {} }: Media): readonly unknown[] {
  return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(valueOf)]
}

function valueOf({ value, $ref }: Example): unknown {
  return $ref === undefined ? value : api.components.examples[$ref.replace('#/components/examples/', '')]?.value
}

/** By the schema: one is compiled with all components that it may refer to, and has many examples. */
const compiled = new Map<object, ReturnType<typeof compile>>()

function faultsOf({ schema }: Media, value: unknown): readonly unknown[] {
  const faults = compiled.get(schema) ?? compile(schema, { components: api.components })
  compiled.set(schema, faults)
  return faults(value)
}

describe.each(operations)('$method $path', ({ operation }) => {
  const { operationId, requestBody, responses } = operation
  const bodies = [
    ['request', requestBody?.content],
    ...Object.entries(responses).map(([status, answer]) => [status, answer.content] as const),
  ] as const

  test.each(bodies.flatMap(([where, content]) => Object.entries(content ?? {}).map(([type, media]) => ({ where, type, media }))))(
    '$where, $type: has an example, and each is as its schema says',
    ({ where, type, media }) => {
      const examples = examplesOf(media)
      // Failures of MCP are as those of calls, and shown there.
      if (operationId !== 'callTool' || where === 'request' || where === '200') expect(examples).not.toEqual([])
      const values = type === 'text/event-stream' ? eventsOf(String(examples[0])) : examples
      for (const value of values) expect(faultsOf(media, value)).toEqual([])
    },
  )
})

describe('the gateway takes every request that is shown', () => {
  const edge = useEdge('one-for-all', { requestsPerMinute: 1_000_000 })
  const requests = operations.flatMap(({ path, method, operation }) =>
    Object.entries(operation.requestBody?.content['application/json']?.examples ?? {}).map(([name, { value }]) => ({ path, method, name, value })),
  )

  /** Makes a plan, and a request with the solution that is shown; answers what says that the plan is to be changed. */
  async function makePlan(): Promise<{ 'if-match': string }> {
    const headers = { ...JSON_TYPE, authorization: 'Bearer planner' }
    const payload = JSON.stringify({ name: 'Ward 3', schedule: SCHEDULE_EXAMPLE })
    const made = await edge.app.inject({ method: 'POST', url: '/api/v1/plans', headers, payload })
    await edge.submit(SCHEDULE_EXAMPLE)
    edge.fake.jobs.set(4711, { ...edge.fake.jobs.get(1)!, id: 4711, state: 'SOLVED' })
    edge.fake.solutions.set(4711, Buffer.from(JSON.stringify(SOLUTION_EXAMPLE)))
    return { 'if-match': String(made.headers.etag) }
  }

  test.each(requests)('$method $path: $name', async ({ path, method, value }) => {
    const authorization = `Bearer ${/^.api.v1.(tokens|users|departments)/.test(path) ? 'administrator' : 'planner'}`
    const headers = { ...JSON_TYPE, authorization, ...(path.includes('{planId}') ? await makePlan() : {}) }
    if (path.includes('{solverProblemId}')) await makePlan()
    const url = path
      .replace('{id}', '1')
      .replace('{solverProblemId}', '4711')
      .replace('{planId}', headers['if-match']?.slice(1, -3) ?? '')
    const answer = await edge.app.inject({ method, url, headers, payload: JSON.stringify(value) })
    // The fake knows another password, which is all that it has to say.
    if (path.startsWith('/v1/auth')) expect(answer.json()).toMatchObject({ code: 'credentials-wrong' })
    else expect({ ok: answer.statusCode < 300, body: answer.body }).toEqual({ ok: true, body: expect.not.stringContaining('"error":') })
  })
})

function eventsOf(stream: string): readonly object[] {
  return stream
    .trim()
    .split('\n\n')
    .map((event) => Object.fromEntries(event.split('\n').map((line) => line.split(/: (.*)/s, 2))))
}

test('the solution that is shown solves the schedule that is shown, at the price that it says', () => {
  const { submission, errors, warnings } = readSubmission(SCHEDULE_EXAMPLE, { callback: 'required' })
  expect([errors, warnings]).toEqual([[], []])
  const { roster } = readSolution(SOLUTION_EXAMPLE, submission!.schedule)
  expect([...judge(submission!.schedule, roster!).score]).toEqual(SOLUTION_EXAMPLE.score)
})

test('the submission has the callback as a callback, the same as the webhook, with an example of each type', () => {
  const { post } = api.webhooks.callback
  const media = post.requestBody!.content['application/json']!
  expect(Object.keys(media.examples!)).toEqual(['schedule.solved', 'schedule.failed', 'schedule.test'])
  for (const value of examplesOf(media)) expect(faultsOf(media, value)).toEqual([])
  const { callbacks } = api.paths['/api/v1/gateway']!['post']!
  const { operationId: _operationId, ...unnamed } = post
  expect(callbacks?.ended).toEqual({ '{$request.body#/callbackUrl}': { post: unnamed } })
})

test('every link leads to an operation that has the parameter', () => {
  const links = operations.flatMap(({ operation }) => Object.values(operation.responses).flatMap((answer) => Object.values(answer.links ?? {})))
  expect(links.length).toBeGreaterThan(5)
  for (const { operationId, parameters } of links) {
    const target = operations.find(({ operation }) => operation.operationId === operationId)
    expect(target?.operation.parameters?.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(parameters)))
  }
})
