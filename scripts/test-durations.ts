/** `npm run test:durations`: runs every test and writes test/durations.json, from which runs take their order. For a quiet machine. */
import { closingLine } from './testing/counts.ts'
import { tellSlowest, writeDurations } from './testing/durations.ts'
import { runVitest } from './testing/vitest-run.ts'

// That test judges what is about to be written.
const { counts, times } = await runVitest(['--exclude', 'test/runner/durations.test.ts', '--exclude', '**/*.long.test.ts'], { TEST_LONG: '1' })
process.stdout.write(`\n${tellSlowest(times)}`)
if (counts.failed === 0) writeDurations(times)
else process.stderr.write('test/durations.json stays as it was: what fails may end early.\n')
process.stdout.write(`\n${closingLine(counts)}\n`)
process.exitCode = counts.failed === 0 ? 0 : 1
