import { Type } from 'typebox'
import { PAY_RULE_KINDS } from '../../model/pay.ts'
import { choice, id, list } from './values.ts'

const amounts = {
  total: Type.Integer({ description: 'The sum of the others.' }),
  regular: Type.Integer({ minimum: 0, description: 'Hours at 100 percent.' }),
  overtime: Type.Integer({ minimum: 0, description: 'What overtime adds.' }),
  surcharges: Type.Integer({ description: 'What surcharges add; below 0 where they pay less.' }),
  activation: Type.Integer({ minimum: 0, description: 'What it costs that people work at all.' }),
}

const PayLine = Type.Object(
  {
    kind: choice(['regular', ...PAY_RULE_KINDS], 'Regular pay, or what a rule of this kind adds.'),
    payRule: Type.Optional(id('Of the rule; absent for regular pay.')),
    from: Type.Optional(Type.String({ description: 'Of overtime: the first known day of its window.' })),
    to: Type.Optional(Type.String({ description: 'Of overtime: the last known day of its window.' })),
    minutes: Type.Optional(Type.Integer({ minimum: 0, description: 'How many minutes it is about; absent for activation.' })),
    amount: Type.Integer({ description: 'In minor units, rounded once, half up.' }),
  },
  { description: 'A line of a payslip.' },
)

export const Costs = Type.Object(
  {
    paidMinutes: Type.Integer({ minimum: 0, description: 'Work minutes of everybody on the planned shifts, those that were made of templates too.' }),
    currency: Type.Optional(Type.String({ description: 'As the schedule called it.' })),
    total: Type.Optional(amounts.total),
    regular: Type.Optional(amounts.regular),
    overtime: Type.Optional(amounts.overtime),
    surcharges: Type.Optional(amounts.surcharges),
    activation: Type.Optional(amounts.activation),
    bound: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'Of a solution: no roster that is as good in everything else costs less, in minor units, before lines are rounded (docs/pay.md). Absent without a bound, and where it is lower on a priority before that of `payCost`.',
      }),
    ),
    byEmployee: Type.Optional(
      list(
        Type.Object({
          employeeId: id('Of the employee.'),
          paidMinutes: Type.Integer({ minimum: 0, description: 'Work minutes on planned shifts.' }),
          ...amounts,
          lines: list(PayLine, 'The payslip: its amounts add up to the total.'),
        }),
        'Everybody who is paid for something.',
      ),
    ),
    bySpot: Type.Optional(
      list(
        Type.Object({
          spotId: id('Of the spot.'),
          paidMinutes: Type.Integer({ minimum: 0, description: 'Work minutes on planned shifts.' }),
          amount: Type.Integer({ description: 'In minor units, rounded once.' }),
        }),
        'What the shifts at each spot cost, without overtime and activation, which belong to people.',
      ),
    ),
  },
  {
    description: 'What the roster costs, in minor units of the currency (docs/pay.md). Where the schedule says nothing of money only `paidMinutes`.',
  },
)
