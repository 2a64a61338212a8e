import { useTitle } from '../frame/use-title.ts'
import { useReach } from '../gateway/reach.ts'
import { may, type Session, useSession } from '../gateway/session.ts'
import { FailureNotice, Notices } from '../parts/notices.tsx'
import { momentText } from '../parts/words.ts'
import { t } from '../texts/texts.ts'
import { DaysCard } from './days-card.tsx'
import { savingText } from './kept-edits.ts'
import { useHealth } from './health-card.tsx'
import { PeopleCard } from './people-card.tsx'
import { mergePlans } from './plan-document.ts'
import { PlanHead } from './plan-head.tsx'
import { PublishCard } from './publish-card.tsx'
import { RosterCard } from './roster-card.tsx'
import { ShiftsCard } from './shifts-card.tsx'
import { type LivePlan, usePlan } from './use-plan.ts'
import './plans.css'

/** One plan: its people and shifts, who works them, and what is published. */
export function PlanPage({ planId }: { readonly planId: string }) {
  const session = useSession()
  return session === null ? null : <OpenPlan planId={planId} session={session} />
}

function OpenPlan({ planId, session }: { readonly planId: string; readonly session: Session }) {
  const plan = usePlan(planId, session)
  const reach = useReach()
  const judged = useHealth(plan)
  const name = plan.kept?.answer.name ?? t('plan.one')
  useTitle(name)
  const mayWrite = may(session, 'gateway:write')
  if (plan.kept === null) return plan.failure === null ? <p class="quiet">{t('page.loading')}</p> : <FailureNotice failure={plan.failure} />
  return (
    <section class="page">
      <PlanHead planId={planId} plan={plan} mayWrite={mayWrite} />
      <p class={plan.isSaved ? 'quiet' : 'plan-unsaved'} role="status">
        {savingText({
          version: plan.isSaved ? plan.kept.answer.version : null,
          isOvertaken: plan.conflict !== null,
          isRefused: plan.isRefused,
          isHeldUp: reach === 'lost' || plan.failure !== null,
          isKept: plan.isKept,
        })}
      </p>
      <FailureNotice failure={plan.failure} />
      {plan.isRefused && !plan.isSaved && (
        <div class="row">
          <button type="button" onClick={plan.saveAgain}>
            {t('saving.again')}
          </button>
        </div>
      )}
      {mayWrite && (
        <>
          <PeopleCard planId={planId} plan={plan} />
          <ShiftsCard planId={planId} plan={plan} />
          <DaysCard planId={planId} plan={plan} />
        </>
      )}
      <RosterCard planId={planId} plan={plan} judged={judged} mayWrite={mayWrite} />
      <PublishCard planId={planId} plan={plan} judged={judged} mayWrite={mayWrite} />
      <ConflictNotice plan={plan} />
    </section>
  )
}

/** That somebody else saved meanwhile. Nothing is lost: both changes are put together, or what the other one saved is taken. */
function ConflictNotice({ plan: { conflict, document, resolve } }: { readonly plan: LivePlan }) {
  if (conflict === null) return <Notices>{null}</Notices>
  const { version, base, theirs } = conflict
  const { both } = mergePlans(base, document, theirs)
  return (
    <Notices>
      <div class="notice notice-warn">
        <p>
          {t('conflict.told', { author: version.author, version: String(version.version), moment: momentText(version.createdAt) })}
          {both.length > 0 && ` ${t('conflict.both', { names: both.join(', ') })}`}
        </p>
        <div class="row">
          <button type="button" class="main" onClick={() => resolve('both')}>
            {t('conflict.keepBoth')}
          </button>
          <button type="button" onClick={() => resolve('theirs')}>
            {t('conflict.leaveMine')}
          </button>
        </div>
      </div>
    </Notices>
  )
}
