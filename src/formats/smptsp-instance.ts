import { FormatError } from './format-error.ts'
import { type Line, lineOf, parts, textLines } from './text-lines.ts'

/** An instance of shift minimisation: tasks at fixed times, and workers who are qualified for some of them. Both are numbered from 0 in the order of the file. */
export interface SmptspInstance {
  readonly tasks: readonly SmptspTask[]
  /** By worker: the tasks for which they are qualified, ascending, each once. */
  readonly qualifications: readonly (readonly number[])[]
}

/** In minutes from the midnight before the first task. */
export interface SmptspTask {
  readonly start: number
  /** Above the start. */
  readonly end: number
}

// What a schedule takes; docs/limits.md.
const MOST_TASKS = 20_000
const MOST_WORKERS = 5_000
const MOST_MINUTES = 400 * 1_440

/** Reads an instance file. Throws `FormatError`, naming the line, for whatever is not in the format or names what there is not. */
export function readSmptspInstance(text: string): SmptspInstance {
  const lines = textLines(text).filter(({ line }) => !line.startsWith('#'))
  let at = 0
  const next = (wanted: string): { readonly number: number; readonly line: string } => {
    const line = lines[at]
    if (line === undefined) throw new FormatError(null, `The file ends where ${wanted} should be.`)
    at += 1
    return line
  }
  const headed = (name: string, most: number): number => {
    const { number, line } = next(`"${name} = …"`)
    const [, value] = new RegExp(`^${name}\\s*=\\s*(.*)$`).exec(line) ?? []
    if (value === undefined) throw new FormatError(number, `"${name} = …" should be here.`)
    return lineOf([value], number).whole(0, most)
  }
  if (headed('Type', MOST_TASKS) !== 1) throw new FormatError(lines[0]!.number, 'Only files of type 1 hold tasks at fixed times.')
  const taskCount = headed('Jobs', MOST_TASKS)
  if (taskCount === 0) throw new FormatError(lines[at - 1]!.number, 'There is no task.')
  const tasks = Array.from({ length: taskCount }, (_, task) => readTask(lineOfNumbers(next(`task ${task}`))))
  const workerCount = headed('Qualifications', MOST_WORKERS)
  if (workerCount === 0) throw new FormatError(lines[at - 1]!.number, 'There is no worker.')
  const qualifications = Array.from({ length: workerCount }, (_, worker) => readWorker(next(`worker ${worker}`), taskCount))
  const beyond = lines[at]
  if (beyond !== undefined) throw new FormatError(beyond.number, `There is more than the ${workerCount} workers that are announced.`)
  return { tasks, qualifications }
}

function lineOfNumbers({ number, line }: { readonly number: number; readonly line: string }): Line {
  return lineOf(parts(line, /\s+/), number)
}

function readTask(line: Line): SmptspTask {
  line.hasAtMost(2)
  const [start, end] = [line.whole(0, MOST_MINUTES), line.whole(1, MOST_MINUTES)]
  if (end <= start) throw line.wrong('The task ends before it begins.')
  return { start, end }
}

function readWorker({ number, line }: { readonly number: number; readonly line: string }, taskCount: number): readonly number[] {
  const [counted, listed, ...more] = line.split(':')
  if (listed === undefined || more.length > 0) throw new FormatError(number, 'A worker is written as "2: 0 7", how many tasks and which.')
  const count = lineOf([counted!.trim()], number).whole(0, taskCount)
  const tasks = lineOf(parts(listed, /\s+/), number)
  if (tasks.fields.length !== count) throw tasks.wrong(`There are ${tasks.fields.length} tasks and not the ${count} that are announced.`)
  const numbers = tasks.fields.map((_, at) => tasks.whole(at, taskCount - 1))
  if (new Set(numbers).size < count) throw tasks.wrong('A task is there twice.')
  return numbers.sort((a, b) => a - b)
}
