import { useCallback, useState } from 'preact/hooks'
import { NOBODY } from '../../model/roster.ts'
import type { Opened } from './grid-props.ts'
import { type Place, placeOf, type Told } from './matches.ts'
import type { GridRow } from './rows.ts'
import type { Tab } from './side-panel.tsx'
import type { Desk } from './use-desk.ts'

/** Where the grid is scrolled to: a row, −1 when the filters hide it, and a day, null for none. */
export interface Sight {
  readonly row: number
  readonly day: number | null
}

/** What is told beside the grid, and what is lit up in it. Where there is no room beside it, all that is told stands over it while it is open. */
export function useSight(desk: Desk, rows: readonly GridRow[]) {
  const [lit, setLit] = useState<Told | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [tab, onTab] = useState<Tab>('violations')
  const [sight, setSight] = useState<Sight | null>(null)
  const [line, setLine] = useState<string | null>(null)
  const [isAsideOpen, setAsideOpen] = useState(false)
  const onOpen = useCallback((next: Opened) => {
    setOpened(next)
    onTab('details')
    setAsideOpen(true)
  }, [])
  const onShow = (match: Told | null): void => {
    setLit(match)
    if (match !== null) setSight(sightOf(desk, rows, placeOf(desk.shown.model, match)))
  }
  /** Lists where a line of the health is, beside the grid; null = lists it no more. */
  const onLine = (text: string | null): void => {
    setLine(text)
    setLit(null)
    if (text === null) return
    onTab('violations')
    setAsideOpen(true)
  }
  const toggleAside = (): void => {
    setAsideOpen(!isAsideOpen)
    if (isAsideOpen) document.querySelector<HTMLElement>('.roster-grid [tabindex="0"]')?.focus({ preventScroll: true })
  }
  return { lit, line, opened, tab, sight, isAsideOpen, toggleAside, onTab, onOpen, onShow, onLine, isHidden: lit !== null && sight?.row === -1 }
}

/** Where in the grid a place is; row −1 when the filters hide it. */
function sightOf({ shown: { model }, copy }: Desk, rows: readonly GridRow[], { shifts, employees, day }: Place): Sight {
  const first = shifts[0]
  const shift = first === undefined ? null : model.schedule.shifts[first]!
  const employee = first === undefined ? employees[0] : copy.roster[first]
  const row = rows.findIndex(({ kind, position }) =>
    kind === 'employee'
      ? position === employee
      : shift !== null && (kind === 'folded' ? employee === NOBODY : position === shift.spotIndex && (kind === 'demand' || employee === NOBODY)),
  )
  return { row, day: shift?.day ?? day }
}
