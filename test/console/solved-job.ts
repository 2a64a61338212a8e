import { setTimeout as sleep } from 'node:timers/promises'
import type { Hospital } from './hospital.ts'

const LONGEST_MS = 120_000

interface Answer {
  readonly solverProblemId: string
  readonly status: string
}

/** Submits a schedule to the hospital's gateway and waits until it is solved. Gives its `solverProblemId`. */
export async function solvedJob({ address, token }: Hospital, schedule: object): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json', 'content-type': 'application/json' }
  const posted = await read(await fetch(`${address}/api/v1/gateway`, { method: 'POST', headers, body: JSON.stringify(schedule) }))
  const self = `${address}/api/v1/gateway/${posted.solverProblemId}`
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await sleep(300)) {
    const { status } = await read(await fetch(self, { headers }))
    if (status === 'SOLVED') return posted.solverProblemId
  }
  throw new Error(`Job ${posted.solverProblemId} was not solved in ${LONGEST_MS / 1000} s.`)
}

async function read(answer: Response): Promise<Answer> {
  if (!answer.ok) throw new Error(`The gateway answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
