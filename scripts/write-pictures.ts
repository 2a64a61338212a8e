import { writeFile } from 'node:fs/promises'
import { drawAll } from './pictures/draw.ts'
import { readExample, record } from './pictures/record.ts'

// Runs the search and writes docs/pictures: what was found (runs.json), and the pictures drawn from it.
const folder = new URL('../docs/pictures/', import.meta.url)
const recorded = await record()
await writeFile(new URL('runs.json', folder), `${JSON.stringify(recorded)}\n`)
for (const [file, svg] of drawAll(recorded, readExample())) await writeFile(new URL(file, folder), svg)
