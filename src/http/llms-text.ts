import { SETTING_NAMES } from '../model/settings.ts'
import { SCHEDULE_EXAMPLE } from './openapi-schedule.ts'
import type { ShownApi } from './reference/reference-page.ts'

/** What a language model has to know to integrate Turnus, after llmstxt.org: made from the description of the API, so that it stays true. */
export function writeLlmsText({ info, paths = {}, tags = [] }: ShownApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ line: `- \`${method.toUpperCase()} ${path}\`: ${operation.summary}`, operation })),
  )
  const groups = tags.map(({ name, description }) => [
    `## ${name}`,
    '',
    description ?? '',
    '',
    ...operations.filter(({ operation }) => operation.tags?.includes(name)).map(({ line }) => line),
    '',
  ])
  return [...INTRODUCTION(info.description ?? ''), ...groups.flat(), ...REST].join('\n')
}

const INTRODUCTION = (description: string): readonly string[] => [
  '# Turnus',
  '',
  `> ${description}`,
  '',
  'Post a schedule (employees, shifts, spots, rules) to `/api/v1/gateway` with `Authorization: Bearer tns_…`; it is answered 201 with a',
  '`solverProblemId`. When the search has ended, the solved schedule is posted to the `callbackUrl`, signed as Standard Webhooks says; it can be read at',
  '`/api/v1/gateway/{solverProblemId}/solution` at any moment, and followed as server-sent events.',
  '',
  'A schedule that is valid as it stands:',
  '',
  '```json',
  JSON.stringify(SCHEDULE_EXAMPLE, null, 2),
  '```',
  '',
  'What is easily got wrong:',
  '',
  '- Identifiers of requests are strings. Ids in a schedule are whole numbers or texts that the client chooses; answers have the type that was sent.',
  '- Limits of a contract are in minutes, also those named `…Hours…`, except `minHoursPerShiftExcludingBreak`, `maxHoursPerShiftExcludingBreak` and `minWeeklyRestHours`.',
  '- Times carry an offset or `Z`, or are local where `timeZone` is named; it decides what a day, a week and a night is.',
  '- One shift is one seat; a shift for several people has `seats`, such as {"min": 3}, and is answered with `employees`.',
  '- A score is four penalties, first priority first, compared in that order; all zero is perfect. `constraintRelease` lists every rule that is broken.',
  '- Send an `Idempotency-Key` with each submission and repeat with the same one after 429, 503 or no answer.',
  '- An unknown field is a warning in the answer; with `Prefer: handling=strict` it is an error.',
  '- Errors are `application/problem+json` with a stable `code`, and `errors` with a pointer and a hint for each mistake.',
  '',
]

const REST: readonly string[] = [
  '## Rules',
  '',
  `Each can be weighed in \`settings\` by four whole numbers from 0 to 20, one for each priority: ${SETTING_NAMES.join(', ')}.`,
  '',
  '## More',
  '',
  '- [openapi.json](/openapi.json): every address, field, status and example',
  '- [schedule.json](/schemas/schedule.json): the JSON Schema of a schedule',
  '- [reference](/reference): the same for people',
  '',
]
