import { useState } from 'preact/hooks'
import { changeQuery, usePlace } from '../frame/router.ts'
import { ask, askJson } from '../gateway/ask.ts'
import type { NewToken, Token } from '../gateway/documents.ts'
import { announce } from '../parts/announce.tsx'
import { Badge, type Tone } from '../parts/badge.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Field, Select } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { Paged, useListPage } from '../parts/paged.tsx'
import { Table } from '../parts/table.tsx'
import { dayText, momentText } from '../parts/words.ts'
import { FormDialog } from './form-dialog.tsx'
import { readNewToken, TokenFields } from './token-fields.tsx'
import { ShownToken } from './shown-token.tsx'
import { mayRotate, type TokenState, tokenState } from './token-state.ts'
import { departmentOptions, useDepartments } from './use-departments.ts'

const DEFAULT_OVERLAP_HOURS = 24
const MOST_OVERLAP_HOURS = 168

type Open =
  | { readonly what: 'create' }
  | { readonly what: 'rotate' | 'revoke'; readonly token: Token }
  | { readonly what: 'show'; readonly made: NewToken }

const STATES: Readonly<Record<TokenState, Tone>> = { active: 'good', expired: 'plain', revoked: 'bad' }

/** The tokens of the organization, new ones, and the end of old ones. */
export function Tokens() {
  const department = usePlace().query.get('department') ?? ''
  const answered = useListPage<Token>('/api/v1/tokens', { department })
  const departments = useDepartments()
  const [open, setOpen] = useState<Open | null>(null)
  const close = (): void => setOpen(null)
  const show = (made: NewToken): void => {
    setOpen({ what: 'show', made })
    answered.again()
  }
  return (
    <>
      <div class="page-head">
        <h1>Tokens</h1>
        <button type="button" class="main" onClick={() => setOpen({ what: 'create' })}>
          New token
        </button>
      </div>
      <div class="filters">
        <Select
          label="Department"
          name="department"
          value={department}
          options={[{ value: '', text: 'all' }, ...departmentOptions(departments.value)]}
          onChange={(chosen) => changeQuery({ department: chosen, cursor: null })}
        />
      </div>
      <Paged answered={answered} empty={<p>No token.</p>}>
        {(tokens) => <TokenTable tokens={tokens} onOpen={setOpen} />}
      </Paged>
      {open?.what === 'create' && <CreateToken departments={departmentOptions(departments.value)} onMade={show} onClose={close} />}
      {open?.what === 'rotate' && <RotateToken token={open.token} onMade={show} onClose={close} />}
      {open?.what === 'revoke' && <RevokeToken token={open.token} onDone={answered.again} onClose={close} />}
      {open?.what === 'show' && <ShownToken made={open.made} onClose={close} />}
    </>
  )
}

function TokenTable({ tokens, onOpen }: { readonly tokens: readonly Token[]; readonly onOpen: (open: Open) => void }) {
  const now = Date.now()
  return (
    <Table
      caption="Tokens, newest first"
      rows={tokens}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Token', kind: 'title', cell: ({ id, name }) => `${id} ${name}` },
        { head: 'Department', cell: (token) => token.department.name },
        { head: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
        { head: 'State', cell: (token) => <Badge tone={STATES[tokenState(token, now)]}>{tokenState(token, now)}</Badge> },
        { head: 'Expires', cell: ({ expiresAt }) => <time title={momentText(expiresAt)}>{dayText(expiresAt)}</time> },
        {
          head: 'Last used',
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <time title={momentText(lastUsedAt)}>{dayText(lastUsedAt)}</time>),
        },
        {
          head: 'Change',
          kind: 'actions',
          cell: (token) =>
            tokenState(token, now) === 'active' && (
              <span class="row">
                {mayRotate(token, tokens) && (
                  <button type="button" aria-label={`Rotate token ${token.id}`} onClick={() => onOpen({ what: 'rotate', token })}>
                    Rotate
                  </button>
                )}
                <button type="button" class="danger" aria-label={`Revoke token ${token.id}`} onClick={() => onOpen({ what: 'revoke', token })}>
                  Revoke
                </button>
              </span>
            ),
        },
      ]}
    />
  )
}

interface MakeTokenProps {
  readonly onMade: (made: NewToken) => void
  readonly onClose: () => void
}

function CreateToken({ departments, onMade, onClose }: MakeTokenProps & { readonly departments: ReturnType<typeof departmentOptions> }) {
  const create = async (form: FormData): Promise<void> =>
    onMade(await askJson<NewToken>('/api/v1/tokens', { method: 'POST', body: readNewToken(form) }))
  return (
    <FormDialog title="New token" action="Create" onSend={create} onClose={onClose}>
      <TokenFields departments={departments} />
    </FormDialog>
  )
}

function RotateToken({ token, onMade, onClose }: MakeTokenProps & { readonly token: Token }) {
  const rotate = async (form: FormData): Promise<void> => {
    const overlapSeconds = Math.round(3600 * Number(readText(form, 'hours')))
    onMade(await askJson<NewToken>(`/api/v1/tokens/${token.id}/rotate`, { method: 'POST', body: { overlapSeconds } }))
  }
  return (
    <FormDialog title={`Rotate token ${token.id} ${token.name}`} action="Rotate" onSend={rotate} onClose={onClose}>
      <p>A new token takes its place, with the same department, scopes and length of life. The old one goes on working for a while.</p>
      <Field
        label="Hours for which the old token goes on"
        name="hours"
        type="number"
        required
        min={0}
        max={MOST_OVERLAP_HOURS}
        defaultValue={String(DEFAULT_OVERLAP_HOURS)}
      />
    </FormDialog>
  )
}

interface RevokeTokenProps {
  readonly token: Token
  readonly onDone: () => void
  readonly onClose: () => void
}

function RevokeToken({ token, onDone, onClose }: RevokeTokenProps) {
  const revoke = async (): Promise<void> => {
    await ask(`/api/v1/tokens/${token.id}`, { method: 'DELETE' })
    onClose()
    announce(`Token ${token.id} is revoked.`)
    onDone()
  }
  return (
    <Confirm title={`Revoke token ${token.id} ${token.name}?`} action="Revoke" onConfirm={revoke} onClose={onClose}>
      <p>Whoever uses it is refused at once. This cannot be taken back.</p>
    </Confirm>
  )
}
