import type { RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { accountLines, type GridLook, tipLines } from './grid-look.ts'
import { cellOf } from './grid-place.ts'
import { FROZEN_COLUMNS } from './layout.ts'
import type { GridRow } from './rows.ts'

/** What is told about, and where it stands on the screen. */
interface Tip {
  readonly row: number
  readonly column: number
  /** Null = of the whole cell. */
  readonly shift: number | null
  readonly below: number
  readonly above: number
  readonly left: number
}

/** How long the pointer rests before something is told, in milliseconds. */
const REST_MS = 250

/** Tells of the cell under the pointer or with the focus; of nothing while a shift is carried, while it scrolls, and after Escape. */
export function useTooltip(
  scroller: RefObject<HTMLDivElement | null>,
  isOff: boolean,
): { readonly id: string; readonly tip: Tip | null; readonly hide: () => void } {
  const id = useId()
  const [tip, setTip] = useState<Tip | null>(null)
  const hide = useMemo(() => () => setTip(null), [])
  useEffect(() => {
    const element = scroller.current!
    if (isOff) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (target: EventTarget | null): void => {
      clearTimeout(timer)
      timer = setTimeout(() => setTip(tipOf(target)), REST_MS)
    }
    const over = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse') later(event.target)
    }
    const focus = (event: FocusEvent): void => {
      if ((event.target as Element).matches(':focus-visible')) later(event.target)
    }
    const away = (): void => {
      clearTimeout(timer)
      setTip(null)
    }
    const stop = new AbortController()
    const { signal } = stop
    element.addEventListener('pointerover', over, { signal })
    element.addEventListener('pointerleave', away, { signal })
    element.addEventListener('pointerdown', away, { signal })
    element.addEventListener('focusin', focus, { signal })
    element.addEventListener('focusout', away, { signal })
    element.addEventListener('scroll', away, { signal, passive: true })
    return () => {
      stop.abort()
      away()
    }
  }, [scroller, isOff])
  return { id, tip, hide }
}

interface TooltipProps {
  readonly id: string
  readonly tip: Tip | null
  readonly rows: readonly GridRow[]
  readonly look: GridLook
}

/** The tooltip. Always there, so that what it describes finds it. */
export function Tooltip({ id, tip, rows, look }: TooltipProps) {
  const element = useRef<HTMLDivElement>(null)
  const row = tip === null ? undefined : rows[tip.row]
  const lines = tip === null || row === undefined ? [] : linesOf(look, row, tip)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null || tip === null) return
    const { offsetWidth, offsetHeight } = current
    current.style.left = `${Math.max(8, Math.min(tip.left, innerWidth - offsetWidth - 8))}px`
    current.style.top = `${tip.below + offsetHeight + 8 > innerHeight ? Math.max(8, tip.above - offsetHeight - 6) : tip.below + 6}px`
  })
  return (
    <div ref={element} id={id} role="tooltip" class="roster-tip" hidden={lines.length === 0}>
      {lines.map((line, at) => (at === 0 ? <strong key={at}>{line}</strong> : <span key={at}>{line}</span>))}
    </div>
  )
}

function linesOf(look: GridLook, row: GridRow, { column, shift }: Tip): readonly string[] {
  if (column >= FROZEN_COLUMNS) return tipLines(look, row, { day: column - FROZEN_COLUMNS, shift })
  return row.kind === 'employee' ? [row.label, ...accountLines(look.accounts[row.position]!)] : [row.label]
}

function tipOf(target: EventTarget | null): Tip | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  if (cell === null || !cell.isConnected) return null
  const chip = (target as Element).closest<HTMLElement>('[data-shift]')
  const { bottom, top, left } = (chip ?? cell).getBoundingClientRect()
  return { ...cellOf(cell)!, shift: chip === null ? null : Number(chip.dataset['shift']), below: bottom, above: top, left }
}
