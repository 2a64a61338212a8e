import { Checks, Field, type Option, Select } from '../parts/field.tsx'
import { readText, readTexts } from '../parts/form.ts'
import { t } from '../texts/texts.ts'

const SCOPES = [
  { value: 'gateway:read', what: 'read' },
  { value: 'gateway:write', what: 'write' },
  { value: 'tokens:admin', what: 'admin' },
] as const
const DEFAULT_SCOPES = ['gateway:read', 'gateway:write']
const DEFAULT_DAYS = 90
const MOST_DAYS = 3650

/** The fields of a new token. */
export function TokenFields({ departments }: { readonly departments: readonly Option[] }) {
  const scopes = SCOPES.map(({ value, what }) => ({ value, text: t(`tokens.scope.${what}`, { scope: value }) }))
  return (
    <>
      <Field label={t('admin.name')} name="name" hint={t('tokens.nameHint')} required />
      <Select label={t('admin.department')} name="department" options={departments} />
      <Checks label={t('tokens.scopes')} name="scope" options={scopes} ticked={DEFAULT_SCOPES} hint={t('tokens.scopesHint')} />
      <Field label={t('tokens.days')} name="days" type="number" min={1} max={MOST_DAYS} required defaultValue={String(DEFAULT_DAYS)} />
    </>
  )
}

/** What is posted to make a token. */
export function readNewToken(form: FormData): Record<string, unknown> {
  return {
    name: readText(form, 'name').trim(),
    department: Number(readText(form, 'department')),
    scopes: readTexts(form, 'scope'),
    expiresDays: Number(readText(form, 'days')),
  }
}
