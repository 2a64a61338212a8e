import type { Locator, Page } from 'playwright-core'
import type { Subject } from './subject.ts'

/** What a state of the console is come to with. */
export interface Walk {
  readonly page: Page
  readonly subject: Subject
  /** Goes to a place such as `#/jobs`, as if the console was opened there. */
  open(hash: string): Promise<void>
}

/** A state of the console that has a picture. */
export interface State {
  readonly name: string
  /** Whether it is another one where there is as little room as on a phone; absent = yes. */
  readonly isOnPhones?: boolean
  /** Whether there is a picture of it in the dark; absent = yes. Most dialogs have the colours of others. */
  readonly isInDark?: boolean
  /** Comes to it, and waits until all of it is there. */
  come(walk: Walk): Promise<void>
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact: true })
const dialog = (page: Page): Promise<void> => page.getByRole('dialog').waitFor()

/** A state that is come to by its address. `seen`: what is there in the end. */
function at(name: string, hashOf: (subject: Subject) => string, seen: (page: Page) => Locator): State {
  return {
    name,
    async come({ page, subject, open }) {
      await open(hashOf(subject))
      await seen(page).first().waitFor()
    },
  }
}

/** A state that one comes to from another one; it has no picture in the dark of its own. */
function after(before: State, name: string, go: (page: Page) => Promise<unknown>): State {
  return {
    ...before,
    name,
    isInDark: false,
    async come(walk) {
      await before.come(walk)
      await go(walk.page)
    },
  }
}

const inDark = (state: State): State => ({ ...state, isInDark: true })
const onDesks = (state: State): State => ({ ...state, isOnPhones: false })

/** Has an element at the top of the window, whatever stands above it. */
const toTop = (element: Locator): Promise<void> => element.evaluate(scrollHere)

/** Run in the page. */
function scrollHere(element: unknown): void {
  ;(element as { scrollIntoView(options: object): void }).scrollIntoView({ block: 'start', behavior: 'instant' })
}

const jobs = at(
  'jobs',
  () => '#/jobs',
  (page) => page.getByText('Medical ward, February'),
)
const job = at(
  'job',
  ({ job: id }) => `#/jobs/${id}`,
  (page) => page.locator('.delivery', { hasText: 'delivered' }),
)
const roster = at(
  'roster',
  ({ job: id }) => `#/jobs/${id}/roster`,
  (page) => page.locator('.roster-health .notice, .health .notice'),
)
const demand = at(
  'demand',
  ({ job: id }) => `#/jobs/${id}/demand`,
  (page) => page.getByRole('gridcell'),
)
const chip = (page: Page): Locator => page.locator('.roster-row.is-employee .roster-chip').first()

const JOBS: readonly State[] = [
  jobs,
  job,
  inDark(
    after(job, 'job-end', async (page) => {
      await heading(page, 'Doubtful in the schedule').waitFor()
      await toTop(heading(page, 'Callback'))
    }),
  ),
  after(job, 'job-withdraw', async (page) => {
    await button(page, 'Withdraw').click()
    await dialog(page)
  }),
  demand,
  after(demand, 'demand-cell', (page) => page.getByRole('gridcell').nth(20).click()),
]

const ROSTER: readonly State[] = [
  roster,
  onDesks(
    inDark(
      after(roster, 'roster-compact', async (page) => {
        await button(page, 'Compact').click()
        await page.locator('.roster-stage.is-compact').waitFor()
      }),
    ),
  ),
  onDesks(
    after(roster, 'roster-details', async (page) => {
      await chip(page).click()
      await page.getByText('Worked by').waitFor()
    }),
  ),
  onDesks(
    inDark(
      after(roster, 'roster-name', async (page) => {
        await page.locator('.roster-name', { hasText: 'Åse Ørsted' }).click()
        await page.getByText('Fair shares').waitFor()
      }),
    ),
  ),
  onDesks(
    inDark(
      after(roster, 'roster-empty', async (page) => {
        await page.locator('.roster-row.is-empty .roster-chip, .roster-row.is-folded .roster-chip').first().click()
        await page.getByText('Who could work it').waitFor()
        await page.locator('.roster-told .roster-cause').first().waitFor()
      }),
    ),
  ),
  onDesks(
    after(roster, 'roster-absence', async (page) => {
      await page.locator('.roster-name', { hasText: 'Anna Andersen' }).click()
      await page.getByText('is absent …').click()
      await button(page, 'Mark absent').waitFor()
    }),
  ),
  onDesks(
    after(roster, 'roster-changed', async (page) => {
      await page.locator('.roster-name', { hasText: 'Anna Andersen' }).click()
      await page.getByText('is absent …').click()
      await button(page, 'Mark absent').click()
      await page.locator('.roster-score .roster-change').waitFor()
      await page.getByRole('button', { name: /^Changes [1-9]/ }).click()
    }),
  ),
  onDesks(
    after(roster, 'roster-demand', async (page) => {
      await button(page, 'Demand').click()
      await page.getByText('Filled').first().waitFor()
    }),
  ),
  inDark(
    after(roster, 'roster-day-by-time', async (page) => {
      await button(page, 'Day by time').click()
      await page.locator('.day-rows .day-row').nth(2).waitFor()
    }),
  ),
  inDark(
    after(roster, 'roster-how-even', async (page) => {
      await button(page, 'How even it is').click()
      await page.getByRole('dialog').locator('tbody th').first().waitFor()
    }),
  ),
  after(roster, 'roster-download', async (page) => {
    await button(page, 'Download').click()
    await dialog(page)
  }),
]

