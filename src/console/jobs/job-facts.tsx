import type { Entry } from '../gateway/documents.ts'
import { hrefOf } from '../frame/router.ts'
import { momentText } from '../parts/words.ts'
import { searchedText } from './progress.ts'

/** The figures and times of a job. `now` in milliseconds since 1970. */
export function JobFacts({ entry, now }: { readonly entry: Entry; readonly now: number }) {
  const { progress } = entry
  const { name, reference, labels, basedOn } = entry
  const facts: readonly (readonly [string, string])[] = [
    ...(name === null ? [] : [['Name', name] as const]),
    ...(reference === null ? [] : [['Reference', reference] as const]),
    ...Object.entries(labels).map(([label, text]) => [`Label ${label}`, text] as const),
    ['Submitted', momentText(entry.createdAt)],
    ['Search began', momentText(entry.startedAt)],
    ['Last improved', momentText(entry.improvedAt)],
    ['Ended', momentText(entry.endedAt)],
    ['Searched', searchedText(entry, now)],
    ['Employees', progress.employees.toLocaleString('en')],
    ['Shifts', progress.shifts.toLocaleString('en')],
    ['Better rosters and bounds', progress.revision.toLocaleString('en')],
    ['Moves evaluated', progress.moves.toLocaleString('en')],
    ['Attempt', String(progress.attempt)],
  ]
  return (
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">About this job</h2>
      <dl class="facts">
        {basedOn !== null && (
          <div>
            <dt>Based on</dt>
            <dd>
              <a href={hrefOf(['jobs', basedOn])}>Job {basedOn}</a>
            </dd>
          </div>
        )}
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
