import { put } from './issue-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

/** A pay rule, with somebody who is paid. */
const rule = (more: AnyJson) => (document: AnyJson) => {
  document.employees[0].pay = { hourly: 1500 }
  document.payRules = [{ id: 1, ...more }]
}
const NIGHT = { kind: 'surcharge', from: '22:00', to: '06:00', percent: 125 }
const WEEK = { kind: 'overtime', per: 'week', overMinutes: 2400, percent: 125 }
const AT = '/payRules/0'

/** A budget, with somebody who is paid. */
const budget = (more: AnyJson) => (document: AnyJson) => {
  document.employees[0].pay = { hourly: 1500 }
  document.budgets = [{ id: 1, per: 'week', max: 500_000, ...more }]
}
const BUDGET = '/budgets/0'

/** What can be wrong with pay. */
export const PAY_ERROR_CASES: Case[] = [
  { code: 'field-missing', pointer: '/employees/0/pay/hourly', spoil: put('/employees/0/pay', {}) },
  { code: 'not-an-integer', pointer: '/employees/0/pay/hourly', spoil: put('/employees/0/pay', { hourly: 18.5 }) },
  { code: 'out-of-range', pointer: '/employees/0/pay/hourly', spoil: put('/employees/0/pay', { hourly: -1 }) },
  { code: 'out-of-range', pointer: '/employees/0/pay/hourly', spoil: put('/employees/0/pay', { hourly: 10_000_001 }) },
  { code: 'pay-rule-unknown', pointer: '/employees/0/pay/payRules/0', spoil: put('/employees/0/pay', { hourly: 1500, payRules: [7] }) },
  { code: 'currency-unclear', pointer: '/currency', spoil: put('/currency', 'Euro') },
  { code: 'out-of-range', pointer: '/currencyUnit', spoil: put('/currencyUnit', 0) },
  { code: 'surcharge-unclear', pointer: AT, spoil: rule({ kind: 'surcharge', percent: 125 }) },
  { code: 'surcharge-cost-unclear', pointer: AT, spoil: rule({ ...NIGHT, amount: 100 }) },
  { code: 'surcharge-cost-unclear', pointer: AT, spoil: rule({ kind: 'surcharge', on: 'holiday' }) },
  { code: 'field-missing', pointer: `${AT}/to`, spoil: rule({ kind: 'surcharge', from: '22:00', percent: 125 }) },
  { code: 'time-of-day-invalid', pointer: `${AT}/from`, spoil: rule({ ...NIGHT, from: '24:00' }) },
  { code: 'choice-unknown', pointer: `${AT}/on`, spoil: rule({ kind: 'surcharge', on: 'sunday', percent: 125 }) },
  { code: 'choice-unknown', pointer: `${AT}/kind`, spoil: rule({ kind: 'bonus', amount: 1 }) },
  { code: 'out-of-range', pointer: `${AT}/percent`, spoil: rule({ ...WEEK, percent: 25 }) },
  { code: 'period-missing', pointer: `${AT}/period`, spoil: rule({ ...WEEK, per: 'period' }) },
  { code: 'field-missing', pointer: `${AT}/overMinutes`, spoil: rule({ kind: 'overtime', per: 'week', percent: 125 }) },
  { code: 'field-missing', pointer: `${AT}/amount`, spoil: rule({ kind: 'activation' }) },
  {
    code: 'id-duplicate',
    pointer: '/payRules/1/id',
    spoil: (document) => {
      rule(NIGHT)(document)
      document.payRules.push({ id: 1, ...WEEK })
    },
  },
  { code: 'field-missing', pointer: `${BUDGET}/max`, spoil: put('/budgets', [{ id: 1, per: 'week' }]) },
  { code: 'field-missing', pointer: `${BUDGET}/per`, spoil: put('/budgets', [{ id: 1, max: 500_000 }]) },
  { code: 'not-an-integer', pointer: `${BUDGET}/max`, spoil: budget({ max: 5000.5 }) },
  { code: 'out-of-range', pointer: `${BUDGET}/max`, spoil: budget({ max: -1 }) },
  { code: 'out-of-range', pointer: `${BUDGET}/weight`, spoil: budget({ weight: 0 }) },
  { code: 'out-of-range', pointer: `${BUDGET}/priority`, spoil: budget({ priority: 5 }) },
  { code: 'choice-unknown', pointer: `${BUDGET}/per`, spoil: budget({ per: 'year' }) },
  { code: 'period-missing', pointer: `${BUDGET}/period`, spoil: budget({ per: 'period' }) },
  { code: 'spot-unknown', pointer: `${BUDGET}/spots/0`, spoil: budget({ spots: [777] }) },
  {
    code: 'id-duplicate',
    pointer: '/budgets/1/id',
    spoil: (document) => {
      budget({})(document)
      document.budgets.push({ id: 1, per: 'month', max: 1 })
    },
  },
  {
    code: 'pay-too-large',
    pointer: '/payRules',
    spoil: (document) => {
      budget({ weight: 1_000_000, priority: 3 })(document)
      document.employees[0].pay = { hourly: 10_000_000 }
    },
  },
  {
    code: 'pay-too-large',
    pointer: '/payRules',
    spoil: (document) => {
      document.payRules = Array.from({ length: 200 }, (_, id) => ({ ...WEEK, id, percent: 1000 }))
      document.employees[0].pay = { hourly: 10_000_000 }
      document.settings = { ...document.settings, payCost: { fourthPriorityWeight: 20 } }
    },
  },
]

/** What is doubtful. */
export const PAY_WARNING_CASES: Case[] = [
  { code: 'pay-rules-without-pay', pointer: '/payRules', spoil: put('/payRules', [{ id: 1, ...NIGHT }]) },
  { code: 'pay-rules-without-pay', pointer: '/budgets', spoil: put('/budgets', [{ id: 1, per: 'week', max: 500_000 }]) },
  { code: 'looks-like-whole-units', pointer: '/employees/0/pay/hourly', spoil: put('/employees/0/pay', { hourly: 25 }) },
  { code: 'looks-like-whole-units', pointer: `${AT}/amount`, spoil: rule({ kind: 'surcharge', weekdays: ['SUNDAY'], amount: 5 }) },
  {
    code: 'looks-like-hundredfold',
    pointer: '/employees/0/pay/hourly',
    spoil: (document) => {
      document.currency = 'EUR'
      document.employees[0].pay = { hourly: 150_000 }
    },
  },
  { code: 'looks-like-increase', pointer: `${AT}/percent`, spoil: rule({ ...NIGHT, percent: 25 }) },
  {
    code: 'budget-below-shift',
    pointer: `${BUDGET}/max`,
    spoil: (document) => {
      budget({ max: 5000 })(document)
      document.employees[1].pay = { hourly: 1500 }
    },
  },
  { code: 'tag-unused', pointer: `${AT}/tags/0`, spoil: rule({ kind: 'surcharge', tags: ['oncall'], percent: 25 }) },
]
