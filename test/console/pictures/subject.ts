import { createUser } from '../../../src/access/users.ts'
import { createClient } from '../../../src/client/client.ts'
import type { Hospital, Person } from '../hospital.ts'
import { hasRoster, solvedJob } from '../solved-job.ts'
import { wardSchedule } from './ward.ts'

/** What the pictures are of: a solved job and plans of one department, and another department that has nothing. */
export interface Subject {
  readonly administrator: Person
  readonly planner: Person
  /** Of the department without anything. */
  readonly newcomer: Person
  readonly job: string
  /** With two versions, the second published. */
  readonly plan: string
  /** Without people. */
  readonly bare: string
  /** Path of somebody's own page. */
  readonly link: string
}

/** Makes all of it in a hospital. */
export async function makeSubject(hospital: Hospital): Promise<Subject> {
  const { administrator, planner, database, receiver } = hospital
  const newcomer = { email: 'nina@hospital.example', password: 'a long password of Nina' }
  await createUser(database, { organization: 'Turnus', ...newcomer, role: 'planner', departments: ['Ward 2'] })
  const marks = { name: 'Medical ward, February', reference: 'ward-2031-02', callbackUrl: receiver.url, termination: { maxSeconds: 3600 } }
  const job = await solvedJob(hospital, { ...wardSchedule(), ...marks }, hasRoster)
  return { administrator, planner, newcomer, job, ...(await makePlans(hospital)) }
}

async function makePlans({ address, token }: Hospital): Promise<Pick<Subject, 'plan' | 'bare' | 'link'>> {
  const { plans } = createClient({ baseUrl: address, token })
  const ward = wardSchedule()
  const { planId: bare } = await plans.create({ name: 'Outpatients, March', schedule: { timeZone: 'UTC', employees: [], spots: [], shifts: [] } })
  const { planId: plan, tag } = await plans.create({ name: 'Medical ward, February', schedule: ward })
  // Two people change places on one day, and a shift becomes nobody's.
  const [first, second, third] = ward.shifts.filter(({ id }) => [1, 43, 57].includes(id))
  const others = new Map([
    [first!.id, second!.employee],
    [second!.id, first!.employee],
    [third!.id, undefined],
  ])
  const shifts = ward.shifts.map(({ employee, ...shift }) => ({
    ...shift,
    employee: (others.has(shift.id) ? others.get(shift.id) : employee) ?? null,
  }))
  const { version } = await plans.save(plan, tag, { schedule: { ...ward, shifts }, comment: 'Anna and Christina-Alexandra have swapped' })
  await plans.publish(plan, version)
  const [made] = await plans.makeLinks(plan, { employeeIds: [1] })
  return { plan, bare, link: made!.path }
}
