import { claimNextJob } from '../../src/storage/claim-job.ts'
import { type Db, inTransaction } from '../../src/storage/db.ts'
import { type Figure, median, quantile } from './figures.ts'
import type { Stage } from './stage.ts'

const JOBS = 10_000
const DEPARTMENTS = 200
const CLAIMS = 200
const BUSY_JOBS = 1000
/** Claims after which the first job of a new department is given up on. */
const MAX_CLAIMS = 1000

/** Part `queue`: how long taking up the next job takes when many wait, and when a department that arrives late has its turn. */
export async function measureQueue({ db, organizationId }: Stage): Promise<readonly Figure[]> {
  const departments = await addDepartments(db, organizationId, DEPARTMENTS)
  await addJobs(db, departments, JOBS / DEPARTMENTS)
  // As the database itself does within a minute.
  await db.query('analyze jobs')
  const times: number[] = []
  for (let i = 0; i < CLAIMS; i += 1) times.push((await claim(db)).ms)

  // A quiet house but for one department, when another comes.
  await db.query('truncate jobs, progress_points, deliveries, delivery_attempts')
  const [busy, late] = await addDepartments(db, organizationId, 2)
  await addJobs(db, [busy!], BUSY_JOBS)
  for (let i = 0; i < 5; i += 1) await claim(db)
  await addJobs(db, [late!], 1)
  let before = 0
  while (before < MAX_CLAIMS && (await claim(db)).departmentId !== late) before += 1

  const of = `${CLAIMS} claims among ${JOBS} jobs of ${DEPARTMENTS} departments`
  return [
    { measure: `median of ${of}`, unit: 'ms', figure: median(times), peer: null, bar: { figureAtMost: 10 } },
    { measure: '  their p99', unit: 'ms', figure: quantile(times, 0.99), peer: null, bar: { figureAtMost: 10 } },
    {
      measure: `jobs of a busy department that start before the first of a new one`,
      unit: 'jobs',
      figure: before,
      peer: null,
      bar: { figureAtMost: 99 },
    },
  ]
}

/** One claim in a transaction of its own, of which the claim alone is timed. */
async function claim(db: Db): Promise<{ ms: number; departmentId: number }> {
  return inTransaction(db, async (tx) => {
    const startedMs = performance.now()
    const claimed = await claimNextJob(tx, { node: 'bench', runningPerDepartment: BUSY_JOBS })
    const ms = performance.now() - startedMs
    if (claimed === 'none' || claimed === 'contended') throw new Error(`A claim finds no job: ${claimed}.`)
    return { ms, departmentId: claimed.departmentId }
  })
}

async function addDepartments(db: Db, organizationId: number, count: number): Promise<readonly number[]> {
  const { rows } = await db.query<{ id: number }>(
    `insert into departments (organization_id, name, signing_secret)
     select $1, 'Queue ' || gen_random_uuid(), '' from generate_series(1, $2)
  returning id`,
    [organizationId, count],
  )
  return rows.map(({ id }) => id)
}

/** As many queued jobs for each department; they arrive department by department. */
async function addJobs(db: Db, departments: readonly number[], each: number): Promise<void> {
  await db.query(
    `insert into jobs (organization_id, department_id, document, document_bytes, max_seconds, request_hash)
     select organization_id, id, decode(repeat('00', 4000), 'hex'), 50000, 60, ''
       from departments, generate_series(1, $2)
      where id = any ($1)
      order by id`,
    [departments, each],
  )
}
