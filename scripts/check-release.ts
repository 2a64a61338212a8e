/** `npm run release:check`: says what speaks against a release of this commit, and exits with 1 when something does. */
import { fileURLToPath } from 'node:url'
import { objectionsToRelease } from './release-objections.ts'

const objections = objectionsToRelease(fileURLToPath(new URL('..', import.meta.url)), new Date().toISOString().slice(0, 10))
process.stdout.write(objections.length === 0 ? 'Nothing speaks against this release.\n' : objections.map((line) => `- ${line}\n`).join(''))
process.exitCode = objections.length === 0 ? 0 : 1
