import { useMemo, useState } from 'preact/hooks'
import { hrefOf } from '../frame/router.ts'
import { useTitle } from '../frame/use-title.ts'
import { askJson } from '../gateway/ask.ts'
import type { ScheduleDocument, SolutionDocument } from '../gateway/documents.ts'
import { useAnswer } from '../gateway/use-answer.ts'
import { useSolution } from '../jobs/job-result.tsx'
import { FailureNotice } from '../parts/notices.tsx'
import { Table } from '../parts/table.tsx'
import { countText } from '../parts/words.ts'
import { DemandGrid } from './demand-grid.tsx'
import { clockText, demandMap, missingHours, shortTimes } from './demand-map.ts'
import './demand.css'

const SHOWN_TIMES = 100

/** How many are wanted and how many are at work, by time of day and date; and why some are missing. */
export function DemandPage({ solverProblemId }: { readonly solverProblemId: string }) {
  useTitle(`Demand of job ${solverProblemId}`)
  const path = `/api/v1/gateway/${encodeURIComponent(solverProblemId)}`
  const schedule = useAnswer(`schedule ${path}`, (signal) => askJson<ScheduleDocument>(`${path}/schedule`, { signal }))
  const solution = useSolution(solverProblemId, true)
  const isThere = schedule.value !== null && solution.value !== null
  return (
    <section class="page demand">
      <nav class="crumbs" aria-label="Where this page is">
        <a href={hrefOf(['jobs'])}>Jobs</a> <a href={hrefOf(['jobs', solverProblemId])}>Job {solverProblemId}</a>
      </nav>
      <h1>Demand of job {solverProblemId}</h1>
      <FailureNotice failure={schedule.failure ?? solution.failure} />
      {!isThere && schedule.failure === null && solution.failure === null && (
        <p class="quiet">{solution.isAsking || schedule.isAsking ? 'Loading …' : 'There is no roster yet.'}</p>
      )}
      {isThere && <Demand schedule={schedule.value!} solution={solution.value!} />}
    </section>
  )
}

function Demand({ schedule, solution }: { readonly schedule: ScheduleDocument; readonly solution: SolutionDocument }) {
  const { demands = [], spots } = schedule
  const asked = useMemo(() => spots.filter(({ id }) => demands.some(({ spot }) => spot === id)), [spots, demands])
  const [chosen, choose] = useState(0)
  const spot = asked[chosen]
  const isOfSpot = useMemo(() => {
    const ids = new Set(demands.filter((demand) => demand.spot === spot?.id).map(({ id }) => id))
    return (id: number | string): boolean => ids.has(id)
  }, [demands, spot])
  const coverage = (solution as Partial<SolutionDocument>).coverage ?? []
  const map = useMemo(() => demandMap(coverage, isOfSpot), [coverage, isOfSpot])
  const short = useMemo(() => shortTimes(map), [map])
  if (spot === undefined || map.cells.size === 0) return <p>The schedule demands nobody by the hour.</p>
  const missing = missingHours(map)
  return (
    <>
      {asked.length > 1 && (
        <label class="demand-spot">
          Spot{' '}
          <select value={chosen} onChange={(event) => choose(Number(event.currentTarget.value))}>
            {asked.map(({ id, name }, at) => (
              <option key={id} value={at}>
                {name ?? id}
              </option>
            ))}
          </select>
        </label>
      )}
      <p>{missing === 0 ? 'Nobody is missing below the least.' : `${missing.toLocaleString('en')} hours of people are missing below the least.`}</p>
      <section class="card" aria-labelledby="demand-map">
        <h2 id="demand-map">At work, by time of day and date</h2>
        <Legend />
        <DemandGrid key={spot.id} map={map} label={`People at work at ${spot.name ?? spot.id}`} />
      </section>
      {short.length > 0 && (
        <section class="card" aria-labelledby="demand-short">
          <h2 id="demand-short">Short times</h2>
          <Table
            caption="Times at which people are missing, and why"
            rows={short.slice(0, SHOWN_TIMES)}
            keyOf={({ date, from }) => `${date} ${from}`}
            columns={[
              { head: 'When', kind: 'title', cell: ({ date, from, to }) => `${date} ${clockText(from)}–${clockText(to)}` },
              { head: 'At work', kind: 'number', cell: ({ cell }) => cell.assigned },
              { head: 'At least', kind: 'number', cell: ({ cell }) => cell.min },
              { head: 'Why', cell: ({ cell }) => cell.cause ?? 'It was not looked up.' },
            ]}
          />
          {short.length > SHOWN_TIMES && <p class="quiet">And {countText(short.length - SHOWN_TIMES, 'more time')}.</p>}
        </section>
      )}
    </>
  )
}

const LEGEND = [
  ['missing', '▼', 'below the least'],
  ['below', '▽', 'below the ideal'],
  ['met', '', 'as wanted'],
  ['over', '▲', 'above the most'],
] as const

function Legend() {
  return (
    <ul class="demand-legend">
      {LEGEND.map(([standing, sign, text]) => (
        <li key={standing}>
          <span class={`demand-sample is-${standing}`} aria-hidden="true">
            {sign}
          </span>
          {text}
        </li>
      ))}
    </ul>
  )
}
