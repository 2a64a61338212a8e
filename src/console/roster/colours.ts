import type { Schedule, Shift } from '../../model/schedule.ts'
import { t } from '../texts/texts.ts'

/** The ground of a shift in the grid, and the text on it: black or white, whichever stands out more, at 4.5 : 1 or better in any case. */
export interface ChipColour {
  /** `#rrggbb`. */
  readonly ground: string
  readonly text: '#000000' | '#ffffff'
}

const BLACK = '#000000'
const WHITE = '#ffffff'

/** Twelve calm hues, far from one another for most kinds of colour blindness in the first eight (after Okabe and Ito 2008). */
const PALETTE = [
  '#a9d6f5',
  '#f5cf7f',
  '#a8dcc0',
  '#f0b49a',
  '#c9bdf0',
  '#f3b6d3',
  '#d9de8c',
  '#b9c4d0',
  '#8fd3d6',
  '#e0c3a0',
  '#c4e39b',
  '#d6b3c0',
] as const

/** The colour of every shift: that of its first tag that has one, else one of ours for its first tag, its name or its spot. */
export function coloursOf({ shifts, shiftTags }: Schedule): readonly ChipColour[] {
  const given = new Map(
    shiftTags.flatMap(({ tag, color }) => {
      const ground = color === null ? null : readColour(color)
      return ground === null ? [] : [[tag, chipColour(ground)] as const]
    }),
  )
  const hasGiven = (shift: Shift): boolean => shift.tags.some((tag) => given.has(tag))
  const made = madeColours(new Set(shifts.filter((shift) => !hasGiven(shift)).map(keyOf)))
  return shifts.map((shift) => {
    const tag = shift.tags.find((each) => given.has(each))
    if (tag !== undefined) return given.get(tag)!
    return made.get(keyOf(shift))!
  })
}

/** The same words have the same colour in most schedules; of two that would share one, one has the next that is free, while there is any. */
function madeColours(keys: ReadonlySet<string>): ReadonlyMap<string, ChipColour> {
  const taken = new Set<number>()
  return new Map(
    [...keys].sort().map((key) => {
      const wanted = hash(key) % PALETTE.length
      const free = PALETTE.findIndex((_, step) => !taken.has((wanted + step) % PALETTE.length))
      const at = (wanted + Math.max(0, free)) % PALETTE.length
      taken.add(at)
      return [key, chipColour(PALETTE[at]!)] as const
    }),
  )
}

/** What the colour of a shift stands for; the same in every language. */
function keyOf({ tags, name, spotIndex }: Shift): string {
  return tags[0] ?? name ?? `Spot ${spotIndex + 1}`
}

/** What a legend says the colour of a shift stands for. */
export function legendText({ tags, name, spotIndex }: Shift): string {
  return tags[0] ?? name ?? t('legend.spot', { number: spotIndex + 1 })
}

/** A ground with the text that can be read on it. */
export function chipColour(ground: string): ChipColour {
  // Black and white stand out equally where the luminance is √1.05 × 0.05 − 0.05: there 4.58 : 1.
  return { ground, text: luminance(ground) > 0.1791 ? BLACK : WHITE }
}

/** `#rgb` and `#rrggbb` as `#rrggbb`; null for anything else, which gets a colour of ours. */
export function readColour(text: string): string | null {
  const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? []
  if (digits === undefined) return null
  const six = digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('')
  return `#${six.toLowerCase()}`
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** FNV-1a. */
function hash(text: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum >>> 0
}
