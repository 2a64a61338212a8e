import type { ComponentType } from 'preact'
import { hrefOf } from '../frame/router.ts'
import { useTitle } from '../frame/use-title.ts'
import { may, useSession } from '../gateway/session.ts'
import { Audit } from './audit.tsx'
import { Departments } from './departments.tsx'
import { Nodes } from './nodes.tsx'
import { Tokens } from './tokens.tsx'
import { Users } from './users.tsx'
import { t } from '../texts/texts.ts'

interface Part {
  readonly name: 'departments' | 'users' | 'tokens' | 'audit' | 'nodes'
  readonly Page: ComponentType
}

const PARTS: readonly Part[] = [
  { name: 'departments', Page: Departments },
  { name: 'users', Page: Users },
  { name: 'tokens', Page: Tokens },
  { name: 'audit', Page: Audit },
  { name: 'nodes', Page: Nodes },
]

/** Departments, users, tokens, the audit log, nodes and queue of the organization. */
export function AdministrationPage({ part }: { readonly part: string }) {
  const here = PARTS.find(({ name }) => name === part) ?? PARTS[0]!
  useTitle(t(`admin.${here.name}`))
  if (!may(useSession(), 'tokens:admin')) return <p class="notice notice-warn">{t('admin.only')}</p>
  return (
    <section class="page">
      <nav class="tabs" aria-label={t('frame.administration')}>
        {PARTS.map(({ name }) => (
          <a key={name} href={hrefOf(['administration', name])} {...(name === here.name ? { 'aria-current': 'page' as const } : {})}>
            {t(`admin.${name}`)}
          </a>
        ))}
      </nav>
      <here.Page />
    </section>
  )
}
