import { describeLinearSolver } from '../engine/column-generation/linear-solver.fixture.ts'
import { loadHighs } from './load-highs.ts'

describeLinearSolver('HiGHS', loadHighs)
