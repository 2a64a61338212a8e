import { changeQuery, usePlace } from '../frame/router.ts'
import { ask, askJson } from '../gateway/ask.ts'
import type { NewToken, Token } from '../gateway/documents.ts'
import { announce } from '../parts/announce.tsx'
import { Badge, type Tone } from '../parts/badge.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Field, Select } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { useKeptState } from '../parts/kept-state.ts'
import { Paged, useListPage } from '../parts/paged.tsx'
import { Table } from '../parts/table.tsx'
import { dayText, momentText } from '../parts/words.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { readNewToken, TokenFields } from './token-fields.tsx'
import { ShownToken } from './shown-token.tsx'
import { mayRotate, type TokenState, tokenState } from './token-state.ts'
import { departmentOptions, useDepartments } from './use-departments.ts'
import { t } from '../texts/texts.ts'

const DEFAULT_OVERLAP_HOURS = 24
const MOST_OVERLAP_HOURS = 168

type Open =
  | { readonly what: 'create' }
  | { readonly what: 'rotate' | 'revoke'; readonly token: Token }
  | { readonly what: 'show'; readonly made: NewToken }

/** Dialogs with something to type; the one that shows a secret is never kept. */
function hasForm({ what }: Open): boolean {
  return what === 'create' || what === 'rotate'
}

const STATES: Readonly<Record<TokenState, Tone>> = { active: 'good', expired: 'plain', revoked: 'bad' }

/** The tokens of the organization, new ones, and the end of old ones. */
export function Tokens() {
  const department = usePlace().query.get('department') ?? ''
  const answered = useListPage<Token>('/api/v1/tokens', { department })
  const departments = useDepartments()
  const [open, setOpen] = useKeptState<Open>('tokens', hasForm)
  const close = (): void => setOpen(null)
  const show = (made: NewToken): void => {
    setOpen({ what: 'show', made })
    answered.again()
  }
  return (
    <>
      <div class="page-head">
        <h1>{t('admin.tokens')}</h1>
        <button type="button" class="main" onClick={() => setOpen({ what: 'create' })}>
          {t('tokens.new')}
        </button>
      </div>
      <div class="filters">
        <Select
          label={t('admin.department')}
          name="department"
          value={department}
          options={[{ value: '', text: t('admin.all') }, ...departmentOptions(departments.value)]}
          onChange={(chosen) => changeQuery({ department: chosen, cursor: null })}
        />
      </div>
      <Paged answered={answered} empty={<p>{t('tokens.none')}</p>}>
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
      caption={t('tokens.caption')}
      rows={tokens}
      keyOf={({ id }) => id}
      columns={[
        { head: t('tokens.one'), kind: 'title', cell: ({ id, name }) => `${id} ${name}` },
        { head: t('admin.department'), cell: (token) => token.department.name },
        { head: t('tokens.scopes'), cell: ({ scopes }) => scopes.join(', ') },
        {
          head: t('admin.state'),
          cell: (token) => <Badge tone={STATES[tokenState(token, now)]}>{t(`tokens.state.${tokenState(token, now)}`)}</Badge>,
        },
        { head: t('tokens.expires'), cell: ({ expiresAt }) => <time title={momentText(expiresAt)}>{dayText(expiresAt)}</time> },
        {
          head: t('tokens.lastUsed'),
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('tokens.never') : <time title={momentText(lastUsedAt)}>{dayText(lastUsedAt)}</time>),
        },
        {
          head: t('admin.change'),
          kind: 'actions',
          cell: (token) =>
            tokenState(token, now) === 'active' && (
              <span class="row">
                {mayRotate(token, tokens) && (
                  <button
                    type="button"
                    aria-label={t('tokens.rotateOne', { id: String(token.id) })}
                    onClick={() => onOpen({ what: 'rotate', token })}
                  >
                    {t('tokens.rotate')}
                  </button>
                )}
                <button
                  type="button"
                  class="danger"
                  aria-label={t('tokens.revokeOne', { id: String(token.id) })}
                  onClick={() => onOpen({ what: 'revoke', token })}
                >
                  {t('tokens.revoke')}
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
    <FormDialog name="new token" title={t('tokens.new')} action={t('admin.create')} onSend={create} onClose={onClose}>
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
    <FormDialog
      name={`rotate token ${token.id}`}
      title={t('tokens.rotateTitle', { id: String(token.id), name: token.name })}
      action={t('tokens.rotate')}
      onSend={rotate}
      onClose={onClose}
    >
      <p>{t('tokens.rotateText')}</p>
      <Field
        label={t('tokens.overlap')}
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
    announce(t('tokens.revoked', { id: String(token.id) }))
    onDone()
  }
  return (
    <Confirm
      title={t('tokens.revokeTitle', { id: String(token.id), name: token.name })}
      action={t('tokens.revoke')}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>{t('tokens.revokeText')}</p>
    </Confirm>
  )
}
