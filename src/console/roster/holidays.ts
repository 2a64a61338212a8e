import { t } from '../texts/texts.ts'

/** Dates that somebody wrote, and what of the text is none. */
export interface ReadDates {
  /** `YYYY-MM-DD`, in order, each once. */
  readonly dates: readonly string[]
  /** Parts that cannot be read, as they were written. */
  readonly unread: readonly string[]
}

/** The first and the last date of a calendar, both `YYYY-MM-DD` and inclusive: what a date without a year is taken to be within. */
export interface DateSpan {
  readonly first: string
  readonly last: string
}

/** `2027-12-25`, `25.12.2027` and `25. 12. 27`, `25.12.` of the year that is shown, `25/12/2027` where it can be no month of that number. */
const DATES =
  /(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)|(?<germanDay>\d{1,2})\.\s*(?<germanMonth>\d{1,2})\.(?:\s*(?<germanYear>\d{4}|\d{2})(?!\d))?|(?<one>\d{1,2})\/(?<other>\d{1,2})\/(?<slashYear>\d{4})(?!\d)/g

/** Reads dates, parted by commas, semicolons or blanks. */
export function readDates(text: string, span: DateSpan): ReadDates {
  const found = [...text.matchAll(DATES)].map(({ 0: written, groups = {} }) => ({ written, dates: datesOf(groups, span) }))
  const rest = text
    .replaceAll(DATES, ',')
    .split(/[,;\s]+/)
    .filter((part) => part !== '')
  return {
    dates: [...new Set(found.flatMap(({ dates }) => dates))].toSorted(),
    unread: [...found.filter(({ dates }) => dates.length === 0).map(({ written }) => written), ...rest],
  }
}

/** What is wrong with a text of dates, in a sentence; null when nothing is. */
export function datesProblem(text: string, span: DateSpan): string | null {
  const { dates, unread } = readDates(text, span)
  const outside = dates.filter((date) => date < span.first || date > span.last)
  const said = [
    ...(unread.length === 0 ? [] : [t('filter.notUnderstood', { parts: unread.join(', ') })]),
    ...(outside.length === 0 ? [] : [t('filter.outside', { first: span.first, last: span.last, dates: outside.join(', ') })]),
  ]
  return said.length === 0 ? null : said.join(' ')
}

function datesOf(groups: Readonly<Record<string, string | undefined>>, span: DateSpan): readonly string[] {
  const { year, month, day, germanDay, germanMonth, germanYear, one, other, slashYear } = groups
  if (year !== undefined) return dateOf(year, month!, day!)
  if (slashYear !== undefined) {
    // 3/4/2027 is in March to some and in April to others.
    if (Number(one) > 12) return dateOf(slashYear, other!, one!)
    return Number(other) > 12 || one === other ? dateOf(slashYear, one!, other!) : []
  }
  if (germanYear !== undefined) return dateOf(germanYear.length === 2 ? `20${germanYear}` : germanYear, germanMonth!, germanDay!)
  const years = Array.from(
    { length: Number(span.last.slice(0, 4)) - Number(span.first.slice(0, 4)) + 1 },
    (_, at) => Number(span.first.slice(0, 4)) + at,
  )
  const all = years.flatMap((each) => dateOf(String(each), germanMonth!, germanDay!))
  const within = all.filter((date) => date >= span.first && date <= span.last)
  return within.length > 0 ? within : all.slice(0, 1)
}

/** None for a day that there is not. */
function dateOf(year: string, month: string, day: string): readonly string[] {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? [date] : []
}
