import { describeLinearSolver } from '../engine/pricing/linear-solver.fixture.ts'
import { loadHighs } from './load-highs.ts'

describeLinearSolver('HiGHS', loadHighs)
