import { useMemo } from 'preact/hooks'
import { askPage } from '../gateway/ask.ts'
import type { Token, User } from '../gateway/documents.ts'
import { useAnswer } from '../gateway/use-answer.ts'
import type { AuditNames } from './audit-words.ts'
import { MOST_LISTED, useDepartments } from './use-departments.ts'

/** The names of those whom the audit log has by id; none while they are asked for, and of those beyond the newest thousand. */
export function useAuditNames(): AuditNames {
  const users = useAll<User>('/api/v1/users')
  const tokens = useAll<Token>('/api/v1/tokens')
  const { value: departments } = useDepartments()
  return useMemo(
    () => ({
      users: new Map(users.map(({ id, email }) => [id, email])),
      tokens: new Map(tokens.map(({ id, name }) => [id, name])),
      departments: new Map((departments ?? []).map(({ id, name }) => [id, name])),
    }),
    [users, tokens, departments],
  )
}

const NONE: readonly never[] = []

function useAll<Row>(path: string): readonly Row[] {
  const { value } = useAnswer(path, async (signal) => (await askPage<Row>(`${path}?limit=${MOST_LISTED}`, { signal })).rows)
  return value ?? NONE
}
