import { type ClientEntry, createClient, RequestRefused } from '../../src/client/client.ts'
import type { Hospital } from './hospital.ts'

/** Whether a search has come far enough to be stopped. */
export type IsFarEnough = (entry: ClientEntry) => boolean

/** A roster is there. */
export const hasRoster: IsFarEnough = ({ score }) => score !== null

/** A roster is there, which breaks no rule of the first priority. */
export const isLawful: IsFarEnough = ({ score }) => score?.[0] === 0

/**
 * Submits a schedule to the hospital's gateway and waits until it is solved, whose search is stopped as soon as it has come far enough: how far
 * it comes in some seconds is a question of the machine. Gives its `solverProblemId`.
 */
export async function solvedJob({ address, token }: Hospital, schedule: object, isFarEnough: IsFarEnough): Promise<string> {
  const client = createClient({ baseUrl: address, token })
  const { solverProblemId } = await client.submit(schedule)
  const stops: Promise<unknown>[] = []
  const onEntry = (entry: ClientEntry): void => {
    if (stops.length === 0 && entry.status === 'SOLVING' && isFarEnough(entry)) stops.push(client.stop(solverProblemId).catch(passOverEnd))
  }
  await client.waitForEnd(solverProblemId, { everyMs: 100, onEntry })
  await Promise.all(stops)
  return solverProblemId
}

/** A search may have ended by itself meanwhile. */
function passOverEnd(error: unknown): void {
  if (!(error instanceof RequestRefused) || error.problem['code'] !== 'job-already-ended') throw error
}
