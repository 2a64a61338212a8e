import { expect, test } from 'vitest'
import { largeDocument } from '../../../bench/large-document.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { rosterOfDecided } from '../../model/roster.ts'
import { compile } from '../instance/compile.ts'
import { Random } from '../random.ts'
import { createState, scoreFromScratch, type State } from '../scoring/state.ts'
import { construct } from './construct.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'

function constructed({ isOver }: { isOver: () => boolean }): State {
  const { submission } = readSubmission(largeDocument({ employees: 100 }), { callback: 'optional' })
  const state = createState(compile(submission!.schedule), rosterOfDecided(submission!.schedule))
  construct(state, new Random(1), DEFAULT_PARAMS, isOver)
  return state
}

test('where a house can be filled, the first roster fills every mandatory seat and breaks no first-priority rule', () => {
  const state = constructed({ isOver: () => false })
  expect(scoreFromScratch(state).slice(0, 2)).toEqual([0, 0])
  expect(scoreFromScratch(state)).toEqual([...state.score])
})

test('a start that is over at once leaves everything empty', () => {
  expect(constructed({ isOver: () => true }).filled.every((seats) => seats === 0)).toBe(true)
})
