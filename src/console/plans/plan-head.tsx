import { useState } from 'preact/hooks'
import { hrefOf } from '../frame/router.ts'
import { Badge } from '../parts/badge.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { useAction } from '../parts/use-action.ts'
import type { LivePlan } from './use-plan.ts'

interface HeadProps {
  readonly plan: LivePlan
  readonly mayWrite: boolean
}

/** What the plan is called, whether it is put away, and the ways to change both. */
export function PlanHead({ plan, mayWrite }: HeadProps) {
  const { name, archivedAt } = plan.kept!.answer
  const [dialog, setDialog] = useState<'rename' | 'archive' | null>(null)
  const restore = useAction(() => plan.change({ archived: false }))
  const close = (): void => setDialog(null)
  return (
    <>
      <div class="page-head">
        <h1>{name}</h1>
        {archivedAt !== null && <Badge tone="warn">archived</Badge>}
        {mayWrite && (
          <div class="row plan-actions">
            <button type="button" class="plain" onClick={() => setDialog('rename')}>
              Rename
            </button>
            {archivedAt === null ? (
              <button type="button" class="plain" onClick={() => setDialog('archive')}>
                Archive
              </button>
            ) : (
              <button type="button" class="plain" disabled={restore.isBusy} onClick={() => restore.run()}>
                Take out of the archive
              </button>
            )}
          </div>
        )}
        <a href={hrefOf(['plans'])}>All plans</a>
      </div>
      <FailureNotice failure={restore.failure} />
      {dialog === 'rename' && <Rename plan={plan} onClose={close} />}
      {dialog === 'archive' && <Archive plan={plan} onClose={close} />}
    </>
  )
}

function Rename({ plan, onClose }: { readonly plan: LivePlan; readonly onClose: () => void }) {
  const { failure, isBusy, run } = useAction(async (name: string) => {
    await plan.change({ name })
    onClose()
  })
  return (
    <Dialog title="Rename the plan" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run(readText(new FormData(event.currentTarget), 'name'))
        }}
      >
        <Field label="New name" name="name" required defaultValue={plan.kept!.answer.name} />
        <FailureNotice failure={failure} />
        <div class="row dialog-foot">
          <button type="submit" class="main" disabled={isBusy}>
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function Archive({ plan, onClose }: { readonly plan: LivePlan; readonly onClose: () => void }) {
  const archive = async (): Promise<void> => {
    await plan.change({ archived: true })
    onClose()
  }
  return (
    <Confirm title="Archive the plan?" action="Archive" leave="Keep it in the list" onConfirm={archive} onClose={onClose}>
      <p>It leaves the list of plans, and can be taken out of the archive at any time.</p>
      {plan.kept!.answer.publishedVersion !== null && <p>It is published: the links of its people open nothing while it is archived.</p>}
    </Confirm>
  )
}
