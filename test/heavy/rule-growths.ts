import {
  date,
  type Document,
  type Employee,
  type Fields,
  first,
  type Growth,
  LIST,
  owner,
  shift,
  shiftsOver,
  upTo,
  tagsOf,
} from './small-document.ts'

function ruleOf(n: number): Fields {
  return {
    kind: 'count',
    of: 'shifts',
    tags: ['early'],
    per: 'rolling',
    days: 2 + (n % 27),
    max: 1 + (n % 3),
    priority: 3,
    weight: 1 + (n % 100_000),
  }
}

function restOf(n: number): Fields {
  const terms = { weight: 1 + n, priority: 4 }
  const forms: Fields[] = [
    { kind: 'rest', after: ['early'], minMinutes: 1440 + n },
    { kind: 'rest', afterRun: { tags: ['early'], min: 1 + (n % 5) }, minMinutes: 2880 + n },
    { kind: 'rest', inMinutes: 20_000 + n, minMinutes: 2160 },
    { kind: 'span', maxMinutes: 100 + (n % 300), maxGapMinutes: 60 },
    { kind: 'count', of: 'minutes', per: 'rolling', hours: 24 + (n % 1000), max: 2400 },
  ]
  return { ...forms[n % forms.length], ...terms }
}

/** Shifts of the first employee, early and late ones. */
function fixFor(document: Document, count: number): void {
  const had = document.shifts.length
  shiftsOver(document, count)
  for (const [n, one] of document.shifts.slice(had).entries())
    Object.assign(one, { employee: 1, fixed: true, tags: [n % 3 === 0 ? 'early' : 'late'] })
}

const WHERE = { E: { tags: ['early'] }, L: { tags: ['late'] }, o: { off: true } }
const WHEN = { kind: 'count', of: 'days', per: 'rolling', days: 7, min: 1 }

