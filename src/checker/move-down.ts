import type { Weights } from '../model/settings.ts'

/** The weights of what should hold and need not: first to second, second to third; what falls on the fourth adds up there. */
export function moveDown([first, second, third, fourth]: Weights): Weights {
  return [0, first, second, third + fourth]
}
