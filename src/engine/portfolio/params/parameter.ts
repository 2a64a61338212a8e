/** A number that steers the search, or several of one kind. */
export interface Parameter<Value extends number | readonly number[] = number | readonly number[]> {
  readonly value: Value
  /** What it counts, in the plural; `times` for a factor, `share` for a part of 1. */
  readonly unit: string
  /** Least and greatest value, of each where there are several. */
  readonly range: readonly [number, number]
  /** What it steers. */
  readonly about: string
  /** Where the measurement stands that chose it; null where none is on record. */
  readonly measured: string | null
}

/** Parameters by name. */
export type Section = Readonly<Record<string, Parameter>>

/** What a section is to those who read it. */
export type ValuesOf<S extends Section> = { readonly [Name in keyof S]: S[Name]['value'] extends readonly number[] ? readonly number[] : number }

type About = Omit<Parameter, 'value' | 'measured'> & { readonly measured?: string }

/** One number. */
export function number(value: number, about: About): Parameter<number> {
  return { measured: null, ...about, value }
}

/** Several numbers of one kind, in an order that the description tells. */
export function numbers(value: readonly number[], about: About): Parameter<readonly number[]> {
  return { measured: null, ...about, value }
}
