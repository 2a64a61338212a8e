import type { Entry } from '../gateway/documents.ts'
import { hrefOf } from '../frame/router.ts'
import { momentText } from '../parts/words.ts'
import { searchedText } from './progress.ts'
import { numberText, t } from '../texts/texts.ts'

/** The figures and times of a job. `now` in milliseconds since 1970. */
export function JobFacts({ entry, now }: { readonly entry: Entry; readonly now: number }) {
  const { progress } = entry
  const { name, reference, labels, basedOn } = entry
  const facts: readonly (readonly [string, string])[] = [
    ...(name === null ? [] : [[t('job.name'), name] as const]),
    ...(reference === null ? [] : [[t('job.reference'), reference] as const]),
    ...Object.entries(labels).map(([label, text]) => [t('job.label', { label }), text] as const),
    [t('job.submitted'), momentText(entry.createdAt)],
    [t('job.began'), momentText(entry.startedAt)],
    [t('job.improved'), momentText(entry.improvedAt)],
    [t('job.ended'), momentText(entry.endedAt)],
    [t('job.searched'), searchedText(entry, now)],
    [t('job.employees'), numberText(progress.employees)],
    [t('job.shifts'), numberText(progress.shifts)],
    [t('job.revisions'), numberText(progress.revision)],
    [t('job.moves'), numberText(progress.moves)],
    [t('job.attempt'), String(progress.attempt)],
  ]
  return (
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">{t('job.about')}</h2>
      <dl class="facts">
        {basedOn !== null && (
          <div>
            <dt>{t('job.basedOn')}</dt>
            <dd>
              <a href={hrefOf(['jobs', basedOn])}>{t('job.title', { id: basedOn })}</a>
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
