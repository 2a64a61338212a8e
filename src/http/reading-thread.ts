import { parentPort } from 'node:worker_threads'
import { GatewayError, invariant } from '../model/errors.ts'
import { readPosted } from './read-posted.ts'
import type { ReadingAnswer, ReadingTask } from './schedule-reader.ts'

const port = parentPort
invariant(port !== null, 'reading-thread.ts runs as a worker thread')
port.on('message', (task: ReadingTask) => port.postMessage(answerTo(task)))

function answerTo({ posted, options }: ReadingTask): ReadingAnswer {
  try {
    return { schedule: readPosted(posted, options) }
  } catch (error) {
    if (error instanceof GatewayError) return { refusal: { code: error.code, detail: error.message, remedy: error.remedy } }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
