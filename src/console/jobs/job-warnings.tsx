import { call } from '../gateway/ask.ts'
import type { Validation } from '../gateway/documents.ts'
import { useAnswer } from '../gateway/use-answer.ts'
import { t } from '../texts/texts.ts'

/** What was doubtful in the schedule of a job; nothing when nothing was. */
export function JobWarnings({ solverProblemId }: { readonly solverProblemId: string }) {
  const { value } = useAnswer(solverProblemId, (signal) => call<Validation>('schedule.validate', { solverProblemId }, { signal }))
  if (value === null || value.warnings.length === 0) return null
  return (
    <section class="card" aria-labelledby="warnings">
      <h2 id="warnings">{t('job.warnings')}</h2>
      <ul class="issue-list">
        {value.warnings.map(({ pointer, code, detail, hint }) => (
          <li key={`${pointer} ${code}`}>
            {detail} <span class="quiet">{hint}</span> <code>{pointer}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
