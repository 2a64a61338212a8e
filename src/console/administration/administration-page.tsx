import type { ComponentType } from 'preact'
import { hrefOf } from '../frame/router.ts'
import { useTitle } from '../frame/use-title.ts'
import { may, useSession } from '../gateway/session.ts'
import { Audit } from './audit.tsx'
import { Departments } from './departments.tsx'
import { Nodes } from './nodes.tsx'
import { Tokens } from './tokens.tsx'
import { Users } from './users.tsx'

interface Part {
  readonly name: string
  readonly title: string
  readonly Page: ComponentType
}

const PARTS: readonly Part[] = [
  { name: 'departments', title: 'Departments', Page: Departments },
  { name: 'users', title: 'Users', Page: Users },
  { name: 'tokens', title: 'Tokens', Page: Tokens },
  { name: 'audit', title: 'Audit log', Page: Audit },
  { name: 'nodes', title: 'Nodes and queue', Page: Nodes },
]

/** Departments, users, tokens, the audit log, nodes and queue of the organization. */
export function AdministrationPage({ part }: { readonly part: string }) {
  const here = PARTS.find(({ name }) => name === part) ?? PARTS[0]!
  useTitle(here.title)
  if (!may(useSession(), 'tokens:admin')) return <p class="notice notice-warn">Only an administrator may see this.</p>
  return (
    <section class="page">
      <nav class="tabs" aria-label="Administration">
        {PARTS.map(({ name, title }) => (
          <a key={name} href={hrefOf(['administration', name])} {...(name === here.name ? { 'aria-current': 'page' as const } : {})}>
            {title}
          </a>
        ))}
      </nav>
      <here.Page />
    </section>
  )
}
