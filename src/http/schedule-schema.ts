import { ScheduleSubmission } from '../api/schemas/submission.ts'
import { withNullAsAbsent } from './null-as-absent.ts'

/** The JSON Schema of a schedule as a document of its own, for editors and validators that know nothing of the API. */
export function writeScheduleSchema(): string {
  const { $id: _name, ...schema } = JSON.parse(JSON.stringify(withNullAsAbsent(ScheduleSubmission))) as Record<string, unknown>
  return `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'urn:turnus:schema:schedule:1', ...schema }, null, 2)}\n`
}
