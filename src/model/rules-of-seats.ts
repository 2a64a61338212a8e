import type { RuleRow } from './rule-row.ts'

/** Settings of seats and of who has them: cover, fitness, presence and wishes. Part of `RULE_ROWS`. */
export const SEAT_RULE_ROWS = {
  assignShift: {
    weights: [0, 20, 0, 0],
    reach: 'inside',
    // Of cover, but for the share of weekend shifts that must be filled.
    kinds: ['cover', 'link'],
  },
  assignOptionalShift: {
    weights: [0, 0, 0, 1],
    reach: 'inside',
    kinds: ['cover'],
  },
  shiftCost: {
    weights: [0, 0, 0, 1],
    reach: 'inside',
    kinds: ['cover'],
  },
  spotSkills: {
    weights: [20, 0, 0, 0],
    reach: 'inside',
    kinds: ['fit'],
    suits: 'suits.spotSkills',
    isStrict: true,
  },
  spotTeams: {
    weights: [20, 0, 0, 0],
    reach: 'inside',
    kinds: ['fit'],
    suits: 'suits.spotTeams',
    isStrict: true,
  },
  shiftCollision: {
    weights: [20, 0, 0, 0],
    reach: 'edge',
    kinds: ['gap'],
    isStrict: true,
    asks: 'asks.shiftCollision',
  },
  oneShiftPerDay: {
    weights: [20, 0, 0, 0],
    reach: 'inside',
    kinds: ['count'],
    isStrict: true,
    asks: 'asks.oneShiftPerDay',
  },
  unavailable: {
    weights: [20, 0, 0, 0],
    reach: 'inside',
    kinds: ['fit'],
    suits: 'suits.unavailable',
    isStrict: true,
  },
  undesired: {
    weights: [0, 0, 5, 0],
    reach: 'inside',
    kinds: ['fit'],
    suits: 'suits.undesired',
    isStrict: true,
  },
  desired: {
    weights: [0, 0, 5, 0],
    reach: 'inside',
    kinds: ['wish'],
  },
  useSuggestedEmployee: {
    weights: [0, 0, 0, 2],
    reach: 'inside',
    kinds: ['fit'],
  },
  useDislikedEmployee: {
    weights: [0, 0, 5, 0],
    reach: 'inside',
    kinds: ['fit'],
    suits: 'suits.useDislikedEmployee',
    isStrict: true,
  },
  preferredSkills: {
    weights: [0, 0, 2, 0],
    reach: 'inside',
    kinds: ['fit'],
    suits: 'suits.preferredSkills',
    isStrict: true,
  },
} as const satisfies Record<string, RuleRow>
