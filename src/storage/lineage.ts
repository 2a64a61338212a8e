import type { JobState } from '../model/job.ts'
import type { Score } from '../model/score.ts'
import type { Queryable } from './db.ts'

/** A job in a line of jobs that plan one another again. */
export interface LineJob {
  readonly id: number
  readonly basedOn: number | null
  /** True when it was withdrawn: nothing but its number is left to tell. */
  readonly isErased: boolean
  readonly state: JobState
  readonly name: string | null
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly score: Score | null
}

const COLUMNS = `j.id, j.based_on as "basedOn", j.erased_at is not null as "isErased", j.state, j.name, j.created_at as "createdAt",
  j.ended_at as "endedAt", j.score`

/** The job and those that it is based on, the nearest first, as far as the database has them and at most `limit`. */
export async function listUpwards(db: Queryable, id: number, limit: number): Promise<readonly LineJob[]> {
  // An id is always below those of the jobs that are based on it, so that the line has an end.
  const { rows } = await db.query<LineJob>(
    `with recursive line as (
       select id, based_on, 1 as place from jobs where id = $1
       union all
       select older.id, older.based_on, place + 1 from jobs older join line on older.id = line.based_on where place < $2
     )
     select ${COLUMNS} from line join jobs j on j.id = line.id order by place`,
    [id, limit],
  )
  return rows
}

/** The jobs of a department that plan one again, the newest first, at most `limit`. */
export async function listBasedOn(
  db: Queryable,
  of: { readonly departmentId: number; readonly id: number; readonly limit: number },
): Promise<readonly LineJob[]> {
  const { rows } = await db.query<LineJob>(
    `select ${COLUMNS} from jobs j where j.department_id = $1 and j.based_on = $2 order by j.id desc limit $3`,
    [of.departmentId, of.id, of.limit],
  )
  return rows
}
