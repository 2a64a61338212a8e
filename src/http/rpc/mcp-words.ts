import type { QuestionName } from '../../answers/questions.ts'
import { readVersion } from '../../config.ts'

const INSTRUCTIONS = `Turnus plans shifts: who works when, by contracts, wishes and rules. These tools only answer questions; nothing is submitted, changed or published.
A request that was submitted before is named by its solverProblemId, a text such as "4711": then its stored schedule and solution are asked about. requests_list finds it. For a schedule that was not submitted, send all of it.
A score is four penalties, one for each priority, lower is better, compared from the first on: nothing gained on a later one makes up for an earlier one. Each finding carries a sentence for people in "text".
Start with schedule_explain for what is broken and why shifts are empty, schedule_recommend for who could work a shift, schedule_repair for what would have to change. What is said of one employee with employeeId may be shown to that employee.`

/** How this server presents itself. */
export const SERVER = {
  serverInfo: { name: 'turnus', title: 'Turnus', version: readVersion() },
  instructions: INSTRUCTIONS.replaceAll('\n', ' '),
} as const

/** The title of each tool. */
export const TOOL_TITLES: Readonly<Record<QuestionName, string>> = {
  'schedule.validate': 'Check a schedule',
  'schedule.estimate': 'Estimate a schedule before it is solved',
  'schedule.generate': 'Make shifts for a demand',
  'schedule.evaluate': 'Score a roster',
  'schedule.explain': 'Explain a roster',
  'schedule.recommend': 'Find who could work a shift',
  'schedule.repair': 'Find what would have to change',
  'schedule.stress': 'Find whom nobody can stand in for',
  'schedule.replan-preview': 'See what a replan would change',
  'schedule.diff': 'Compare two rosters',
}
