import { largeDocument } from '../large-document.ts'

/** Two wards' fortnight of about 80 KB, as a hospital would post it. */
export function wardFortnight(changes: object = {}): Buffer<ArrayBuffer> {
  const document = largeDocument({ employees: 48, weeks: 2, shiftsPerEmployee: 5 })
  return Buffer.from(JSON.stringify({ ...document, timeZone: 'Europe/Copenhagen', ...changes }))
}

/** Submits a schedule and answers its identifier. */
export async function submitTo(origin: string, token: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/api/v1/gateway`, { method: 'POST', headers, body })
  const told = (await answer.json()) as { solverProblemId: string }
  if (answer.status === 201) return told.solverProblemId
  throw new Error(`A submission is answered ${answer.status}: ${JSON.stringify(told).slice(0, 500)}`)
}
