import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOBODY, rosterAsPosted } from '../../model/roster.ts'
import { resubmissionOf } from './resubmission.ts'
import { addStep, canMove, changesOf, handoversOf, redo, startCopy, undo } from './working-copy.ts'
import { WARD, wardModel } from './ward.fixture.ts'

const model = wardModel()
const roster = rosterAsPosted(model.schedule)

const anyStep = fc.array(fc.record({ shift: fc.integer({ min: 0, max: 5 }), to: fc.integer({ min: NOBODY, max: 2 }) }), {
  minLength: 1,
  maxLength: 3,
})

describe('a working copy', () => {
  test('undoing everything gives what it was begun with, and redoing it what it was', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 8 }), (steps) => {
        const done = steps.reduce((copy, step) => addStep(copy, step), startCopy(roster))
        let copy = done
        while (copy.done > 0) copy = undo(copy)
        expect(copy.roster).toEqual(roster)
        expect(changesOf(copy)).toEqual([])
        while (copy.done < copy.steps.length) copy = redo(copy)
        expect(copy.roster).toEqual(done.roster)
        expect(changesOf(copy)).toEqual(changesOf(done))
      }),
    )
  })

  test('the changes are what differs, wherever it went in between', () => {
    const copy = [[{ shift: 4, to: 0 }], [{ shift: 3, to: NOBODY }], [{ shift: 4, to: 2 }], [{ shift: 3, to: 1 }]].reduce(addStep, startCopy(roster))
    expect(changesOf(copy)).toEqual([{ shift: 4, before: NOBODY, after: 2 }])
  })

  test('a step that changes nothing is none', () => {
    const copy = startCopy(roster)
    expect(addStep(copy, [{ shift: 3, to: 1 }])).toBe(copy)
  })

  test('a new step forgets what was undone', () => {
    const copy = addStep(undo(addStep(startCopy(roster), [{ shift: 4, to: 0 }])), [{ shift: 4, to: 2 }])
    expect(copy.steps).toEqual([{ handovers: [{ shift: 4, to: 2 }], absences: null, times: null }])
    expect(redo(copy)).toBe(copy)
    expect(undo(copy).roster).toEqual(roster)
    expect(copy.roster[4]).toBe(2)
  })

  test('the roster that it was begun with stays as it is', () => {
    addStep(startCopy(roster), [{ shift: 4, to: 0 }])
    expect(roster[4]).toBe(NOBODY)
  })

  test('fixed and historic shifts cannot be moved', () => {
    expect([0, 1, 2].map((shift) => canMove(model, shift))).toEqual([false, false, true])
  })

  test('a recommended chain is one step', () => {
    const step = handoversOf(model, roster, [
      { shiftId: 5, to: 12 },
      { shiftId: 4, to: null },
    ])
    expect(step).toEqual([
      { shift: 4, to: 1 },
      { shift: 3, to: NOBODY },
    ])
  })
})

describe('what is submitted again', () => {
  const withHeader = wardModel({ callbackUrl: 'https://a.example/', callbackAuthenticationHeaderName: 'X-Key' })
  const changed = addStep(startCopy(roster), [
    { shift: 4, to: 2 },
    { shift: 3, to: NOBODY },
  ]).roster
  const options = { roster: changed, fixed: new Set([4, 3]), keptOff: [], callbackUrl: 'https://b.example/', callbackSecret: null }
  const { shifts, ...rest } = resubmissionOf(withHeader, options)

  test('has the roster in it, with what was chosen fixed; an empty shift is not', () => {
    expect(shifts.map(({ id, employee, fixed }) => [id, employee, fixed])).toEqual([
      [1, 11, undefined],
      [2, 11, true],
      [3, 12, false],
      [4, null, false],
      [5, 13, true],
      [6, 12, false],
    ])
  })

  test('keeps everything else as it was submitted', () => {
    expect(rest.employees).toBe(WARD.employees)
    expect(shifts[4]).toMatchObject({ ...WARD.shifts[4]!, employee: 13, fixed: true })
    expect(shifts[0]).toBe(WARD.shifts[0])
  })

  test('names the header of the callback only with its secret', () => {
    expect(rest).not.toHaveProperty('callbackAuthenticationHeaderName')
    expect(resubmissionOf(withHeader, { ...options, callbackSecret: 's' })).toMatchObject({
      callbackUrl: 'https://b.example/',
      callbackAuthenticationHeaderName: 'X-Key',
      callbackAuthenticationHeaderValue: 's',
    })
    expect(resubmissionOf(model, { ...options, callbackSecret: 's' })).not.toHaveProperty('callbackAuthenticationHeaderValue')
  })
})
