import { Type } from 'typebox'
import { type Place, textOf } from '../../api/fields.ts'
import { NewPriorityNames } from '../../api/schemas/plans.ts'
import { LONGEST_PRIORITY_NAME, type PriorityKey, type PriorityNames } from '../../model/priority-names.ts'
import { bodyOf } from '../json-body.ts'
import { PLAN_COMMON, type PlanMeans, plansFor } from '../plans/save-plan.ts'
import { readRequest } from '../read-request.ts'
import { described, problems } from '../schemas.ts'
import type { App } from '../typed-app.ts'

const PRIORITIES = '/api/v1/priorities'

/** What the caller's department calls the four priorities: reading and changing it. */
export function addPriorityRoutes(app: App, means: Pick<PlanMeans, 'useCases'>): void {
  app.get(
    PRIORITIES,
    {
      config: { access: 'gateway:read' },
      schema: {
        ...PLAN_COMMON,
        operationId: 'readPriorityNames',
        summary: 'Read what the department calls the priorities',
        response: { 200: described('PriorityNames', 'The names.'), ...problems(401, 403, 404, 406, 503) },
      },
    },
    (request) => plansFor(request, means).priorities.read(),
  )

  app.put(
    PRIORITIES,
    {
      config: { access: 'gateway:write' },
      schema: {
        ...PLAN_COMMON,
        operationId: 'replacePriorityNames',
        summary: 'Change what the department calls the priorities',
        description: 'For people alone: pages show these names in the place of numbers. Weights and scores stay as they are.',
        body: Type.Ref('NewPriorityNames'),
        response: { 200: described('PriorityNames', 'The names as they are now.'), ...problems(400, 401, 403, 404, 406, 413, 415, 422, 503) },
      },
      validatorCompiler: () => () => true,
    },
    (request) => {
      const names = readRequest(bodyOf(request).document, { name: 'the names', schema: NewPriorityNames }, readNames)
      return plansFor(request, means).priorities.replace(names)
    },
  )
}

function readNames(place: Place): PriorityNames {
  const nameOf = (key: PriorityKey): string | null => {
    const name = textOf(place, key, LONGEST_PRIORITY_NAME)?.trim() ?? ''
    return name === '' ? null : name
  }
  return { first: nameOf('first'), second: nameOf('second'), third: nameOf('third'), fourth: nameOf('fourth') }
}
