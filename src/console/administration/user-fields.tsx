import type { User } from '../gateway/documents.ts'
import { Checks, Field, Select } from '../parts/field.tsx'
import { departmentOptions, useDepartments } from './use-departments.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { t } from '../texts/texts.ts'

const ROLES = ['planner', 'reader', 'administrator'] as const

const SHORTEST_PASSWORD = 10

/** The fields of a user, new or known. */
export function UserFields({ user }: { readonly user: User | null }) {
  const { value: departments, failure } = useDepartments()
  const ticked = (user?.departments ?? []).map(({ id }) => String(id))
  return (
    <>
      {user === null && <Field label={t('users.email')} name="email" type="email" autocomplete="off" required />}
      <Field
        label={t(user === null ? 'users.password' : 'users.newPassword')}
        name="password"
        type="password"
        autocomplete="new-password"
        minLength={SHORTEST_PASSWORD}
        required={user === null}
        hint={user === null ? t('users.passwordHint', { least: SHORTEST_PASSWORD }) : t('users.oldStays')}
      />
      <Select
        label={t('users.role')}
        name="role"
        options={ROLES.map((value) => ({ value, text: t(`users.roleHint.${value}`) }))}
        defaultValue={user?.role ?? 'planner'}
      />
      <FailureNotice failure={failure} />
      {departments !== null && (
        <Checks
          label={t('admin.departments')}
          name="department"
          options={departmentOptions(departments)}
          ticked={ticked}
          hint={t('users.departmentsHint')}
        />
      )}
    </>
  )
}
