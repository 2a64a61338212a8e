import { readFile, writeFile } from 'node:fs/promises'
import { withScheduleTables } from './schedule-page.ts'

// Writes the tables of docs/schedule.md from the schemas. A test compares the committed page with what this writes.
const page = new URL('../docs/schedule.md', import.meta.url)
await writeFile(page, withScheduleTables(await readFile(page, 'utf8')))
