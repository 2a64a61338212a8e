import { parentPort } from 'node:worker_threads'
import { GatewayError, invariant } from '../model/errors.ts'
import { compress } from '../storage/compress.ts'
import { readPosted, readReplan } from './read-posted.ts'
import type { ReadingAnswer, ReadingMessage } from './schedule-reader.ts'

const port = parentPort
invariant(port !== null, 'reading-thread.ts runs as a worker thread')
port.on('message', async (task: ReadingMessage) => port.postMessage(await answerTo(task)))

async function answerTo({ number, posted, options, stored }: ReadingMessage): Promise<ReadingAnswer> {
  try {
    const schedule = stored === null ? readPosted(posted, options) : readReplan(posted, options, stored)
    return { number, schedule: schedule.outline === null ? schedule : { ...schedule, packed: await compress(schedule.made ?? posted) } }
  } catch (error) {
    if (error instanceof GatewayError)
      return { number, refusal: { code: error.code, detail: error.message, remedy: error.remedy, issues: error.issues } }
    return { number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
