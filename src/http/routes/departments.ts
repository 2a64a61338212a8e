import { Type } from 'typebox'
import { LONGEST_NAME } from '../../access/names.ts'
import { requiredText } from '../../api/fields.ts'
import { NewDepartment, toDepartment } from '../administration-schemas.ts'
import { administrationFor } from '../caller.ts'
import { bodyOf } from '../json-body.ts'
import { linkNextPage, NEXT_PAGE, pageAnswer, pageAsked, pageQuery } from '../paging.ts'
import { readRequest } from '../read-request.ts'
import { described, problems } from '../schemas.ts'
import type { App } from '../typed-app.ts'
import type { UseCases } from '../use-cases.ts'

const DEPARTMENTS = '/api/v1/departments'
const common = { tags: ['administration'], security: [{ token: [] }] }
const config = { access: 'tokens:admin' } as const

/** Departments of the organization: list and make. */
export function addDepartmentRoutes(app: App, useCases: Pick<UseCases, 'administration'>): void {
  app.get(
    DEPARTMENTS,
    {
      config,
      schema: {
        ...common,
        operationId: 'listDepartments',
        summary: "List the organization's departments",
        description: NEXT_PAGE,
        querystring: pageQuery({}),
        response: { 200: pageAnswer('Department', 'The departments.'), ...problems(401, 403, 406, 422, 429, 503) },
      },
    },
    async (request, reply) => {
      const { rows, nextCursor } = await administrationFor(request, useCases).listDepartments(pageAsked(request.query))
      linkNextPage(request, reply, nextCursor)
      return rows.map(toDepartment)
    },
  )

  app.post(
    DEPARTMENTS,
    {
      config,
      schema: {
        ...common,
        operationId: 'createDepartment',
        summary: 'Make a department',
        body: Type.Ref('NewDepartment'),
        response: { 201: described('Department', 'The department.'), ...problems(400, 401, 403, 406, 409, 413, 415, 422, 429, 503) },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const { document } = bodyOf(request)
      const name = readRequest(document, { name: 'the department', schema: NewDepartment }, (place) => requiredText(place, 'name', LONGEST_NAME))
      return reply.status(201).send(toDepartment(await administrationFor(request, useCases).createDepartment(name)))
    },
  )
}
