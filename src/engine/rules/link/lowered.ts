import type { Weights } from '../../../model/settings.ts'

/** Weights of a soft rule: each priority's moved to the next, the last two together on the last. */
export function lowered([first, second, third, fourth]: Weights): Weights {
  return [0, first, second, third + fourth]
}
