import { CONTRACT_LIMITS, type ContractLimit, type LimitName } from '../model/contract-limits.ts'
import type { SettingName } from '../model/settings.ts'
import { RANGES } from './limits.ts'
import type { Range } from './limits.ts'

/** One limit of a contract as a field of the wire. */
export interface ContractField extends Omit<ContractLimit, 'range'> {
  readonly model: LimitName
  readonly range: Range
  readonly setting: SettingName
}

/** Every limit of a contract, in the order of the contract's table. */
export const CONTRACT_FIELDS: readonly ContractField[] = CONTRACT_LIMITS.map((limit) => ({ ...limit, range: RANGES[limit.range] }))

/** Other spellings of fields of a contract that clients send. */
export const CONTRACT_SPELLINGS: ReadonlyMap<string, string> = new Map([['InKWeeks', 'inKWeeks']])

/** Pairs of wire names of which the first may not be above the second. */
export const LEAST_AND_MOST: readonly (readonly [least: string, most: string])[] = [
  ['minHoursWeek', 'maxHoursWeek'],
  ['minHoursMonth', 'maxHoursMonth'],
  ['minNhours', 'maxNhours'],
  ['minMinutesTotal', 'maxMinutesTotal'],
  ['minShiftsTotal', 'maxShiftsTotal'],
  ['minConsecutiveDays', 'maxConsecutiveDays'],
  ['minConsecutiveDaysOff', 'maxConsecutiveDaysOff'],
  ['minHoursPerShiftExcludingBreak', 'maxHoursPerShiftExcludingBreak'],
]

/** Wire names by the name of the setting or of our model: what somebody writes who has read only those. */
export const CONTRACT_SYNONYMS: ReadonlyMap<string, string> = new Map<string, string>([
  ...CONTRACT_FIELDS.filter((field) => field.wire !== field.model).map((field) => [field.model, field.wire] as const),
  ['minRestMinutes', 'hoursBetweenShift'],
  ['minRestBetweenShift', 'hoursBetweenShift'],
])
