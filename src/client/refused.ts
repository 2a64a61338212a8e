/** The gateway refused: `status` and the problem details as they came. Those of a call have the status that the same failure has elsewhere. */
export class RequestRefused extends Error {
  readonly status: number
  readonly problem: Readonly<Record<string, unknown>>
  /** What `Retry-After` says; null when it says nothing. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, problem: Readonly<Record<string, unknown>>, retryAfter: string | null = null) {
    const { title, detail } = problem
    super([status, title, detail].filter((part) => part !== undefined).join(' · '))
    this.name = 'RequestRefused'
    this.status = status
    this.problem = problem
    this.retryAfterSeconds = retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null
  }
}
