// Slow: a browser makes three plans, and a search looks for the roster of each.
import { describe, expect, test } from 'vitest'
import { until } from '../patience.ts'
import type { Hospital } from './hospital.ts'
import { NO_BROWSER, openHouse } from './house.ts'

describe.skipIf(NO_BROWSER)('an example', () => {
  const house = openHouse()

  for (const which of ['A hospital ward around the clock', 'A shop with busy hours', 'Volunteers of a food bank']) {
    test(`is a plan with a few clicks, which is improved at once: ${which}`, async () => {
      const stay = await house.visit({ reducedMotion: 'reduce' })
      const { page } = stay
      await stay.signIn(house.hospital.planner)
      await stay.open('#/plans')
      await page.getByRole('button', { name: 'Start from an example' }).press('Enter')
      await page.getByLabel('Which one').selectOption({ label: which })
      expect(await stay.findBarriers()).toEqual([])
      await page.getByRole('button', { name: 'Make the plan' }).press('Enter')
      await page.getByRole('heading', { level: 1, name: which }).waitFor()
      await page.getByRole('button', { name: 'Improve this plan' }).click()
      await page.getByText(/Looking for a better roster|A roster was found/).waitFor()
      // A roster that fills all and breaks no law; the best is not the question.
      const enough = page.getByRole('button', { name: 'That is good enough' })
      const take = page.getByRole('button', { name: 'Take it over' })
      await until('a lawful roster that fills all shifts', async () => {
        const { score } = await newestRequest(house.hospital)
        return score !== null && score[0] === 0 && score[1] === 0
      })
      // The search may have ended meanwhile, and the button with it.
      await Promise.race([enough.click().catch(() => undefined), take.waitFor()])
      await take.click()
      await take.waitFor({ state: 'detached' })
      await page.getByText('All shifts filled').waitFor()
      await page.getByText('Nothing against law or contract').waitFor()
      expect(await page.locator('.plan-roster tbody tr').count()).toBeGreaterThan(8)
      expect(await stay.findBarriers()).toEqual([])
      expect(await stay.findTooWide('plan-sample')).toEqual([])
      await stay.close()
    })
  }
})

async function newestRequest({ address, token }: Hospital): Promise<{ readonly score: readonly number[] | null }> {
  const answer = await fetch(`${address}/api/v1/gateway`, { headers: { authorization: `Bearer ${token}` } })
  const [newest] = (await answer.json()) as { readonly score: readonly number[] | null }[]
  return newest!
}
