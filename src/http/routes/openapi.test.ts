import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { useEdge } from '../../../test/edge.ts'
import { compile } from '../../../test/json-schema.ts'
import { readText, ROOT } from '../../../test/source-files.ts'
import { SETTING_NAMES } from '../../model/settings.ts'
import { describeForModels } from '../describe-api.ts'
import { html, prose } from '../reference/html.ts'
import { REFERENCE_POLICY, type ShownApi, writeReference } from '../reference/reference-page.ts'
import { writeScheduleSchema } from '../schedule-schema.ts'

const edge = useEdge('one-for-all')

describe('what describes the API', () => {
  for (const { url, type } of [
    { url: '/openapi.json', type: 'application/json; charset=utf-8' },
    { url: '/schemas/schedule.json', type: 'application/schema+json' },
    { url: '/llms.txt', type: 'text/plain; charset=utf-8' },
    { url: '/reference', type: 'text/html; charset=utf-8' },
  ]) {
    test(`${url} is served to everybody as ${type}, and to nobody who does not take that`, async () => {
      const answer = await edge.app.inject({ url })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type])
      expect((await edge.app.inject({ url, headers: { accept: 'image/png' } })).json()).toMatchObject({ code: 'not-acceptable' })
    })
  }

  test('llms.txt and schedule.schema.json are what is served; run scripts/write-openapi.ts after a change', async () => {
    expect(readText('llms.txt')).toBe(await describeForModels())
    expect((await edge.app.inject({ url: '/llms.txt' })).body).toBe(readText('llms.txt'))
    expect(readText('schedule.schema.json')).toBe(writeScheduleSchema())
    expect((await edge.app.inject({ url: '/schemas/schedule.json' })).body).toBe(readText('schedule.schema.json'))
  })

  test('llms.txt names every address and every rule', async () => {
    await edge.app.ready()
    const text = readText('llms.txt')
    const { paths = {} } = edge.app.swagger() as ShownApi
    expect(Object.keys(paths).filter((path) => !text.includes(` ${path}\``))).toEqual([])
    expect(SETTING_NAMES.filter((name) => !text.includes(name))).toEqual([])
  })
})

describe('the schema of a schedule', () => {
  const faultsOf = compile(JSON.parse(writeScheduleSchema()) as object)

  test.each(readdirSync(`${ROOT}examples`).filter((name) => name.endsWith('.json') && !name.includes('roster')))('takes examples/%s', (name) => {
    expect(faultsOf(JSON.parse(readText(`examples/${name}`)))).toEqual([])
  })

  test('refuses what is no schedule', () => {
    const faults = faultsOf({ callbackUrl: 'https://x.example', employees: [{ id: true }], spots: [], shifts: [] })
    expect(new Set(faults.map(({ at }) => at))).toEqual(new Set(['/employees/0/id']))
  })
})

describe('the reference', () => {
  const pageOf = async (): Promise<string> => (await edge.app.inject({ url: '/reference' })).body

  test('shows every operation, every answer, every schema and every example', async () => {
    const page = await pageOf()
    const api = edge.app.swagger() as ShownApi
    for (const [path, methods] of Object.entries({ ...api.paths, ...api.webhooks })) {
      for (const [method, { operationId, responses = {} }] of Object.entries(methods)) {
        const article = page.split(`<article id="${operationId}">`)[1]!.split('</article>')[0]!
        expect(article).toContain(`${method.toUpperCase()} ${path}`)
        for (const status of Object.keys(responses)) expect(article).toContain(`<code>${status}</code>`)
      }
    }
    for (const name of Object.keys(api.components!.schemas!)) expect(page).toContain(`id="schema-${name}"`)
    expect(page).toContain('&quot;name&quot;: &quot;Anna&quot;')
  })

  test('every link within it leads somewhere', async () => {
    const page = await pageOf()
    const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter((target) => !anchors.has(target))).toEqual([])
  })

  test('may show itself and do nothing else: it has no script, and its policy allows none', async () => {
    const answer = await edge.app.inject({ url: '/reference' })
    expect(answer.headers['content-security-policy']).toBe(REFERENCE_POLICY)
    expect(REFERENCE_POLICY).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/)
    expect(answer.body).not.toMatch(/<script|javascript:|\son\w+=|<img|<link|@import|url\(/i)
  })

  test('escapes whatever a description says', () => {
    const nasty = '<script>alert("x")</script>`<b>`'
    const page = writeReference({ info: { title: nasty, description: nasty, version: '1' } })
    expect(page).not.toContain('<script>')
    expect(prose(nasty).html).toBe('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;<code>&lt;b&gt;</code>')
    expect(html`<p>${null}${['<', html`<i>`]}${0}</p>`.html).toBe('<p>&lt;<i>0</p>')
  })
})