const plans = at(
  'plans',
  () => '#/plans',
  (page) => page.getByText('Outpatients, March'),
)
const plan = at(
  'plan',
  ({ plan: id }) => `#/plans/${id}`,
  (page) => page.locator('.health .notice'),
)

const PLANS: readonly State[] = [
  plans,
  after(plans, 'plans-new', async (page) => {
    await button(page, 'New plan').click()
    await dialog(page)
  }),
  after(plans, 'plans-priorities', async (page) => {
    await button(page, 'Name the priorities').click()
    await page.getByLabel('Second priority').waitFor()
  }),
  at(
    'plan-without-people',
    ({ bare }) => `#/plans/${bare}`,
    (page) => heading(page, 'Roster'),
  ),
  plan,
  after(plan, 'plan-shifts', (page) => toTop(page.getByRole('heading', { name: /^\d+ shifts$/ }))),
  after(plan, 'plan-absences', (page) => toTop(heading(page, 'Absences and wishes'))),
  inDark(after(plan, 'plan-roster', (page) => toTop(heading(page, 'Roster')))),
  inDark(
    after(plan, 'plan-places', async (page) => {
      await page
        .getByRole('button', { name: /shifts? (is|are) empty$/ })
        .first()
        .click()
      await page.locator('.plan-places li').first().waitFor()
      await toTop(heading(page, 'Roster'))
    }),
  ),
  inDark(
    after(plan, 'plan-compared', async (page) => {
      await page.getByText('Versions', { exact: true }).click()
      await page.getByRole('button', { name: /^Compare version 1/ }).click()
      await page.getByRole('region', { name: 'Both versions side by side' }).waitFor()
      await toTop(heading(page, 'Published'))
    }),
  ),
  after(plan, 'plan-sick', async (page) => {
    await page.getByRole('button', { name: 'Sick: Anna Andersen' }).click()
    await dialog(page)
    await page.getByLabel('Sick from').fill('2031-02-04')
    await page.getByLabel('Sick up to and including').fill('2031-02-05')
  }),
]

const submit = at(
  'submit',
  () => '#/submit',
  (page) => heading(page, 'Submit a schedule'),
)

const REST: readonly State[] = [
  submit,
  at(
    'callbacks',
    () => '#/callbacks',
    (page) => page.locator('tr', { hasText: 'delivered' }),
  ),
  onDesks(
    after(jobs, 'own-password', async (page) => {
      await page.getByTitle('Your password').click()
      await dialog(page)
    }),
  ),
  at(
    'no-such-page',
    () => '#/nowhere',
    (page) => page.getByRole('link', { name: 'All jobs' }),
  ),
]

/** What the planner of a ward sees. */
export const OF_PLANNERS: readonly State[] = [...JOBS, ...ROSTER, ...PLANS, ...REST]

/** What the planner of a department sees in which nothing was done yet. */
export const OF_NEWCOMERS: readonly State[] = [
  at(
    'jobs-none',
    () => '#/jobs',
    (page) => page.locator('main').getByRole('link'),
  ),
  at(
    'plans-none',
    () => '#/plans',
    (page) => page.getByText('No plan yet'),
  ),
  at(
    'callbacks-none',
    () => '#/callbacks',
    (page) => page.getByText('No callback yet'),
  ),
]

const departments = at(
  'departments',
  () => '#/administration/departments',
  (page) => page.locator('tbody tr'),
)
const users = at(
  'users',
  () => '#/administration/users',
  (page) => page.locator('tbody tr'),
)
const tokens = at(
  'tokens',
  () => '#/administration/tokens',
  (page) => page.locator('tbody tr'),
)

/** What an administrator sees. */
export const OF_ADMINISTRATORS: readonly State[] = [
  departments,
  users,
  after(users, 'users-new', async (page) => {
    await button(page, 'New user').click()
    await dialog(page)
  }),
  tokens,
  inDark(
    after(tokens, 'tokens-new', async (page) => {
      await button(page, 'New token').click()
      await dialog(page)
    }),
  ),
  at(
    'audit',
    () => '#/administration/audit?action=plan.published',
    (page) => page.locator('tbody tr'),
  ),
  at(
    'nodes',
    () => '#/administration/nodes',
    (page) => page.locator('tbody tr'),
  ),
  after(jobs, 'change-department', async (page) => {
    await button(page, 'Change department').click()
    await dialog(page)
  }),
]

/** What anybody sees. */
export const OF_STRANGERS: readonly State[] = [
  at(
    'sign-in',
    () => '#/jobs',
    (page) => button(page, 'Sign in'),
  ),
  after(
    at(
      'sign-in',
      () => '#/jobs',
      (page) => button(page, 'Sign in'),
    ),
    'sign-in-token',
    async (page) => {
      await button(page, 'Token').click()
      await page.getByLabel('Token', { exact: true }).waitFor()
    },
  ),
  {
    name: 'employee',
    async come({ page, subject }) {
      await page.goto(subject.link)
      await heading(page, 'Anna Andersen').waitFor()
    },
  },
]
