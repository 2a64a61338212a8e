import type { ComponentChildren } from 'preact'
import { hrefOf, usePlace } from '../frame/router.ts'
import { askPage } from '../gateway/ask.ts'
import { type Answered, useAnswer } from '../gateway/use-answer.ts'
import { FailureNotice, LateFailure, Notices } from './notices.tsx'
import { t } from '../texts/texts.ts'

/** A page of a list, and the cursor of the one after it; null on the last. */
export interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
}

/** The page of a list that the address names by `cursor`. `filters` go to the gateway; empty ones do not. `everyMs` as in `useAnswer`. */
export function useListPage<Row>(
  path: string,
  filters: Readonly<Record<string, string | null>> = {},
  options: { readonly everyMs?: number } = {},
): Answered<ListPage<Row>> {
  const { query } = usePlace()
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filters, cursor: query.get('cursor') })) if (value !== null && value !== '') asked.set(name, value)
  const address = asked.size === 0 ? path : `${path}?${asked}`
  return useAnswer(
    address,
    async (signal) => {
      const { rows, next } = await askPage<Row>(address, { signal })
      return { rows, nextCursor: next === null ? null : new URLSearchParams(next.split('?')[1]).get('cursor') }
    },
    options,
  )
}

interface PagedProps<Row> {
  readonly answered: Answered<ListPage<Row>>
  /** Shown when there is nothing at all. */
  readonly empty: ComponentChildren
  readonly children: (rows: readonly Row[]) => ComponentChildren
}

/** A list with links to its first and next page; says when there is nothing, and what went wrong. */
export function Paged<Row>({ answered, empty, children }: PagedProps<Row>) {
  const { path, query } = usePlace()
  const { value, failure } = answered
  const isFirst = !query.has('cursor')
  const filters = Object.fromEntries([...query].filter(([name]) => name !== 'cursor'))
  return (
    <>
      {value === null && <FailureNotice failure={failure} />}
      {value === null && failure === null && <p class="quiet">{t('page.loading')}</p>}
      {value?.rows.length === 0 && isFirst && <div class="empty">{empty}</div>}
      {value?.rows.length === 0 && !isFirst && <p class="empty">{t('list.nothingMore')}</p>}
      {value !== null && value.rows.length > 0 && children(value.rows)}
      {value !== null && (!isFirst || value.nextCursor !== null) && (
        <nav class="row pager" aria-label={t('list.pages')}>
          {!isFirst && (
            <a class="button" href={hrefOf(path, filters)}>
              {t('list.newest')}
            </a>
          )}
          {value.nextCursor !== null && (
            <a class="button" href={hrefOf(path, { ...filters, cursor: value.nextCursor })}>
              {t('list.older')}
            </a>
          )}
        </nav>
      )}
      {value !== null && (
        <Notices>
          <LateFailure failure={failure} />
        </Notices>
      )}
    </>
  )
}
