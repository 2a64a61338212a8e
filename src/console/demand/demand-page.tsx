import { useMemo, useState } from 'preact/hooks'
import { hrefOf } from '../frame/router.ts'
import { useTitle } from '../frame/use-title.ts'
import { askJson } from '../gateway/ask.ts'
import type { ScheduleDocument, SolutionDocument } from '../gateway/documents.ts'
import { NO_SOLUTION, readSolution, useToldSolution } from '../gateway/solution.ts'
import { useAnswer } from '../gateway/use-answer.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { Table } from '../parts/table.tsx'
import { dateText } from '../parts/words.ts'
import { DemandGrid } from './demand-grid.tsx'
import { clockText, demandMap, missingHours, shortTimes } from './demand-map.ts'
import { t } from '../texts/texts.ts'
import './demand.css'

const SHOWN_TIMES = 100

/** How many are wanted and how many are at work, by time of day and date; and why some are missing. */
export function DemandPage({ solverProblemId }: { readonly solverProblemId: string }) {
  useTitle(t('demand.of', { id: solverProblemId }))
  const path = `/api/v1/gateway/${encodeURIComponent(solverProblemId)}`
  const schedule = useAnswer(`schedule ${path}`, (signal) => askJson<ScheduleDocument>(`${path}/schedule`, { signal }))
  const solution = useAnswer(`solution ${path}`, async (signal) => (await readSolution(`${path}/solution`, NO_SOLUTION, signal)).document)
  const told = useToldSolution(`${path} ${solution.value !== null}`, solution.value)
  return (
    <section class="page demand">
      <nav class="crumbs" aria-label={t('page.where')}>
        <a href={hrefOf(['jobs'])}>{t('frame.jobs')}</a> <a href={hrefOf(['jobs', solverProblemId])}>{t('job.title', { id: solverProblemId })}</a>
      </nav>
      <h1>{t('demand.of', { id: solverProblemId })}</h1>
      <FailureNotice failure={schedule.failure ?? solution.failure} />
      {(schedule.value === null || told === null) && schedule.failure === null && solution.failure === null && (
        <p class="quiet">{t(solution.isAsking || schedule.isAsking ? 'page.loading' : 'curve.noRoster')}</p>
      )}
      {schedule.value !== null && told !== null && <Demand schedule={schedule.value} solution={told} />}
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
  if (spot === undefined || map.cells.size === 0) return <p>{t('demand.none')}</p>
  const missing = missingHours(map)
  return (
    <>
      {asked.length > 1 && (
        <label class="demand-spot">
          {t('demand.spot')}{' '}
          <select value={chosen} onChange={(event) => choose(Number(event.currentTarget.value))}>
            {asked.map(({ id, name }, at) => (
              <option key={id} value={at}>
                {name ?? id}
              </option>
            ))}
          </select>
        </label>
      )}
      <p>{missing === 0 ? t('demand.nobodyMissing') : t('demand.hoursMissing', { count: missing })}</p>
      <section class="card" aria-labelledby="demand-map">
        <h2 id="demand-map">{t('demand.map')}</h2>
        <Legend />
        <DemandGrid key={spot.id} map={map} label={t('demand.peopleAt', { spot: String(spot.name ?? spot.id) })} />
      </section>
      {short.length > 0 && (
        <section class="card" aria-labelledby="demand-short">
          <h2 id="demand-short">{t('demand.short')}</h2>
          <Table
            caption={t('demand.shortCaption')}
            rows={short.slice(0, SHOWN_TIMES)}
            keyOf={({ date, from }) => `${date} ${from}`}
            columns={[
              { head: t('demand.when'), kind: 'title', cell: ({ date, from, to }) => `${dateText(date)} ${clockText(from)}–${clockText(to)}` },
              { head: t('demand.atWork'), kind: 'number', cell: ({ cell }) => cell.assigned },
              { head: t('demand.least'), kind: 'number', cell: ({ cell }) => cell.min },
              { head: t('demand.why'), cell: ({ cell }) => cell.cause ?? t('demand.notLookedUp') },
            ]}
          />
          {short.length > SHOWN_TIMES && <p class="quiet">{t('demand.moreTimes', { count: short.length - SHOWN_TIMES })}</p>}
        </section>
      )}
    </>
  )
}

const LEGEND = [
  ['missing', '▼'],
  ['below', '▽'],
  ['met', ''],
  ['over', '▲'],
] as const

function Legend() {
  return (
    <ul class="demand-legend">
      {LEGEND.map(([standing, sign]) => (
        <li key={standing}>
          <span class={`demand-sample is-${standing}`} aria-hidden="true">
            {sign}
          </span>
          {t(`demand.legend.${standing}`)}
        </li>
      ))}
    </ul>
  )
}
