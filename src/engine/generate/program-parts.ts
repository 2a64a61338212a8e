import type { CoverProgram } from './cover-program.ts'

/** A part of a program beside which the others can be solved alone. */
export interface ProgramPart {
  readonly program: CoverProgram
  /** By choice of the part: its position in the whole. */
  readonly choices: readonly number[]
}

/** Parts of a program in order of time: no choice reaches from one into another, so that what is best of each is best of all. Their costs add up to those of the whole. */
export function programParts(program: CoverProgram): ProgramPart[] {
  const { choices, points, pieces, working, away, empty } = program
  const inOrder = [...choices.keys()].sort((a, b) => choices[a]!.start - choices[b]!.start)
  const groups: number[][] = []
  let reach = -Infinity
  for (const choice of inOrder) {
    if (choices[choice]!.start >= reach) groups.push([])
    groups.at(-1)!.push(choice)
    reach = Math.max(reach, choices[choice]!.end)
  }
  if (groups.length < 2) return [{ program, choices: [...choices.keys()] }]
  const cuts = [0, ...groups.slice(1).map((own) => points.indexOf(choices[own[0]!]!.start)), pieces.length]
  return groups.map((own, at) => {
    const [from, to] = [cuts[at]!, cuts[at + 1]!]
    const slots = { pieces: pieces.slice(from, to), working: working.slice(from, to), away: away.slice(from, to) }
    const part = { ...program, ...slots, points: points.slice(from, to + 1), choices: own.map((choice) => choices[choice]!) }
    return { program: { ...part, empty: at === 0 ? empty : empty.map(() => 0) }, choices: own }
  })
}
