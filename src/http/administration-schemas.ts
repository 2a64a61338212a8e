import { type Static, type TSchema, Type } from 'typebox'
import type { Capacity as CapacityRows, Department as DepartmentRow, ShownToken, TokenEntry, UserEntry } from '../access/administration.ts'
import { ACTOR_KINDS, AUDIT_ACTIONS, type AuditEvent as AuditRow } from '../access/audit.ts'
import { LONGEST_NAME } from '../access/names.ts'
import { LONGEST_PASSWORD } from '../access/password-rules.ts'
import { DEFAULT_OVERLAP_SECONDS, MOST_EXPIRES_DAYS, MOST_OVERLAP_SECONDS, SCOPES } from '../access/tokens.ts'
import { MOST_DEPARTMENTS, ROLES } from '../access/users.ts'
import { choice, list } from '../api/schemas/values.ts'
import { NODE_ROLES } from '../model/node.ts'

const id = (description: string) => Type.Integer({ minimum: 1, description })
const idOrName = (description: string) => Type.Union([Type.Integer(), Type.String({ maxLength: LONGEST_NAME })], { description })
const moment = (description: string) => Type.String({ format: 'date-time', description })
const orNull = <Schema extends TSchema>(schema: Schema, description: string) => Type.Union([schema, Type.Null()], { description })
const name = (description: string) => Type.String({ maxLength: LONGEST_NAME, description })
const scopes = (description: string) => list(choice(SCOPES, 'One of them.'), description)
const reference = (description: string) => Type.Object({ id: id('Of the department.'), name: name('For people.') }, { description })

const tokenFields = {
  id: id('Names the token. Not its secret.'),
  name: name('For people, to tell tokens apart; `login` for one that a login made.'),
  department: reference('What the token opens.'),
  scopes: scopes('What it may do.'),
  userId: orNull(id('Of a user.'), 'Who logged in; null for a token that an administrator made.'),
  createdAt: moment('When it was made.'),
  expiresAt: moment('When it ends, or ended.'),
  lastUsedAt: orNull(moment('When.'), 'When it was last used, to the minute; null before.'),
  revokedAt: orNull(moment('When.'), 'When it was revoked; null when it was not.'),
  replaces: orNull(id('Of a token.'), 'The token that this one was made to replace; null when none.'),
}

/** Something to see, nothing that cannot be printed, and not all digits. */
const NAME = '^(?!\\s*\\d+\\s*$)(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]+$'
const E_MAIL = '^\\s*[^\\s@]+@[^\\s@]+\\s*$'

/** A token, without its secret. */
export const Token = Type.Object(tokenFields, { $id: 'Token', title: 'Token', description: 'A token, without its secret.' })

/** A token that was just made. */
export const NewTokenAnswer = Type.Object(
  { token: Type.String({ description: 'The secret, shown this once: `Authorization: Bearer …`.' }), ...tokenFields },
  { $id: 'NewTokenAnswer', title: 'NewTokenAnswer', description: 'A token that was just made.' },
)

/** What is posted to make a token. */
export const NewToken = Type.Object(
  {
    department: idOrName('Id or name: what the token is to open.'),
    scopes: Type.Optional(scopes('What it is to do; gateway:read and gateway:write when absent or empty.')),
    expiresDays: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_EXPIRES_DAYS, description: 'Days until it ends; 90 when absent.' })),
    name: Type.Optional(name('For people, to tell tokens apart.')),
  },
  { $id: 'NewToken', title: 'NewToken' },
)

/** What may be posted to rotate a token. */
export const TokenRotation = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_OVERLAP_SECONDS,
        description: `Seconds for which the old token goes on working; ${DEFAULT_OVERLAP_SECONDS} when absent.`,
      }),
    ),
  },
  { $id: 'TokenRotation', title: 'TokenRotation' },
)

/** A department of the organization. */
export const Department = Type.Object(
  { id: id('Of the department.'), name: name('Unique within the organization.'), createdAt: moment('When it was made.') },
  { $id: 'Department', title: 'Department', description: 'A department of the organization.' },
)

/** What is posted to make a department. */
export const NewDepartment = Type.Object(
  { name: Type.String({ maxLength: LONGEST_NAME, pattern: NAME, description: 'Unique within the organization; printable, and not all digits.' }) },
  { $id: 'NewDepartment', title: 'NewDepartment' },
)

const role = choice(ROLES, 'An administrator manages the organization, a planner submits and reads, a reader reads.')
const password = Type.String({ minLength: 10, maxLength: LONGEST_PASSWORD, writeOnly: true, description: 'Not one that is used often.' })
const departments = list(idOrName('Id or name.'), 'All departments that the user is a member of; an administrator acts for every one without it.', {
  maxItems: MOST_DEPARTMENTS,
})

/** A user of the organization. */
export const User = Type.Object(
  {
    id: id('Of the user.'),
    email: Type.String({ description: 'What the user logs in with; lower case.' }),
    role,
    departments: list(reference('A department.'), 'Of which the user is a member; an administrator acts for every one all the same.'),
    createdAt: moment('When the user was made.'),
    disabledAt: orNull(moment('When.'), 'Since when the user can neither log in nor use a token; null when enabled.'),
  },
  { $id: 'User', title: 'User', description: 'A user of the organization.' },
)

/** What is posted to make a user. */
export const NewUser = Type.Object(
  { email: Type.String({ maxLength: 320, pattern: E_MAIL, description: 'Unique.' }), password, role, departments: Type.Optional(departments) },
  { $id: 'NewUser', title: 'NewUser' },
)

