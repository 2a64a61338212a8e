import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import type { Means } from '../../answers/means.ts'
import { QUESTIONS } from '../../answers/questions.ts'
import { isJsonObject } from '../../api/fields.ts'
import { GatewayError, invariant } from '../../model/errors.ts'
import { loadHighs } from '../../threads/load-highs.ts'
import { isOutOfMemory, takenBytes } from '../../threads/memory-watch.ts'
import { parseJsonBody } from '../json-body.ts'
import { carryOutPlanTask } from '../plans/plan-task.ts'
import { messagesOf } from './json-rpc.ts'
import { KeptDocument } from './kept-document.ts'
import { outlineOf } from './outline.ts'
import { writeShort } from './shorten.ts'
import type { AnswerTask, Parameters, StoredParameters, ThreadAnswer, ThreadReport, ThreadTask } from './thread-messages.ts'

/** What a stored schedule says of its callback concerns no answer. */
const LEFT_OUT = ['callbackUrl', 'callbackAuthenticationHeaderName', 'callbackAuthenticationHeaderValue']

const port = parentPort
invariant(port !== null, 'call-thread.ts runs as a worker thread')
/** How long a schedule stays read and compiled that nobody asks about: the time between two looks of somebody who plans (docs/limits.md). */
const KEPT_MS = 120_000
const kept = new KeptDocument(KEPT_MS)
const means: Omit<Means, 'mostSeconds' | 'language'> = {
  limits: {},
  solver: await loadHighs(),
  clock: () => performance.now(),
  readBefore: kept.readBefore,
}
/** The body that was read last. */
let held: unknown

port.on('message', (task: ThreadTask) => {
  const answer = answerTo(task)
  const report: ThreadReport = { answer, takenBytes: takenBytes(getHeapStatistics()) }
  port.postMessage(report, 'result' in answer ? [answer.result.buffer as ArrayBuffer] : [])
})

function answerTo(task: ThreadTask): ThreadAnswer {
  try {
    return carryOut(task)
  } catch (error) {
    if (isOutOfMemory(error)) throw error
    if (!(error instanceof GatewayError)) return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    const { code, message: detail, remedy, issues, warnings } = error
    return { refusal: { code, detail, remedy, issues, warnings } }
  }
}

function carryOut(task: ThreadTask): ThreadAnswer {
  if (task.kind === 'drop') {
    kept.drop()
    return { forgotten: true }
  }
  if (task.kind !== 'forget') kept.workFor(task.departmentId)
  if (task.kind === 'read') {
    held = parseJsonBody(task.posted, task.shape).document
    const { messages, ...posted } = messagesOf(held)
    return { messages: { ...posted, messages: messages.map(outlineOf) } }
  }
  if (task.kind === 'answer') return { result: write(answerQuestion(task), task.question.mostBytes) }
  if (task.kind === 'plan') return { plan: carryOutPlanTask(task.task) }
  held = undefined
  return { forgotten: true }
}

function write(answer: object, mostBytes: number | null): Uint8Array {
  if (mostBytes === null) return new TextEncoder().encode(JSON.stringify(answer))
  const written = writeShort(answer, mostBytes)
  if (written !== null) return written
  throw new GatewayError(
    'call-too-large',
    `The answer is longer than ${mostBytes / 1024} KiB.`,
    'Ask for less: limit, matchLimit and employeeId make it shorter.',
  )
}

function answerQuestion({ question, departmentId }: AnswerTask): object {
  const { method, parameters, stored, mostSeconds, language = 'en' } = question
  const given = valueOf(parameters)
  const asked = stored === null ? withKept(given, departmentId) : withStored(given, stored, departmentId)
  return QUESTIONS[method].answer(asked, { ...means, mostSeconds, language })
}

function valueOf(parameters: Parameters): unknown {
  if ('value' in parameters) return parameters.value
  const { params } = messagesOf(held).messages[parameters.position] as { params: unknown }
  return parameters.within === 'params' ? params : (params as { arguments: unknown }).arguments
}

/** The parameters, with the schedule in them that is kept where its content is the same. */
function withKept(given: unknown, departmentId: number): unknown {
  if (!isJsonObject(given) || !Object.hasOwn(given, 'schedule')) return given
  return { ...given, schedule: kept.ofValue(departmentId, given['schedule']) }
}

/** The parameters with documents of the job in the place of its identifier. */
function withStored(given: unknown, { schedule, ...stored }: StoredParameters, departmentId: number): unknown {
  invariant(isJsonObject(given), 'parameters that name a job are an object')
  const { solverProblemId: _, ...rest } = given
  const documents = Object.entries(stored).map(([name, bytes]) => [name, parseStored(bytes)])
  const found = schedule === undefined ? {} : { schedule: kept.ofBytes(departmentId, schedule, () => parseStored(schedule)) }
  return { ...rest, ...found, ...(Object.fromEntries(documents) as object) }
}

function parseStored(bytes: Uint8Array): object {
  const document = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  for (const name of LEFT_OUT) delete document[name]
  return document
}
