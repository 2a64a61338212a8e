import { ask, askJson } from '../gateway/ask.ts'
import type { User } from '../gateway/documents.ts'
import { announce } from '../parts/announce.tsx'
import { Badge } from '../parts/badge.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { FailureNotice } from '../parts/notices.tsx'
import { Paged, useListPage } from '../parts/paged.tsx'
import { Table } from '../parts/table.tsx'
import { useKeptState } from '../parts/kept-state.ts'
import { useAction } from '../parts/use-action.ts'
import { dayText, listText } from '../parts/words.ts'
import { readNewUser, readUserChange } from './read-user.ts'
import { UserFields } from './user-fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { t } from '../texts/texts.ts'

type Open = { readonly what: 'create' } | { readonly what: 'change' | 'disable'; readonly user: User }

/** The users of the organization: who they are, what they may, for which departments. */
export function Users() {
  const answered = useListPage<User>('/api/v1/users')
  const [open, setOpen] = useKeptState<Open>('users', ({ what }) => what !== 'disable')
  const close = (): void => setOpen(null)
  const done = (text: string): void => {
    close()
    announce(text)
    answered.again()
  }
  const enable = useAction(async (user: User) => {
    await ask(`/api/v1/users/${user.id}`, { method: 'PATCH', body: { disabled: false } })
    done(t('users.enabled', { email: user.email }))
  })
  return (
    <>
      <div class="page-head">
        <h1>{t('admin.users')}</h1>
        <button type="button" class="main" onClick={() => setOpen({ what: 'create' })}>
          {t('users.new')}
        </button>
      </div>
      <FailureNotice failure={enable.failure} />
      <Paged answered={answered} empty={<p>{t('users.none')}</p>}>
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
      caption={t('users.caption')}
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        { head: t('users.email'), kind: 'title', cell: ({ email }) => email },
        { head: t('users.role'), cell: ({ role }) => t(`users.role.${role}`) },
        { head: t('admin.departments'), cell: (user) => departmentsText(user) },
        { head: t('admin.state'), cell: ({ disabledAt }) => <StateBadge isEnabled={disabledAt === null} /> },
        { head: t('admin.created'), cell: ({ createdAt }) => dayText(createdAt) },
        {
          head: t('admin.change'),
          kind: 'actions',
          cell: (user) => (
            <span class="row">
              <button type="button" aria-label={t('users.changeOne', { email: user.email })} onClick={() => onOpen({ what: 'change', user })}>
                {t('admin.change')}
              </button>
              {user.disabledAt === null ? (
                <button
                  type="button"
                  class="danger"
                  aria-label={t('users.disableOne', { email: user.email })}
                  onClick={() => onOpen({ what: 'disable', user })}
                >
                  {t('users.disable')}
                </button>
              ) : (
                <button type="button" aria-label={t('users.enableOne', { email: user.email })} onClick={() => onEnable(user)}>
                  {t('users.enable')}
                </button>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

function StateBadge({ isEnabled }: { readonly isEnabled: boolean }) {
  return <Badge tone={isEnabled ? 'good' : 'bad'}>{t(isEnabled ? 'users.isEnabled' : 'users.isDisabled')}</Badge>
}

function departmentsText({ role, departments }: User): string {
  if (departments.length > 0) return listText(departments.map(({ name }) => name))
  return t(role === 'administrator' ? 'admin.all' : 'users.inNone')
}

interface UserDialogProps {
  /** Called with what was done, in a sentence. */
  readonly onDone: (text: string) => void
  readonly onClose: () => void
}

function CreateUser({ onDone, onClose }: UserDialogProps) {
  const create = async (form: FormData): Promise<void> => {
    const { email } = await askJson<User>('/api/v1/users', { method: 'POST', body: readNewUser(form) })
    onDone(t('users.created', { email }))
  }
  return (
    <FormDialog name="new user" title={t('users.new')} action={t('admin.create')} onSend={create} onClose={onClose}>
      <UserFields user={null} />
    </FormDialog>
  )
}

function ChangeUser({ user, onDone, onClose }: UserDialogProps & { readonly user: User }) {
  const change = async (form: FormData): Promise<void> => {
    await ask(`/api/v1/users/${user.id}`, { method: 'PATCH', body: readUserChange(form, user) })
    onDone(t('users.changed', { email: user.email }))
  }
  return (
    <FormDialog
      name={`user ${user.id}`}
      title={t('users.changeOne', { email: user.email })}
      action={t('admin.save')}
      onSend={change}
      onClose={onClose}
    >
      <UserFields user={user} />
    </FormDialog>
  )
}

function DisableUser({ user, onDone, onClose }: UserDialogProps & { readonly user: User }) {
  const disable = async (): Promise<void> => {
    await ask(`/api/v1/users/${user.id}`, { method: 'PATCH', body: { disabled: true } })
    onDone(t('users.disabled', { email: user.email }))
  }
  return (
    <Confirm title={t('users.disableTitle', { email: user.email })} action={t('users.disable')} onConfirm={disable} onClose={onClose}>
      <p>{t('users.disableText')}</p>
    </Confirm>
  )
}