/** What is sent to change a user. */
export const UserChange = Type.Object(
  {
    role: Type.Optional(role),
    departments: Type.Optional(departments),
    disabled: Type.Optional(Type.Boolean({ description: 'True: can neither log in nor use a token, from now on.' })),
    password: Type.Optional(password),
  },
  { minProperties: 1, $id: 'UserChange', title: 'UserChange', description: 'What is to become of a user; what is absent stays.' },
)

/** Something that the audit log tells. */
export const AuditEvent = Type.Object(
  {
    id: id('Grows from event to event.'),
    at: moment('When.'),
    action: choice(AUDIT_ACTIONS, 'What happened.'),
    actor: Type.Object(
      {
        kind: choice(ACTOR_KINDS, 'A stranger showed no valid token and no right password.'),
        tokenId: orNull(id('Of a token.'), 'Null unless a token did it.'),
        userId: orNull(id('Of a user.'), 'Who logged in, or whose login made the token; else null.'),
      },
      { description: 'Who did it.' },
    ),
    address: orNull(Type.String(), 'IP address that it came from; null for the command line.'),
    departmentId: orNull(id('Of a department.'), 'Null when it is of no one department.'),
    target: orNull(
      Type.Object({
        type: Type.String(),
        id: orNull(Type.Integer(), 'Its id, if it has one.'),
        name: orNull(Type.String(), 'Its name, if it has one.'),
      }),
      'What it was done to; null when nothing is named.',
    ),
    detail: Type.Record(Type.String(), Type.Unknown(), { description: 'More about it.' }),
  },
  { $id: 'AuditEvent', title: 'AuditEvent', description: 'Something that happened to the access of the organization.' },
)

/** What solves, and what waits for it. */
export const Capacity = Type.Object(
  {
    nodes: list(
      Type.Object(
        {
          id: Type.String({ description: 'Of the process; another after each start.' }),
          name: Type.String({ description: 'Its host and process number: `host:pid`.' }),
          roles: list(choice(NODE_ROLES, 'One of them.'), 'What it does: answers requests, searches, makes the callbacks.'),
          version: Type.String({ description: 'Of Turnus.' }),
          threads: Type.Integer({ minimum: 0, description: 'Requests that it can solve side by side; 0 when it is no solver.' }),
          state: choice(['alive', 'lost'], 'Lost: it has said nothing for 10 seconds. After 30 it is not listed any more.'),
          startedAt: moment('When it was started.'),
          seenAt: moment('When it last said that it lives.'),
        },
        { description: 'A process of Turnus. Whose requests it solves is told to nobody.' },
      ),
      'Every process that was seen in the last 30 seconds, in the order of their names; at most 1,000.',
    ),
    queues: list(
      Type.Object(
        {
          department: reference('Whose requests they are.'),
          waiting: Type.Integer({ minimum: 0, description: 'Requests that no node solves yet.' }),
          solving: Type.Integer({ minimum: 0, description: 'Requests that are solved now.' }),
          oldestAt: orNull(moment('When.'), 'When the oldest of those that wait was submitted; null when none waits.'),
        },
        { description: 'The queue of a department.' },
      ),
      'Departments of the organization that have requests waiting or being solved, the longest queue first; at most 1,000.',
    ),
  },
  { $id: 'Capacity', title: 'Capacity', description: "The processes of Turnus, and what of the organization's waits for them." },
)

/** Every schema of the administration, for openapi.json. */
export const ADMINISTRATION_SCHEMAS = [
  Token,
  NewTokenAnswer,
  NewToken,
  TokenRotation,
  Department,
  NewDepartment,
  User,
  NewUser,
  UserChange,
  AuditEvent,
  Capacity,
] as const

/** Shows a token without its secret. */
export function toToken(token: TokenEntry): Static<typeof Token> {
  return {
    id: token.id,
    name: token.name,
    department: { id: token.departmentId, name: token.departmentName },
    scopes: [...token.scopes],
    userId: token.userId,
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt.toISOString(),
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    revokedAt: token.revokedAt?.toISOString() ?? null,
    replaces: token.replaces,
  }
}

/** Shows a token with its secret, this once. */
export function toNewToken(token: ShownToken): Static<typeof NewTokenAnswer> {
  return { token: token.token, ...toToken(token) }
}

/** Shows a department. */
export function toDepartment({ id: departmentId, name: departmentName, createdAt }: DepartmentRow): Static<typeof Department> {
  return { id: departmentId, name: departmentName, createdAt: createdAt.toISOString() }
}

/** Shows a user. */
export function toUser(user: UserEntry): Static<typeof User> {
  return {
    id: user.id,
    email: user.email,
    role: user.role,
    departments: user.departments.map((department) => ({ id: department.id, name: department.name })),
    createdAt: user.createdAt.toISOString(),
    disabledAt: user.disabledAt?.toISOString() ?? null,
  }
}

/** Shows an event of the audit log. */
export function toAuditEvent(event: AuditRow): Static<typeof AuditEvent> {
  return {
    id: event.id,
    at: event.at.toISOString(),
    action: event.action,
    actor: { kind: event.actor, tokenId: event.tokenId, userId: event.userId },
    address: event.address,
    departmentId: event.departmentId,
    target: event.target,
    detail: event.detail,
  }
}

/** Shows the processes and the queues. */
export function toCapacity({ nodes, queues }: CapacityRows): Static<typeof Capacity> {
  return {
    nodes: nodes.map(({ roles, startedAt, seenAt, ...node }) => ({
      ...node,
      roles: [...roles],
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
    })),
    queues: queues.map(({ departmentId, departmentName, waiting, solving, oldestAt }) => ({
      department: { id: departmentId, name: departmentName },
      waiting,
      solving,
      oldestAt: oldestAt?.toISOString() ?? null,
    })),
  }
}
