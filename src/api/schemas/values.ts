import { Type } from 'typebox'
import type { TArray, TEnum, TInteger, TNumber, TOptional, TSchema, TSchemaOptions, TString, TUnion } from 'typebox'
import { WEEKDAYS } from '../weekdays.ts'
import type { Range } from '../limits.ts'
import { MAX_ID_TEXT, MAX_TEXT, RANGES } from '../limits.ts'

/** A whole number within a range; the description names its unit. */
export function wholeNumber(range: Range, description: string, options: TSchemaOptions = {}): TInteger {
  return Type.Integer({ minimum: range.min, maximum: range.max, description, ...options })
}

/** A number that may have a fraction, within a range. */
export function fraction(range: Range, description: string, options: TSchemaOptions = {}): TNumber {
  return Type.Number({ minimum: range.min, maximum: range.max, description, ...options })
}

/** An integer or a text that the client chose; it comes back as it was. */
export function id(description: string): TUnion<[TInteger, TString]> {
  return Type.Union(
    [wholeNumber(RANGES.id, 'A whole number …'), Type.String({ minLength: 1, maxLength: MAX_ID_TEXT, description: '… or a text.' })],
    {
      description: `${description} A whole number, or a text of at most ${MAX_ID_TEXT} characters.`,
    },
  )
}

/** A text for people or a word such as a tag. */
export function text(description: string, options: TSchemaOptions = {}): TString {
  return Type.String({ maxLength: MAX_TEXT, description, ...options })
}

/** A moment. */
export function dateTime(description: string): TString {
  return Type.String({
    description: `${description} ISO 8601 with offset or Z, or, where timeZone is named, without: local. Seconds are floored to the minute.`,
    examples: ['2026-03-02T07:00:00+01:00'],
  })
}

/** A day of the schedule’s time zone. */
export function localDate(description: string): TString {
  return Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: `${description} YYYY-MM-DD in the schedule's time zone.` })
}

/** An edge of a period: a moment, or a whole local day. */
export function edge(description: string): TString {
  return Type.String({
    description: `${description} ISO 8601 date-time with offset or Z, or without where timeZone is named, or a local date YYYY-MM-DD: as a start that day's beginning, as an end that whole day included.`,
  })
}

/** One of a set of words. */
export function choice<const Words extends readonly string[]>(words: Words, description: string, options: TSchemaOptions = {}): TEnum<[...Words]> {
  return Type.Enum<[...Words]>([...words] as [...Words], { type: 'string', description, ...options })
}

/** Some weekdays. */
export function weekdays(description: string): TOptional<TArray<TEnum<[...typeof WEEKDAYS]>>> {
  return Type.Optional(list(choice(WEEKDAYS, 'A weekday.'), description))
}

/** A list of one kind of thing. */
export function list<Item extends TSchema>(item: Item, description: string, options: TSchemaOptions = {}): TArray<Item> {
  return Type.Array(item, { description, ...options })
}

/** What the client called the request. */
export const marks = {
  name: Type.Union([Type.String(), Type.Null()], { description: 'As the submission said; null when it did not.' }),
  reference: Type.Union([Type.String(), Type.Null()], {
    description: 'The client’s own number of the request, as the submission said; null when it did not.',
  }),
  labels: Type.Record(Type.String(), Type.String(), { description: 'As the submission said; empty when it did not.' }),
  basedOn: Type.Union([Type.String(), Type.Null()], {
    description: 'The `solverProblemId` of the request that this one plans again; null of one that was submitted.',
  }),
}

/** A value, or null. */
export const nullable = <const Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const penalty = Type.Integer({ description: 'Penalty of one priority.' })
/** Four integers, first priority first. */
export const ScoreSchema = Type.Array(penalty, {
  minItems: 4,
  maxItems: 4,
  description: 'Four penalties, first priority first; lower is better, all zero is perfect. Compared lexicographically.',
})
