import { mkdir, readdir, readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { runToEnd } from '../sets/program.ts'

/** What a model prints. */
export interface Told {
  readonly isFound: boolean
  readonly isProved: boolean
  /** Seconds of processor time; null = no roster. */
  readonly firstSeconds: number | null
  readonly bound?: number
}

/** What a model is asked: paths, seconds of processor time, and where the roster goes. */
export interface Question {
  readonly instance: string
  readonly seconds: number
  readonly seed: number
  readonly roster: string
}

/** Another solver with models of its own. */
export interface Peer {
  readonly name: string
  /** Whether it proves bounds at all. */
  readonly proves: boolean
  /** By the name of a set: the model of it. */
  readonly models: Readonly<Record<string, string>>
  /** What keeps it from being measured here, as a sentence; null when nothing does. `folder` is empty, and stays until the end. */
  findObstacle(folder: string): Promise<string | null>
  /** Asks a model, and ends it after `limitMs`. Throws when it does not answer. */
  ask(model: string, question: Question, limitMs: number): Promise<Told>
}

/** Building a model, downloading what it needs, and writing a roster, on a busy machine. */
export const BESIDE_SEARCH_MS = 600_000

/** CP-SAT of OR-Tools on one worker, in this Python. */
export function cpsat(python: string): Peer {
  return {
    name: 'CP-SAT',
    proves: true,
    models: { demand: 'demand_cpsat.py', nrp: 'nrp_cpsat.py' },
    async findObstacle() {
      const isThere = await succeeds(python, ['-c', 'import ortools'])
      return isThere ? null : `${python} has no ortools; \`pip install ortools\`, and name that Python by --python or TURNUS_PEERS_PYTHON.`
    },
    ask: (model, question, limitMs) => answerOf(model, python, [join(import.meta.dirname, model), ...argumentsOf(question)], limitMs),
  }
}

/** Timefold on one processor, compiled by the JDK and with the libraries of Maven that are found here. */
export function timefold(): Peer {
  const source = join(import.meta.dirname, 'timefold')
  let classpath = ''
  return {
    name: 'Timefold',
    proves: false,
    models: { nrp: 'Nrp' },
    async findObstacle(folder) {
      const libraries = join(folder, 'libraries')
      const classes = join(folder, 'classes')
      const resolved = ['-q', '-B', '-f', join(source, 'pom.xml'), 'dependency:build-classpath', `-Dmdep.outputFile=${libraries}`]
      if (!(await succeeds('mvn', resolved))) return 'There is no Timefold: it wants Maven, which downloads it.'
      const files = (await readdir(source)).filter((name) => name.endsWith('.java')).map((name) => join(source, name))
      const found = (await readFile(libraries, 'utf8')).trim()
      await mkdir(classes)
      if (!(await succeeds('javac', ['-d', classes, '-cp', found, ...files]))) return 'The model of Timefold wants a JDK of version 17 or later.'
      classpath = [classes, found].join(delimiter)
      return null
    },
    ask: (model, question, limitMs) =>
      answerOf(model, 'java', ['-XX:ActiveProcessorCount=1', '-XX:+UseSerialGC', '-cp', classpath, model, ...argumentsOf(question)], limitMs),
  }
}

function argumentsOf({ instance, seconds, seed, roster }: Question): readonly string[] {
  return [instance, String(seconds), String(seed), roster]
}

async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  const ended = await runToEnd(program, args, BESIDE_SEARCH_MS).catch(() => null)
  return ended?.code === 0
}

async function answerOf(model: string, program: string, args: readonly string[], limitMs: number): Promise<Told> {
  const { code, stdout, stderr } = await runToEnd(program, args, limitMs)
  if (code !== 0) throw new Error(`${model} ended with ${code}: ${stderr.trim()}`)
  return JSON.parse(stdout) as Told
}
