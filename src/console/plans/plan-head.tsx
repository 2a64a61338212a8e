import { hrefOf } from '../frame/router.ts'
import { Badge } from '../parts/badge.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Field } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useKeptState } from '../parts/kept-state.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { useAction } from '../parts/use-action.ts'
import type { LivePlan } from './use-plan.ts'
import { t } from '../texts/texts.ts'

interface HeadProps {
  readonly planId: string
  readonly plan: LivePlan
  readonly mayWrite: boolean
}

/** What the plan is called, whether it is put away, and the ways to change both. */
export function PlanHead({ planId, plan, mayWrite }: HeadProps) {
  const { name, archivedAt } = plan.kept!.answer
  const [dialog, setDialog] = useKeptState<'rename' | 'archive'>(`plan ${planId}`, (open) => open === 'rename')
  const restore = useAction(() => plan.change({ archived: false }))
  const close = (): void => setDialog(null)
  return (
    <>
      <div class="page-head">
        <h1>{name}</h1>
        {archivedAt !== null && <Badge tone="warn">{t('plan.archivedBadge')}</Badge>}
        {mayWrite && (
          <div class="row plan-actions">
            <button type="button" class="plain" onClick={() => setDialog('rename')}>
              {t('plan.rename')}
            </button>
            {archivedAt === null ? (
              <button type="button" class="plain" onClick={() => setDialog('archive')}>
                {t('plan.archive')}
              </button>
            ) : (
              <button type="button" class="plain" disabled={restore.isBusy} onClick={() => restore.run()}>
                {t('plan.restore')}
              </button>
            )}
          </div>
        )}
        <a href={hrefOf(['plans'])}>{t('plan.allPlans')}</a>
      </div>
      <FailureNotice failure={restore.failure} />
      {dialog === 'rename' && <Rename planId={planId} plan={plan} onClose={close} />}
      {dialog === 'archive' && <Archive plan={plan} onClose={close} />}
    </>
  )
}

function Rename({ planId, plan, onClose }: Pick<HeadProps, 'planId' | 'plan'> & { readonly onClose: () => void }) {
  const rename = async (form: FormData): Promise<void> => {
    await plan.change({ name: readText(form, 'name') })
    onClose()
  }
  return (
    <FormDialog name={`rename plan ${planId}`} title={t('plan.renameTitle')} action={t('plan.rename')} onSend={rename} onClose={onClose}>
      <Field label={t('plan.newName')} name="name" required defaultValue={plan.kept!.answer.name} />
    </FormDialog>
  )
}

function Archive({ plan, onClose }: { readonly plan: LivePlan; readonly onClose: () => void }) {
  const archive = async (): Promise<void> => {
    await plan.change({ archived: true })
    onClose()
  }
  return (
    <Confirm title={t('plan.archiveTitle')} action={t('plan.archive')} leave={t('plan.keepInList')} onConfirm={archive} onClose={onClose}>
      <p>{t('plan.archiveText')}</p>
      {plan.kept!.answer.publishedVersion !== null && <p>{t('plan.archivePublished')}</p>}
    </Confirm>
  )
}
