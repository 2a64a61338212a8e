import type { Page } from 'playwright-core'

/** Makes a plan on the page of all plans, with people pasted as a table: a line for each behind that of the heads. */
export async function makePlan(page: Page, name: string, people: string): Promise<void> {
  await page.getByRole('button', { name: 'New plan' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Make the plan' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByText('Paste people from a spreadsheet').click()
  await page.getByLabel('Lines').first().fill(people)
  await page.getByRole('button', { name: 'Add these people' }).click()
  await page.getByText(`${people.split('\n').length - 1} people`).waitFor()
}
