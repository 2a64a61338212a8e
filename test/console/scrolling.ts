import { HANG_MS } from '../patience.ts'

/** Ways to scroll, as code of the page: `v` and `h` are one step down and right. At an edge it turns round. */
export const WAYS = {
  down: 'grid.scrollTop += v',
  right: 'grid.scrollLeft += h',
  both: 'grid.scrollTop += v; grid.scrollLeft += h',
  fast: 'grid.scrollTop += 4 * v; grid.scrollLeft += 4 * h',
  jumps: 'if (i % 6 === 0) { grid.scrollTop = (i * 997) % grid.scrollHeight; grid.scrollLeft = (i * 613) % grid.scrollWidth }',
} as const

export type Way = keyof typeof WAYS

/** Pixels of a step. */
export const STEP_PX = 24

/** Code of the page that scrolls one way, a step a frame, `while` so and runs `eachFrame` after each; `given` is run before, and its value in the end is `gives`. */
export function scrolling(
  way: Way,
  parts: { readonly given: string; readonly while: string; readonly eachFrame: string; readonly gives: string },
): string {
  return `(async () => {
    const grid = document.querySelector('.roster-grid')
    // A browser has stopped to draw for good on a busy machine.
    const nextFrame = () => new Promise((done, fail) => {
      const end = setTimeout(() => fail(new Error('The browser draws no frame any more.')), ${HANG_MS})
      requestAnimationFrame((now) => { clearTimeout(end); done(now) })
    })
    let v = ${STEP_PX}, h = ${STEP_PX}, i = 0
    ${parts.given}
    while (${parts.while}) {
      ${WAYS[way]}; i += 1
      if (grid.scrollTop <= 0 || grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 1) v = -v
      if (grid.scrollLeft <= 0 || grid.scrollLeft + grid.clientWidth >= grid.scrollWidth - 1) h = -h
      const now = await nextFrame()
      ${parts.eachFrame}
    }
    return ${parts.gives}
  })()`
}
