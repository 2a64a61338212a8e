import { writeFile } from 'node:fs/promises'
import { describeApi } from '../src/http/describe-api.ts'

// Writes openapi.json from the schemas beside the routes. A test compares the committed file with what this writes.
await writeFile(new URL('../openapi.json', import.meta.url), await describeApi())
