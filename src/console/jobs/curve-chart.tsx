import { useEffect, useRef } from 'preact/hooks'
import Chart from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { durationText } from '../parts/words.ts'
import { numberText, t } from '../texts/texts.ts'

const HEIGHT = 260
/** Between two ticks of the time axis, in seconds. */
const TICKS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800]

/** Seconds, scores and bounds, drawn as steps; null = not known yet. */
export type CurveColumns = [seconds: number[], scores: number[], bounds: (number | null)[]]

/** The curve as a picture. What it shows stands beside it as a table, so it is hidden from who cannot see it. */
export function CurveChart({ columns }: { readonly columns: CurveColumns }) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart | null>(null)
  const latest = useRef(columns)
  latest.current = columns

  useEffect(() => {
    const element = place.current!
    const draw = (): void => {
      chart.current?.destroy()
      chart.current = new Chart(optionsOf(element), latest.current, element)
    }
    draw()
    const resized = new ResizeObserver(() => chart.current?.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    // Colours are read once from the styles, so another scheme is another drawing.
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', draw)
    return () => {
      scheme.removeEventListener('change', draw)
      resized.disconnect()
      chart.current?.destroy()
    }
  }, [])
  useEffect(() => chart.current?.setData(columns), [columns])

  return <div ref={place} class="curve" aria-hidden="true" />
}

function optionsOf(element: HTMLElement): Chart.Options {
  const colour = readColours(element)
  const paths = Chart.paths.stepped!({ align: 1 })
  // A line needs two points.
  const points = { show: (of: Chart) => of.data[0].length < 2 }
  const value = (_: Chart, amount: number | null): string => (amount === null ? '–' : numberText(amount))
  const axis: Chart.Axis = {
    stroke: colour('--quiet'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
  }
  return {
    width: element.clientWidth,
    height: HEIGHT,
    scales: {
      x: { time: false, range: (_, __, end) => [0, Math.max(1, end)] },
      y: { range: (_, low, high) => Chart.rangeNum(Math.min(0, low), Math.max(high, low + 1), 0.1, true) },
    },
    hooks: { setData: [showLast], setCursor: [showLast], ready: [showLast] },
    cursor: { drag: { x: true, y: false }, points: { size: 7 } },
    axes: [
      { ...axis, incrs: TICKS_S, values: (_, ticks) => ticks.map((seconds) => durationText(1000 * seconds)) },
      { ...axis, size: 62, values: (_, ticks) => ticks.map((amount) => (Number.isInteger(amount) ? numberText(amount) : '')) },
    ],
    series: [
      { label: t('curve.searched'), value: (_, seconds) => (seconds === null ? '–' : durationText(1000 * seconds)) },
      { label: t('curve.score'), stroke: colour('--curve-score'), fill: colour('--curve-fill'), width: 2, paths, points, value },
      { label: t('curve.bound'), stroke: colour('--curve-bound'), width: 2, dash: [6, 4], paths, points, value },
    ],
  }
}

/** The legend tells the last values while nobody points at others. */
function showLast(chart: Chart): void {
  if (chart.cursor.idx === null || chart.cursor.idx === undefined) chart.setLegend({ idx: chart.data[0].length - 1 }, false)
}

/** Tells what a colour of the styles is in the scheme of now; a canvas does not understand `light-dark()`. */
function readColours(element: HTMLElement): (name: string) => string {
  return (name) => {
    const probe = document.createElement('span')
    probe.style.color = `var(${name})`
    element.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
}
