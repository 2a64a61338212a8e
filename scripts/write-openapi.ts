import { writeFile } from 'node:fs/promises'
import { describeApi, describeForModels } from '../src/http/describe-api.ts'
import { writeScheduleSchema } from '../src/http/schedule-schema.ts'

// Writes what is made of the schemas beside the routes. A test compares the committed files with what this writes.
await writeFile(new URL('../openapi.json', import.meta.url), await describeApi())
await writeFile(new URL('../schedule.schema.json', import.meta.url), writeScheduleSchema())
await writeFile(new URL('../llms.txt', import.meta.url), await describeForModels())
