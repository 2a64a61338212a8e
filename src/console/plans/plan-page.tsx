import { useTitle } from '../frame/use-title.ts'
import { hrefOf } from '../frame/router.ts'
import { may, useSession } from '../gateway/session.ts'
import { FailureNotice, Notices } from '../parts/notices.tsx'
import { momentText } from '../parts/words.ts'
import { DaysCard } from './days-card.tsx'
import { PeopleCard } from './people-card.tsx'
import { PublishCard } from './publish-card.tsx'
import { RosterCard } from './roster-card.tsx'
import { ShiftsCard } from './shifts-card.tsx'
import { type LivePlan, usePlan } from './use-plan.ts'
import './plans.css'

/** One plan: its people and shifts, who works them, and what is published. */
export function PlanPage({ planId }: { readonly planId: string }) {
  const plan = usePlan(planId)
  const name = plan.kept?.answer.name ?? 'Plan'
  useTitle(name)
  const mayWrite = may(useSession(), 'gateway:write')
  if (plan.kept === null) return plan.failure === null ? <p class="quiet">Loading …</p> : <FailureNotice failure={plan.failure} />
  return (
    <section class="page">
      <div class="page-head">
        <h1>{name}</h1>
        <a href={hrefOf(['plans'])}>All plans</a>
      </div>
      <p class="quiet" role="status">
        {plan.isSaved ? `Saved as version ${plan.kept.answer.version}` : 'Saving …'}
      </p>
      <FailureNotice failure={plan.failure} />
      {mayWrite && (
        <>
          <PeopleCard plan={plan} />
          <ShiftsCard plan={plan} />
          <DaysCard plan={plan} />
        </>
      )}
      <RosterCard planId={planId} plan={plan} mayWrite={mayWrite} />
      <PublishCard planId={planId} plan={plan} mayWrite={mayWrite} />
      <ConflictNotice plan={plan} />
    </section>
  )
}

/** That somebody else saved meanwhile. Nothing is lost: both changes are put together, or what the other one saved is taken. */
function ConflictNotice({ plan: { conflict, resolve } }: { readonly plan: LivePlan }) {
  if (conflict === null) return <Notices>{null}</Notices>
  const { version, both, merged, theirs } = conflict
  return (
    <Notices>
      <div class="notice notice-warn">
        <p>
          {version.author} saved version {version.version} on {momentText(version.createdAt)}, while you were changing the plan.
          {both.length > 0 && ` Both of you changed: ${both.join(', ')}. There your change is kept.`}
        </p>
        <div class="row">
          <button type="button" class="main" onClick={() => resolve(merged)}>
            Keep both changes
          </button>
          <button type="button" onClick={() => resolve(theirs)}>
            Leave out mine
          </button>
        </div>
      </div>
    </Notices>
  )
}
