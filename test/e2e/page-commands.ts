import { expect } from 'vitest'

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The commands of a page in order, each with the answer that the page shows for it, if any. */
export function examplesOf(page: string): readonly { readonly line: string; readonly answer: string | undefined }[] {
  return [...page.matchAll(/```sh\n([\s\S]*?)```(?:\s*```http\n([\s\S]*?)```)?/g)].flatMap(([, commands, answer]) => {
    const lines = commands!.replaceAll('\\\n', ' ').trim().split('\n')
    return lines.map((line, i) => ({ line: line.replaceAll(/ +/g, ' '), answer: i === lines.length - 1 ? answer : undefined }))
  })
}

/** The words of a command as a shell makes them, with variables in double quotes filled in. */
export function wordsOf(command: string, variables: Readonly<Record<string, string>>): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? (double ?? bare)!.replaceAll(/\$(\w+)/g, (_, name: string) => variables[name]!),
  )
}

/** Sends what `curl` would, to the gateway at `address`. */
export async function send([, ...words]: readonly string[], address: string): Promise<{ status: number; body: unknown }> {
  const headers = new Headers()
  let [method, url, body] = ['GET', '', undefined as string | undefined]
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i]!
    if (word === '-H') headers.append(...(words[(i += 1)]!.split(': ') as [string, string]))
    else if (word === '-X') method = words[(i += 1)]!
    else if (word === '--data') [body, method] = [words[(i += 1)]!, method === 'GET' ? 'POST' : method]
    else url = word.replace('http://127.0.0.1:8080', address)
  }
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

/** What an answer that a page shows has to be like. */
export function shownAnswer(shown: string): { status: number; body: unknown } {
  const [, status, body] = /^HTTP\/1\.1 (\d+)\s*([\s\S]*)$/.exec(shown)!
  return { status: Number(status), body: body === '' ? null : patternOf(JSON.parse(body!)) }
}

/** What a body looks like that a page shows: moments may be others, and `…` stands for anything. */
function patternOf(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(patternOf)
  if (typeof shown === 'object' && shown !== null) return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, patternOf(value)]))
  if (typeof shown !== 'string') return shown
  if (MOMENT.test(shown)) return expect.stringMatching(MOMENT)
  return shown.endsWith('…') ? expect.stringContaining(shown.slice(0, -1)) : shown
}
