import type { Ask } from './ask.ts'

/** The entries of a list that is answered in pages; the next page is read when it is come to. */
export async function* readPages<Entry>(ask: Ask, path: string): AsyncGenerator<Entry, void, undefined> {
  for (let next: string | null = path; next !== null; ) {
    const answer = await ask('GET', next)
    yield* (await answer.json()) as Entry[]
    next = nextPage(answer.headers.get('link'))
  }
}

/** The target of `rel="next"`, a path of the gateway; null on the last page. */
function nextPage(link: string | null): string | null {
  return /<([^>]*)>\s*;\s*rel="next"/.exec(link ?? '')?.[1] ?? null
}
