import { type Command, InvalidArgumentError } from 'commander'
import { callsToDemands, peopleOnShift } from '../formats/call-volumes.ts'
import { decodeTable } from '../formats/csv-table.ts'
import { answeredInTime, type CallLoad, peopleFor } from '../formats/erlang.ts'
import { GatewayError } from '../model/errors.ts'
import { fitFormat } from './fit-format.ts'
import { readBytes, refuseForeign } from './read-document.ts'
import type { Terminal } from './terminal.ts'
import { writeText } from './write-text.ts'

const HELP = `
--calls is a number of calls in one slot of --slot minutes, or a table with a column calls and otherwise the columns of demands.csv: a line
of a slot each, from "from" to "to" or from "start" to "end". A column handle has the seconds of a line's own. What comes out is demands.csv,
with the people needed as min (docs/formats.md). Calls arrive at random, wait in one queue, and nobody hangs up: the formula of Erlang (C).`

const MOST_SECONDS = 86_400
const MOST_CALLS = 1_000_000
const DAY_MIN = 1440

interface Level {
  readonly level: number
  readonly answerSeconds: number
}

interface ErlangFlags {
  readonly calls: string
  readonly handle: number
  readonly level: Level
  readonly occupancy: number
  readonly shrinkage: number
  readonly slot: number
  readonly out?: string
}

/** `turnus demand erlang`: how many people calls need. */
export function addDemandCommand(program: Command, terminal: Terminal): void {
  const group = program.command('demand').description('say how many people a volume of work needs')
  group
    .command('erlang')
    .description('turn calls into the people who answer them in time')
    .requiredOption('--calls <table>', 'a table of calls, or a number of them; - for stdin')
    .requiredOption('--handle <seconds>', 'mean time that a call takes, with the work after it', numberFrom(1, MOST_SECONDS))
    .option('--level <share/seconds>', 'the share of calls that are answered within some seconds', readLevel, { level: 0.8, answerSeconds: 20 })
    .option('--occupancy <percent>', 'the most of their time that people are busy with calls', percentOf(1, 100), 1)
    .option('--shrinkage <percent>', 'the part of a shift in which people answer no calls', percentOf(0, 99), 0)
    .option('--slot <minutes>', 'length of the slot in which a number of calls comes', numberFrom(1, DAY_MIN), 30)
    .option('--out <file>', 'where to write the table (default: stdout)')
    .addHelpText('after', HELP)
    .action(async (flags: ErlangFlags) => {
      if (/^\d+$/.test(flags.calls)) tellPeople(terminal, flags)
      else await writeDemands(terminal, flags)
    })
}

function tellPeople(terminal: Terminal, { calls, handle, level, occupancy, shrinkage, slot }: ErlangFlags): void {
  if (Number(calls) > MOST_CALLS) throw new GatewayError('usage-wrong', `--calls is ${calls}.`, `Give at most ${MOST_CALLS} calls.`)
  const load: CallLoad = { ...level, calls: Number(calls), handleSeconds: handle, slotSeconds: 60 * slot, maxOccupancy: occupancy }
  const people = peopleFor(load)
  const busy = people === 0 ? 0 : (load.calls * handle) / load.slotSeconds / people
  const who = shrinkage === 0 ? `${people} people` : `Of ${peopleOnShift(load, shrinkage)} people on shift ${people}`
  const inTime = percent(answeredInTime(people, load))
  terminal.stdout.write(`${who} answer ${inTime} of the calls within ${level.answerSeconds} s, and are busy for ${percent(busy)} of their time.\n`)
}

async function writeDemands(terminal: Terminal, { calls, handle, level, occupancy, shrinkage, out }: ErlangFlags): Promise<void> {
  const bytes = await readBytes(terminal, calls)
  refuseForeign(bytes, calls, 'format-unfit')
  const target = { ...level, handleSeconds: handle, maxOccupancy: occupancy, shrinkage }
  const { text, lines, leftOut } = fitFormat(calls, () => callsToDemands(decodeTable(bytes), target))
  await writeText(terminal, out, text)
  const without = leftOut === 0 ? '' : `; ${leftOut} without calls are left out`
  terminal.stderr.write(`${lines} lines of demand${without}.\n`)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function numberFrom(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`Give a number from ${min} to ${max}.`)
  }
}

function percentOf(min: number, max: number): (text: string) => number {
  const read = numberFrom(min, max)
  return (text) => read(text.replace(/\s*%$/, '')) / 100
}

/** `80/20`: 80 % within 20 seconds. */
function readLevel(text: string): Level {
  const [, share, seconds] = /^(\d{1,2}(?:\.\d+)?)\s*%?\s*\/\s*(\d{1,5})\s*s?$/.exec(text) ?? []
  if (share !== undefined && Number(share) > 0) return { level: Number(share) / 100, answerSeconds: Number(seconds) }
  throw new InvalidArgumentError('Give a share of calls and seconds, such as 80/20.')
}
