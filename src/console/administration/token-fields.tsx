import { Checks, Field, type Option, Select } from '../parts/field.tsx'
import { readText, readTexts } from '../parts/form.ts'

const SCOPES = [
  { value: 'gateway:read', text: 'gateway:read: reads jobs and rosters' },
  { value: 'gateway:write', text: 'gateway:write: submits, stops and withdraws' },
  { value: 'tokens:admin', text: 'tokens:admin: manages the organization' },
] as const
const DEFAULT_SCOPES = ['gateway:read', 'gateway:write']
const DEFAULT_DAYS = 90
const MOST_DAYS = 3650

/** The fields of a new token. */
export function TokenFields({ departments }: { readonly departments: readonly Option[] }) {
  return (
    <>
      <Field label="Name" name="name" hint="For people, to tell tokens apart." required />
      <Select label="Department" name="department" options={departments} />
      <Checks label="Scopes" name="scope" options={SCOPES} ticked={DEFAULT_SCOPES} hint="With none ticked it may read and write." />
      <Field label="Days until it expires" name="days" type="number" min={1} max={MOST_DAYS} required defaultValue={String(DEFAULT_DAYS)} />
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
