import { useState } from 'preact/hooks'
import { ask, askJson } from '../gateway/ask.ts'
import type { User } from '../gateway/documents.ts'
import { announce } from '../parts/announce.tsx'
import { Badge } from '../parts/badge.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { FailureNotice } from '../parts/notices.tsx'
import { Paged, useListPage } from '../parts/paged.tsx'
import { Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { dayText, listText } from '../parts/words.ts'
import { readNewUser, readUserChange, UserFields } from './user-fields.tsx'
import { FormDialog } from './form-dialog.tsx'

type Open = { readonly what: 'create' } | { readonly what: 'change' | 'disable'; readonly user: User }

/** The users of the organization: who they are, what they may, for which departments. */
export function Users() {
  const answered = useListPage<User>('/api/v1/users')
  const [open, setOpen] = useState<Open | null>(null)
  const close = (): void => setOpen(null)
  const done = (text: string): void => {
    close()
    announce(text)
    answered.again()
  }
  const enable = useAction(async (user: User) => {
    await ask(`/api/v1/users/${user.id}`, { method: 'PATCH', body: { disabled: false } })
    done(`${user.email} is enabled.`)
  })
  return (
    <>
      <div class="page-head">
        <h1>Users</h1>
        <button type="button" class="main" onClick={() => setOpen({ what: 'create' })}>
          New user
        </button>
      </div>
      <FailureNotice failure={enable.failure} />
      <Paged answered={answered} empty={<p>No user yet.</p>}>
        {(users) => <UserTable users={users} onOpen={setOpen} onEnable={enable.run} />}
      </Paged>
      {open?.what === 'create' && <CreateUser onDone={done} onClose={close} />}
      {open?.what === 'change' && <ChangeUser user={open.user} onDone={done} onClose={close} />}
      {open?.what === 'disable' && <DisableUser user={open.user} onDone={done} onClose={close} />}
    </>
  )
}

interface UserTableProps {
  readonly users: readonly User[]
  readonly onOpen: (open: Open) => void
  readonly onEnable: (user: User) => void
}

function UserTable({ users, onOpen, onEnable }: UserTableProps) {
  return (
    <Table
      caption="Users, newest first"
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        { head: 'E-mail', kind: 'title', cell: ({ email }) => email },
        { head: 'Role', cell: ({ role }) => role },
        { head: 'Departments', cell: (user) => departmentsText(user) },
        { head: 'State', cell: ({ disabledAt }) => (disabledAt === null ? <Badge tone="good">enabled</Badge> : <Badge tone="bad">disabled</Badge>) },
        { head: 'Created', cell: ({ createdAt }) => dayText(createdAt) },
        {
          head: 'Change',
          kind: 'actions',
          cell: (user) => (
            <span class="row">
              <button type="button" aria-label={`Change ${user.email}`} onClick={() => onOpen({ what: 'change', user })}>
                Change
              </button>
              {user.disabledAt === null ? (
                <button type="button" class="danger" aria-label={`Disable ${user.email}`} onClick={() => onOpen({ what: 'disable', user })}>
                  Disable
                </button>
              ) : (
                <button type="button" aria-label={`Enable ${user.email}`} onClick={() => onEnable(user)}>
                  Enable
                </button>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

function departmentsText({ role, departments }: User): string {
  if (departments.length > 0) return listText(departments.map(({ name }) => name))
  return role === 'administrator' ? 'all' : 'none: cannot sign in'
}

interface UserDialogProps {
  /** Called with what was done, in a sentence. */
  readonly onDone: (text: string) => void
  readonly onClose: () => void
}

function CreateUser({ onDone, onClose }: UserDialogProps) {
  const create = async (form: FormData): Promise<void> => {
    const { email } = await askJson<User>('/api/v1/users', { method: 'POST', body: readNewUser(form) })
    onDone(`User ${email} is created.`)
  }
  return (
    <FormDialog title="New user" action="Create" onSend={create} onClose={onClose}>
      <UserFields user={null} />
    </FormDialog>
  )
}

function ChangeUser({ user, onDone, onClose }: UserDialogProps & { readonly user: User }) {
  const change = async (form: FormData): Promise<void> => {
    await ask(`/api/v1/users/${user.id}`, { method: 'PATCH', body: readUserChange(form, user) })
    onDone(`User ${user.email} is changed.`)
  }
  return (
    <FormDialog title={`Change ${user.email}`} action="Save" onSend={change} onClose={onClose}>
      <UserFields user={user} />
    </FormDialog>
  )
}

function DisableUser({ user, onDone, onClose }: UserDialogProps & { readonly user: User }) {
  const disable = async (): Promise<void> => {
    await ask(`/api/v1/users/${user.id}`, { method: 'PATCH', body: { disabled: true } })
    onDone(`${user.email} is disabled.`)
  }
  return (
    <Confirm title={`Disable ${user.email}?`} action="Disable" onConfirm={disable} onClose={onClose}>
      <p>The user is signed out at once and cannot sign in until enabled again. Tokens that were made for programs go on.</p>
    </Confirm>
  )
}
