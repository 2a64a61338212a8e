import { largeDocument } from '../large-document.ts'

/** Two wards' fortnight of about 80 KB, as a hospital would post it. */
export function wardFortnight(changes: object = {}): Buffer<ArrayBuffer> {
  const document = largeDocument({ employees: 48, weeks: 2, shiftsPerEmployee: 5 })
  return Buffer.from(JSON.stringify({ ...document, timeZone: 'Europe/Copenhagen', ...changes }))
}

/** What a submission is answered. */
export interface Answered {
  readonly status: number
  readonly told: { readonly solverProblemId: string; readonly code?: string }
}

/** Submits a schedule, which may be refused. */
export async function offerTo(origin: string, token: string, body: Uint8Array<ArrayBuffer>): Promise<Answered> {
  const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/api/v1/gateway`, { method: 'POST', headers, body })
  return { status: answer.status, told: (await answer.json()) as Answered['told'] }
}

/** Submits a schedule and answers its identifier. */
export async function submitTo(origin: string, token: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const { status, told } = await offerTo(origin, token, body)
  if (status === 201) return told.solverProblemId
  throw new Error(`A submission is answered ${status}: ${JSON.stringify(told).slice(0, 500)}`)
}
