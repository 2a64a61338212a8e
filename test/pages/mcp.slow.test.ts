// Slow: every command of the page is run.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readText } from '../source-files.ts'
import { openPage } from './page.ts'
import { openServedWorkbench, type ServedWorkbench } from './served-workbench.ts'

interface AssistantFile {
  readonly mcpServers: { readonly turnus: { readonly type: string; readonly url: string; readonly headers: { readonly Authorization: string } } }
}

describe.skipIf(process.platform === 'win32')('docs/mcp.md, block by block', () => {
  const page = openPage('docs/mcp.md')
  let bench: ServedWorkbench
  let createToken: string
  let token: string

  beforeAll(async () => {
    bench = await openServedWorkbench()
    // What somebody has submitted who comes from that page.
    await bench.submitAndWait(JSON.parse(openPage('docs/getting-started.md').take('2. Write a schedule', 'json')) as object, '1', [0, 0, 0, 7])
    createToken = page.take('Connect', 'sh')
    token = (await bench.run(`${createToken}\necho "$TOKEN"`)).trim()
  })
  afterAll(() => bench?.close())

  test('the token that is made may read and nothing else', async () => {
    const answer = await fetch(`${bench.address}/api/v1/gateway`, {
      method: 'POST',
      headers: { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ code: 'permission-missing' })])
  })

  test('the file leads an assistant to the tools that the page lists', async () => {
    const { turnus } = (JSON.parse(page.take('Connect', 'json')) as AssistantFile).mcpServers
    const { origin, pathname } = new URL(turnus.url)
    expect([turnus.type, origin]).toEqual(['http', 'http://127.0.0.1:8080'])
    const answer = await fetch(bench.address + pathname, {
      method: 'POST',
      headers: {
        'authorization': turnus.headers.Authorization.replace('tns_…', token),
        'content-type': 'application/json',
        'accept': 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    const { result } = (await answer.json()) as { result: { tools: readonly { readonly name: string }[] } }
    const listed = new Set([...readText('docs/mcp.md').matchAll(/`((?:schedule|requests)_[a-z-]+)`/g)].map(([, name]) => name))
    expect(result.tools.map(({ name }) => name).sort()).toEqual([...listed].sort())
  })

  test('the call by hand explains what the employee has of the roster', async () => {
    const { id, result } = JSON.parse(await bench.run(`${createToken}\n${page.take('Connect', 'sh')}`)) as {
      id: number
      result: { isError?: boolean; content: readonly [{ readonly type: string; readonly text: string }] }
    }
    expect({ id, type: result.content[0].type, isError: result.isError ?? false }).toEqual({ id: 1, type: 'text', isError: false })
    expect(JSON.parse(result.content[0].text)).toMatchObject({ score: [0, 0, 0, 7], employees: [{ employeeId: 1, name: 'Anna', shifts: 3 }] })
    page.expectAllTaken('sh', 'json')
  })
})
