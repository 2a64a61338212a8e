import { contract, rule } from './issue-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'

const RULE = '/employees/1/contract/rules/0'
const SUCCESSION = { kind: 'succession', after: ['early'], nextDay: true }
const HOURS = { kind: 'count', of: 'minutes', per: 'rolling', hours: 168, max: 3600 }
const RUN = { kind: 'run', of: 'days', max: 5 }

/** Errors of what rules and quotas of contracts may say besides their limits. */
export const RULE_CASES: Case[] = [
  { code: 'wrong-type', pointer: `${RULE}/name`, spoil: rule({ ...RUN, name: 7 }) },
  { code: 'wrong-type', pointer: `${RULE}/weekdays`, spoil: rule({ ...RUN, weekdays: 'MONDAY' }) },
  { code: 'choice-unknown', pointer: `${RULE}/weekdays/1`, spoil: rule({ ...RUN, weekdays: ['MONDAY', 'Tue'] }) },
  { code: 'choice-unknown', pointer: `${RULE}/edges`, spoil: rule({ ...RUN, edges: 'CLOSED' }) },
  { code: 'succession-target-unclear', pointer: RULE, spoil: rule(SUCCESSION) },
  { code: 'succession-target-unclear', pointer: RULE, spoil: rule({ ...SUCCESSION, forbidden: ['early'], required: ['early'] }) },
  { code: 'field-missing', pointer: `${RULE}/required`, spoil: rule({ ...SUCCESSION, required: [] }) },
  { code: 'out-of-range', pointer: `${RULE}/cap`, spoil: rule({ ...RUN, cap: 0 }) },
  { code: 'field-missing', pointer: `${RULE}/tags`, spoil: rule({ kind: 'count', of: 'kinds', per: 'week', max: 2 }) },
  { code: 'field-missing', pointer: `${RULE}/minMinutes`, spoil: rule({ kind: 'rest' }) },
  { code: 'rest-form-unclear', pointer: RULE, spoil: rule({ kind: 'rest', after: ['early'], inMinutes: 10_080, minMinutes: 2160 }) },
  { code: 'rest-form-unclear', pointer: RULE, spoil: rule({ kind: 'rest', after: ['early'], afterRun: { min: 2 }, minMinutes: 2520 }) },
  { code: 'out-of-range', pointer: `${RULE}/afterRun/min`, spoil: rule({ kind: 'rest', afterRun: { min: 0 }, minMinutes: 2520 }) },
  { code: 'rest-longer-than-window', pointer: `${RULE}/inMinutes`, spoil: rule({ kind: 'rest', inMinutes: 2159, minMinutes: 2160 }) },
  { code: 'rule-without-limit', pointer: RULE, spoil: rule({ kind: 'span' }) },
  { code: 'rolling-window-unclear', pointer: `${RULE}/hours`, spoil: rule({ ...HOURS, days: 7 }) },
  { code: 'hours-count-limited', pointer: `${RULE}/min`, spoil: rule({ ...HOURS, min: 1 }) },
  { code: 'hours-count-limited', pointer: `${RULE}/of`, spoil: rule({ ...HOURS, of: 'kinds', tags: ['early'] }) },
  { code: 'rule-without-limit', pointer: RULE, spoil: rule({ ...HOURS, max: null }) },
  { code: 'date-invalid', pointer: `${RULE}/dates/1`, spoil: rule({ ...RUN, dates: ['2026-03-02', '2.3.2026'] }) },
  { code: 'field-missing', pointer: `${RULE}/dates`, spoil: rule({ ...RUN, dates: [] }) },
  {
    code: 'field-missing',
    pointer: '/employees/1/contract/quotas/0/weekdays',
    spoil: contract({ quotas: [{ tag: 'early', max: 2, per: 'week', weekdays: [] }] }),
  },
]
