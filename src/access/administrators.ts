import type { Organization } from '../model/organization.ts'

/** Who can administer once a gateway has started. */
export interface Administrators {
  /** The administrator that the very first start of a gateway made; null on every other. The password is stored nowhere: show it now. */
  readonly firstAdministrator: { readonly email: string; readonly password: string } | null
  /** The oldest organization when none has an administrator, so that nobody can log in as one; null otherwise. */
  readonly withoutAdministrator: Organization | null
}
