/** Pieces of SVG that look right in light and dark, alone or in a page. */

/** A place in a picture, in its units. */
export interface Point {
  readonly x: number
  readonly y: number
}

const STYLE = `
  svg { font: 13px system-ui, sans-serif; }
  text { fill: #1c2329; }
  .soft { fill: #53606b; }
  .line { stroke: #b8c2ca; fill: none; }
  .score { stroke: #12598a; stroke-width: 2.5; fill: none; }
  .bound { stroke: #a15c00; stroke-width: 2.5; stroke-dasharray: 6 4; fill: none; }
  .node { fill: #12598a; }
  .early { fill: #cfe8d5; } .late { fill: #fbe3bd; } .night { fill: #c9cdf2; } .other { fill: #d9e6ee; }
  .edge-off { stroke: #9aa5ae; } .edge-early { stroke: #2b8a4a; } .edge-late { stroke: #c27a00; } .edge-night { stroke: #4b53c4; }
  .edge { stroke-width: 1.6; fill: none; }
  .cell { fill: #1c2329; text-anchor: middle; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e3e8ec; }
    .soft { fill: #a3afb9; }
    .line { stroke: #4a5660; }
    .score { stroke: #7cc0f0; } .bound { stroke: #f0bd62; } .node { fill: #7cc0f0; }
    .cell { fill: #1c2329; }
    .edge-off { stroke: #76828c; } .edge-early { stroke: #6fd39a; } .edge-late { stroke: #f0bd62; } .edge-night { stroke: #a3a9ff; }
  }
`

/** A whole picture of this size; `title` says in a sentence what is to be seen. */
export function picture(size: { readonly width: number; readonly height: number }, title: string, body: readonly string[]): string {
  const { width, height } = size
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escapeXml(title)}</title>
<style>${STYLE}</style>
${body.join('\n')}
</svg>
`
}

/** One line of text; `anchor` says which end of it is at the point. */
export function text({ x, y }: Point, words: string, options: { readonly anchor?: 'start' | 'middle' | 'end'; readonly kind?: string } = {}): string {
  const { anchor = 'start', kind } = options
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${kind === undefined ? '' : ` class="${kind}"`}>${escapeXml(words)}</text>`
}

/** A line through points. */
export function path(points: readonly Point[], kind: string): string {
  return `<path class="${kind}" d="${points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join(' ')}"/>`
}

/** A whole number or one with one digit, so that files stay small. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escapeXml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
