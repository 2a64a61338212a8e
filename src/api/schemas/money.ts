import { Type } from 'typebox'

/** Of answers that say amounts. */
export const currency = Type.Optional(Type.String({ description: 'Of the amounts, as the schedule calls it; absent where it does not.' }))

/** An amount that is absent without pay. */
export const amount = (description: string) =>
  Type.Optional(Type.Integer({ description: `${description} In minor units; absent where the schedule says nothing of money.` }))

export const costChange = amount('What the change adds to `costs.total`; below 0 it saves.')
