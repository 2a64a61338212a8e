import { useCallback, useMemo, useState } from 'preact/hooks'
import { type Carry, handoversOfCarry } from './carry.ts'
import type { GridProps } from './grid-props.ts'
import { carriedCost, type Money, moneyOf, signedMoney } from './money.ts'
import { changeText, scoreDifference, shiftText, whoText } from './roster-words.ts'
import type { GridRow } from './rows.ts'
import type { Desk } from './use-desk.ts'
import type { Suit } from './suits.ts'
import { useEvaluation } from './use-evaluation.ts'
import { useSuits } from './use-suits.ts'
import { canMove, withHandovers } from './working-copy.ts'
import { t } from '../texts/texts.ts'

interface CarryParts {
  readonly desk: Desk
  readonly rows: readonly GridRow[]
  /** Of the roster as it stands; null while it is asked for. */
  readonly score: readonly number[] | null
  readonly canCarry: boolean
}

/** Above a row the pointer rests so long before it is asked what a drop would do, in milliseconds. */
const CALM_MS = 120

/** A shift that is carried, and what dropping it would do to the score. `spoken` is for screen readers. */
export function useCarry({ desk, rows, score, canCarry }: CarryParts): Pick<
  GridProps,
  'carry' | 'onCarry' | 'onDrop' | 'onGive' | 'carryFrom' | 'preview' | 'suits'
> & {
  readonly spoken: string
  readonly money: Money | null
} {
  const { shown, copy, take } = desk
  const { model } = shown
  const [carry, setCarry] = useState<Carry | null>(null)
  const [said, setSaid] = useState('')
  const candidate = useMemo(() => {
    const handovers = carry === null ? [] : handoversOfCarry(carry)
    return handovers.length === 0 ? null : withHandovers(copy.roster, handovers)
  }, [carry?.shift, carry?.to, carry?.from, carry?.onto, carry?.row === -1, copy.roster])
  const suits = useSuits({ job: shown, roster: copy.roster }, carry?.shift ?? null)
  const { evaluation, failure } = useEvaluation({
    solverProblemId: shown.entry.solverProblemId,
    model,
    roster: candidate,
    calmMs: CALM_MS,
    matchLimit: 0,
  })
  const onCarry = useCallback((next: Carry | null) => {
    setCarry(next)
    setSaid(next === null ? t('carry.putBack') : '')
  }, [])
  const onDrop = useCallback(
    (dropped: Carry) => {
      setCarry(null)
      const handovers = handoversOfCarry(dropped)
      if (handovers.length > 0) take(handovers)
      const told = handovers.map(({ shift, to }) => t('carry.nowWith', { shift: shiftText(model, shift), who: whoText(model, to) }))
      setSaid(told.length === 0 ? t('carry.putBack') : told.join('; '))
    },
    [take, model],
  )
  const carryFrom = useCallback(
    (row: number, day: number, last: number | null): Carry | null => {
      const shifts = canCarry ? (rows[row]?.cells[day] ?? []).filter((shift) => canMove(model, shift)) : []
      const shift = shifts[last === null ? 0 : shifts.indexOf(last) + 1]
      if (shift === undefined) setSaid(last === null ? t('carry.nothing') : t('carry.putBack'))
      return shift === undefined ? null : { shift, from: copy.roster[shift]!, to: copy.roster[shift]!, row, onto: null, by: 'keyboard' }
    },
    [rows, model, copy.roster, canCarry],
  )
  const preview =
    carry === null
      ? ''
      : previewText(carry, { desk, suit: suits.get(carry.to), change: differenceOf(evaluation?.score ?? null, score), hasFailed: failure !== null })
  const money = moneyOf(model, copy, carry)
  return { carry, onCarry, onDrop, onGive: take, carryFrom, preview, suits, spoken: carry === null ? said : preview, money }
}

function differenceOf(after: readonly number[] | null, before: readonly number[] | null): readonly number[] | null {
  return after === null || before === null ? null : scoreDifference(after, before)
}

interface PreviewParts {
  readonly desk: Desk
  /** Of whoever would take it; undefined while it is asked for, and where nobody would. */
  readonly suit: Suit | undefined
  /** Null while it is asked for; what it costs is known at once. */
  readonly change: readonly number[] | null
  readonly hasFailed: boolean
}

function previewText(carry: Carry, { desk: { shown, copy }, suit, change, hasFailed }: PreviewParts): string {
  const { model } = shown
  const { shift, from, to, onto } = carry
  if (handoversOfCarry(carry).length === 0) return t('carry.chooseRow', { shift: shiftText(model, shift) })
  const cost = model.schedule.pay === undefined ? '' : ` (${signedMoney(model, carriedCost(model, copy.roster, carry))})`
  const given = onto === null ? '' : `; ${t('carry.swap', { shift: shiftText(model, onto) })}`
  const head = `${whoText(model, from)} → ${whoText(model, to)}${given}${cost}`
  if (hasFailed) return t('carry.noScore', { head })
  if (change === null) return `${head} …`
  // A swap changes more than what is known of the shift alone.
  const reason = suit === undefined || onto !== null ? '' : `${suit.reason}. `
  return `${head}: ${reason}${changeText(change)}`
}
