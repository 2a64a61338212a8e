import { describe, expect, test } from 'vitest'
import { writeHtml } from './html.ts'
import { HOSTILE_NAMES, hostileRoster, smallRoster } from './solved.fixture.ts'

test('a page has a table for each week, with the shifts of each employee by day, and the mandatory ones of nobody', () => {
  const { schedule, roster } = smallRoster()
  const page = writeHtml(schedule, roster)
  expect(page.slice(page.indexOf('<h1>'))).toBe(`<h1>Roster 2027-03-27 to 2027-03-29, times of Europe/Copenhagen</h1>
<section>
<h2>2027-03-27 to 2027-03-28</h2>
<table>
<thead><tr><th scope="col">Employee</th><th scope="col" class="weekend"><time datetime="2027-03-27">Sat 2027-03-27</time></th><th scope="col" class="weekend"><time datetime="2027-03-28">Sun 2027-03-28</time></th><th scope="col" class="hours">Hours</th></tr></thead>
<tbody>
<tr><th scope="row"><bdi>Ann</bdi></th><td class="weekend"><div><span>23:00–07:00</span> <bdi>Ward</bdi></div></td><td class="weekend"></td><td class="hours">07:00</td></tr>
<tr><th scope="row"><bdi>Bo</bdi></th><td class="weekend"></td><td class="weekend"></td><td class="hours"></td></tr>
<tr><th scope="row"><bdi>13</bdi></th><td class="weekend"></td><td class="weekend"></td><td class="hours"></td></tr>
</tbody>
</table>
</section>
<section>
<h2>2027-03-29 to 2027-03-29</h2>
<table>
<thead><tr><th scope="col">Employee</th><th scope="col"><time datetime="2027-03-29">Mon 2027-03-29</time></th><th scope="col" class="hours">Hours</th></tr></thead>
<tbody>
<tr><th scope="row"><bdi>Ann</bdi></th><td></td><td class="hours"></td></tr>
<tr><th scope="row"><bdi>Bo</bdi></th><td><div><span>07:00–15:30</span> <bdi>2</bdi></div></td><td class="hours">08:00</td></tr>
<tr><th scope="row"><bdi>13</bdi></th><td></td><td class="hours"></td></tr>
</tbody>
<tfoot><tr><th scope="row">Nobody</th><td><div>2 × <span>15:00–23:00</span> <bdi>Ward</bdi></div></td><td class="hours"></td></tr></tfoot>
</table>
</section>
</body>
</html>
`)
})

describe('whatever the names are', () => {
  const { schedule, roster } = hostileRoster()
  const page = writeHtml(schedule, roster)

  test('the elements and attributes are those of the page, and nothing is fetched or run', () => {
    const tags = new Set([...page.matchAll(/<[^>]*>/g)].map(([tag]) => tag))
    const known =
      /^<(?:!doctype html|html lang="en"|meta charset="utf-8"|meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"|meta name="viewport" content="[^"]*"|th scope="(?:col|row)"(?: class="\w+")?|td(?: class="\w+")?|time datetime="[\d-]+"|(?:head|title|style|body|h1|h2|p|section|table|thead|tbody|tr|time|div|span|bdi)|\/\w+)>$/
    expect([...tags].filter((tag) => !known.test(tag))).toEqual([])
    expect(page).not.toMatch(/url\(|@import/)
  })

  test('each name stands in its place as it is written', () => {
    const names = [...page.matchAll(/<th scope="row"><bdi>(.*?)<\/bdi>/g)].map(([, name]) =>
      name!.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
    )
    expect(names).toHaveLength(HOSTILE_NAMES.length)
    expect(names.slice(0, 5)).toEqual(HOSTILE_NAMES.slice(0, 5))
    expect(page).toContain('&#39; onmouseover=&#39;')
    expect(page).not.toMatch(/[^\P{Cc}\n]/u)
  })
})
