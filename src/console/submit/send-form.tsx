import { useMemo, useState } from 'preact/hooks'
import { goTo } from '../frame/router.ts'
import { rememberCallback } from '../gateway/last-callback.ts'
import { CallbackField } from '../parts/callback-field.tsx'
import { announce } from '../parts/announce.tsx'
import { Field } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { useAction } from '../parts/use-action.ts'
import type { Draft } from './draft.ts'
import { IssueList } from './issue-list.tsx'
import { applyWishes, issuesOf, newKey, submitSchedule, type Wishes, wishesOf } from './submission.ts'
import { t } from '../texts/texts.ts'

/** A submission that was tried: the same once more is the same job. */
interface Tried {
  readonly wishes: Wishes
  readonly key: string
}

/** Asks for what the file may lack, submits it, and goes to the job. */
export function SendForm({ draft }: { readonly draft: Draft }) {
  const offered = useMemo(() => wishesOf(draft.document!), [draft])
  const [tried, setTried] = useState<Tried | null>(null)
  const { failure, isBusy, run } = useAction(async (wishes: Wishes) => {
    const isSame = tried?.wishes.callbackUrl === wishes.callbackUrl && tried.wishes.maxSeconds === wishes.maxSeconds
    const key = isSame ? tried.key : newKey()
    setTried({ wishes, key })
    const { solverProblemId } = await submitSchedule(applyWishes(draft.document!, wishes), key)
    rememberCallback(wishes.callbackUrl)
    announce(t('submit.submitted', { id: solverProblemId }))
    goTo(['jobs', solverProblemId])
  })
  const issues = issuesOf(failure)
  const problemOf = (pointer: string) => issues.find((issue) => issue.pointer === pointer)
  const callbackProblem = problemOf('/callbackUrl')
  const elsewhere = issues.filter(({ pointer }) => pointer !== '/callbackUrl')
  return (
    <form
      class="send-form"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        run({ callbackUrl: readText(form, 'callbackUrl').trim(), maxSeconds: Number(readText(form, 'maxSeconds')) })
      }}
    >
      <h3>{t('submit.submitIt')}</h3>
      <div class="field-row">
        <CallbackField
          given={offered.callbackUrl}
          {...(callbackProblem === undefined ? {} : { problem: `${callbackProblem.detail} ${callbackProblem.hint}` })}
        />
        <Field
          label={t('submit.longest')}
          name="maxSeconds"
          type="number"
          required
          min={1}
          defaultValue={String(offered.maxSeconds)}
          hint={t('submit.earlier')}
        />
      </div>
      {issues.length === 0 && <FailureNotice failure={failure} />}
      <IssueList title={t('submit.refused')} tone="bad" issues={draft.locate(elsewhere)} />
      <div class="row">
        <button type="submit" class="main" disabled={isBusy}>
          {t(isBusy ? 'submit.submitting' : 'submit.submit')}
        </button>
      </div>
    </form>
  )
}