/** Rules and quotas of contracts, and the tags that they name. */
export const RULE_GROWTHS: readonly Growth[] = [
  {
    name: 'rules of a contract',
    limit: LIST,
    grow: (document, size) => {
      owner(document, 0).contract.rules.push(...upTo(size).map(ruleOf))
    },
  },
  {
    name: 'rules by month and by day',
    limit: LIST,
    grow: (document, size) => {
      owner(document, 1).contract.rules.push(
        ...upTo(size).map((n) => ({
          kind: 'count',
          of: ['minutes', 'days', 'weekends'][n % 3],
          per: ['day', 'week', 'month', 'horizon'][n % 4],
          max: n,
          weight: 1 + n,
          priority: 3,
        })),
      )
    },
  },
  {
    name: 'rules that each day breaks',
    limit: LIST,
    grow: (document, size) => {
      for (const one of document.shifts) Object.assign(one, { employee: 2, fixed: true })
      for (let day = -200; day < 200; day += 1)
        document.shifts.push(shift(document.shifts.length, day, day < 0 ? { employee: 2, historic: true } : { employee: 2, fixed: true }))
      owner(document, 1).contract.rules.push(
        ...upTo(size).map((n) => ({ kind: 'count', of: 'shifts', per: 'rolling', days: 1 + (n % 27), max: 0, weight: 1 + n, priority: 4 })),
      )
      owner(document, 1).contract.quotas.push(...upTo(size / 20).map((n) => ({ tag: 'early', max: 0, per: ['week', 'month'][n % 2] })))
    },
  },
  {
    name: 'rules with a cap',
    limit: LIST,
    grow: (document, size) => {
      const capped = upTo(size).map((n) => ({ ...ruleOf(n), cap: 1 + (n % 3) }))
      owner(document, 2).contract.rules.push(...capped)
      owner(document, 3).contract.quotas.push(...upTo(size / 20).map((n) => ({ tag: 'early', max: n, per: 'week', cap: 1 })))
    },
  },
  {
    name: 'rules that count different things',
    limit: LIST,
    grow: (document, size) => {
      owner(document, 5).contract.rules.push(
        ...upTo(size).map((n) => ({ ...ruleOf(n), of: ['kinds', 'spots', 'points'][n % 3], tags: ['early', 'late'], cap: 1 + (n % 3) })),
      )
    },
  },
  {
    name: 'conditional rules',
    limit: LIST,
    grow: (document, size) => {
      owner(document, 2).contract.rules.push(...upTo(size).map((n) => ({ ...ruleOf(n), when: { ...WHEN, days: 1 + (n % 27), min: 1 + (n % 3) } })))
    },
  },
  {
    name: 'conditional rules of everybody',
    limit: LIST,
    grow: (document, size) => {
      for (const one of document.employees as Employee[])
        one.contract.rules.push(
          ...upTo(size / document.employees.length).map((n) => ({ ...ruleOf(n), when: { ...WHEN, days: 1 + (n % 27), min: 1 + (n % 3) } })),
        )
    },
  },
  {
    name: 'run rules',
    limit: LIST,
    grow: (document, size) => {
      owner(document, 3).contract.rules.push(
        ...upTo(size).map((n) => ({
          kind: 'run',
          of: ['days', 'daysOff', 'weekends'][n % 3],
          tags: [['early', 'late'][n % 2]],
          min: 1 + (n % 3),
          max: 4 + (n % 7),
          weight: 1 + n,
          priority: 3,
        })),
      )
    },
  },
  {
    name: 'succession rules',
    limit: LIST,
    grow: (document, size) => {
      owner(document, 4).contract.rules.push(
        ...upTo(size).map((n) => ({ kind: 'succession', after: ['late'], forbidden: ['early'], withinMinutes: 660 + n, weight: 1 + n, priority: 3 })),
      )
    },
  },
  {
    name: 'rules of what must follow',
    limit: LIST,
    grow: (document, size) => {
      owner(document, 4).contract.rules.push(
        ...upTo(size).map((n) => ({
          kind: 'succession',
          after: ['late'],
          required: ['early'],
          ...(n % 2 === 0 ? { nextDay: true } : { withinMinutes: 660 + n }),
          weight: 1 + n,
          priority: 3,
        })),
      )
    },
  },
  {
    name: 'conditional succession rules',
    limit: LIST,
    grow: (document, size) => {
      owner(document, 5).contract.rules.push(
        ...upTo(size).map((n) => ({
          kind: 'succession',
          after: ['late'],
          forbidden: ['early'],
          nextDay: true,
          weight: 1 + n,
          priority: 3,
          when: { ...WHEN, days: 1 + (n % 20) },
        })),
      )
    },
  },
  {
    name: 'fixed shifts of one employee that follow on one another',
    limit: 50_000,
    isProduct: true,
    grow: (document, size) => {
      fixFor(document, size)
      first(document).contract.rules.push(
        { kind: 'succession', after: ['late'], forbidden: ['early'], nextDay: true, priority: 3 },
        { kind: 'succession', after: ['late'], forbidden: ['early'], withinMinutes: 10_000, priority: 3, when: { ...WHEN, days: 3 } },
      )
    },
  },
  {
    name: 'fixed shifts of one employee on which some must follow',
    limit: 50_000,
    grow: (document, size) => {
      fixFor(document, size)
      first(document).contract.rules.push(
        { kind: 'succession', after: ['late'], required: ['early'], nextDay: true, priority: 3 },
        { kind: 'succession', after: ['late'], required: ['missing'], withinMinutes: 10_000, priority: 3 },
      )
    },
  },
  {
    name: 'pattern rules',
    limit: LIST,
    grow: (document, size) => {
      owner(document, 4).contract.rules.push(
        ...upTo(size).map((n) => ({ kind: 'pattern', pattern: 'E L{1,2} o', where: WHERE, weight: 1 + n, priority: 3 })),
      )
    },
  },
  {
    name: 'different pattern rules',
    limit: LIST,
    grow: (document, size) => {
      owner(document, 5).contract.rules.push(
        ...upTo(size).map((n) => ({
          kind: 'pattern',
          pattern: `E .{0,${1 + (n % 3)}} o{${1 + (n % 7)}} E`,
          where: { ...WHERE, x: { tags: [`tag ${n}`] } },
          priority: 3,
        })),
      )
    },
  },
  {
    name: 'large patterns of everybody',
    limit: LIST,
    grow: (document, size) => {
      for (const [e, one] of (document.employees as Employee[]).entries())
        one.contract.rules.push(
          ...upTo(size / document.employees.length).map((n) => ({
            kind: 'pattern',
            pattern: `E{${1 + ((n + e) % 60)}} o`,
            where: WHERE,
            starts: ['FRIDAY'],
            per: 'week',
            priority: 3,
          })),
        )
    },
  },
  {
    name: 'patterns that take long to make',
    limit: LIST,
    grow: (document, size) => {
      owner(document, 6).contract.rules.push(
        ...upTo(size).map((n) => ({
          kind: 'pattern',
          pattern: 'E .{3} x',
          where: { ...WHERE, x: { tags: [`tag ${n}`] } },
          priority: 3,
        })),
      )
    },
  },
  {
    name: 'names of a pattern',
    limit: LIST,
    grow: (document, size) => {
      const names = Object.fromEntries(upTo(size).map((n) => [`n${n}`, { tags: [`tag ${n}`] }]))
      owner(document, 7).contract.rules.push({ kind: 'pattern', pattern: 'E L', where: { ...names, ...WHERE }, priority: 3 })
    },
  },
  {
    name: 'rules about rests',
    limit: LIST,
    grow: (document, size) => {
      owner(document, 2).contract.rules.push(...upTo(size).map(restOf))
    },
  },
  {
    name: 'rests that each day breaks',
    limit: LIST,
    grow: (document, size) => {
      for (const one of document.shifts) Object.assign(one, { employee: 3, fixed: true })
      for (let day = -200; day < 200; day += 1)
        document.shifts.push(shift(document.shifts.length, day, day < 0 ? { employee: 3, historic: true } : { employee: 3, fixed: true }))
      owner(document, 2).contract.rules.push(...upTo(size).map(restOf))
    },
  },
  {
    name: 'tags of a rule',
    limit: LIST,
    grow: (document, size) => {
      const tags = upTo(size).map((n) => `tag ${n}`)
      document.shifts.forEach((one, n) => tagsOf(one).push(`tag ${n}`))
      const rules = first(document).contract.rules
      rules.push({ kind: 'count', of: 'shifts', tags, per: 'week', max: 2, priority: 3, when: { ...WHEN, tags } })
      rules.push(
        { kind: 'run', of: 'days', tags, max: 2, priority: 3 },
        { kind: 'succession', after: tags, forbidden: tags, nextDay: true, priority: 3 },
      )
    },
  },
  {
    name: 'dates of a rule that everybody has',
    limit: LIST,
    grow: (document, size) => {
      const rule = { kind: 'count', of: 'shifts', per: 'week', max: 2, priority: 3, dates: upTo(size).map((n) => date(n % 20_000)) }
      for (const one of document.employees as Employee[]) one.contract.rules.push(rule, { ...rule, kind: 'run', of: 'days' })
    },
  },
  {
    name: 'rules that each count on another day',
    limit: LIST,
    grow: (document, size) => {
      owner(document, 6).contract.rules.push(
        ...upTo(size).map((n) => ({ ...ruleOf(n), weekdays: ['SUNDAY'], dates: [date(n % 28), date(n % 1000)] })),
      )
    },
  },
  {
    name: 'rules with many tags',
    limit: 1000,
    grow: (document, size) => {
      const tags = upTo(1000).map((n) => `tag ${n}`)
      document.shifts.forEach((one, n) => tagsOf(one).push(`tag ${n}`, `tag ${n + 300}`))
      owner(document, 7).contract.rules.push(...upTo(size).map((n) => ({ ...ruleOf(n), tags: [...tags.slice(n), ...tags.slice(0, n)] })))
    },
  },
  {
    name: 'rules that each count another tag',
    limit: LIST,
    grow: (document, size) => {
      for (let n = 0; n < size; n += 1) tagsOf(document.shifts[n % document.shifts.length]!).push(`own ${n}`)
      owner(document, 6).contract.rules.push(...upTo(size).map((n) => ({ ...ruleOf(n), tags: [`own ${n}`] })))
    },
  },
  {
    name: 'quotas',
    limit: LIST,
    grow: (document, size) => {
      document.shiftTags.push({ id: 1, tag: 'early', category: 'daytime', active: true }, { id: 2, tag: 'late', category: 'daytime', active: true })
      first(document).contract.quotas.push(
        ...upTo(size).map((n) => ({
          ...(n % 2 === 0 ? { category: 'daytime' } : { tag: 'late' }),
          max: n,
          per: ['week', 'month', 'horizon'][n % 3],
        })),
      )
    },
  },
  {
    name: 'tags that are listed',
    limit: LIST,
    grow: (document, size) => {
      document.shiftTags.push(...upTo(size).map((n) => ({ id: 100 + n, tag: `tag ${n}`, category: `category ${n % 100}`, active: true })))
      document.shifts.forEach((one, n) => tagsOf(one).push(`tag ${n}`))
      first(document).contract.quotas.push(...upTo(100).map((n) => ({ category: `category ${n}`, max: 1, per: 'week' })))
    },
  },
]
