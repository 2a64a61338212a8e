import { hrefOf } from '../frame/router.ts'
import { t } from '../texts/texts.ts'

/** A job's number in a table, which leads to its page. */
export function JobLink({ id }: { readonly id: string }) {
  return (
    <a href={hrefOf(['jobs', id])} aria-label={t('job.title', { id })}>
      <span class="narrow-only">{t('jobs.job')} </span>
      {id}
    </a>
  )
}
