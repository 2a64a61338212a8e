import { askPage } from '../gateway/ask.ts'
import type { Department } from '../gateway/documents.ts'
import { type Answered, useAnswer } from '../gateway/use-answer.ts'
import type { Option } from '../parts/field.tsx'
import { currentLocale } from '../texts/texts.ts'

/** As many as the gateway gives at once; whoever has more finds the rest by their names. */
export const MOST_LISTED = 1000

/** The departments of the organization, to choose from. */
export function useDepartments(): Answered<readonly Department[]> {
  return useAnswer('departments', async (signal) => (await askPage<Department>(`/api/v1/departments?limit=${MOST_LISTED}`, { signal })).rows)
}

/** Departments as a form offers them, by name. */
export function departmentOptions(departments: readonly Department[] | null): readonly Option[] {
  return (departments ?? [])
    .map(({ id, name }) => ({ value: String(id), text: name }))
    .toSorted((one, other) => one.text.localeCompare(other.text, currentLocale()))
}
