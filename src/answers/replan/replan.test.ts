import { describe, expect, test } from 'vitest'
import { readSolution } from '../../api/read-solution.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import type { AnyJson } from '../../api/ward.fixture.ts'
import { rosterAsPosted } from '../../model/roster.ts'
import type { Fields } from './draft.ts'
import { replan } from './replan.ts'
import { CALLBACK, SOLVED, absent, replanned, rosterOf, shift, week } from './week.fixture.ts'

/** Who was taken off which shift. */
const takenFrom = ({ replanned: made }: { readonly replanned: { readonly document: Fields } | null }): unknown[] =>
  (made!.document['shifts'] as AnyJson[]).flatMap((shift) => (shift.takenFrom === undefined ? [] : [[shift.id, shift.takenFrom]]))

describe('a replan', () => {
  test('without events is the posted document with its solved roster', () => {
    const result = replanned({ events: [] })
    expect(rosterOf(result)).toEqual({ 9: [1, false], 1: [1, false], 2: [2, true], 3: [[1, 2], false], 4: [3, false], 5: [null, false] })
    const { shifts: _, keep, ...rest } = result.replanned!.document
    const { shifts: __, ...posted } = week()
    expect(keep).toHaveLength(1)
    expect(rest).toEqual(posted)
    expect(result.warnings).toEqual([])
  })

  test('takes who is absent off their shifts, also off fixed ones and off one seat of several', () => {
    const result = replanned({ events: [absent(2, '2026-03-03', '2026-03-04', { kind: 'illness' })] })
    expect(rosterOf(result)).toMatchObject({ 1: [1, false], 2: [null, false], 3: [[1], false], 4: [3, false] })
    expect((result.replanned!.document['employees'] as AnyJson)[1].absences).toEqual([{ start: '2026-03-03', end: '2026-03-04', kind: 'illness' }])
    expect(takenFrom(result)).toEqual([
      [2, [2]],
      [3, [2]],
    ])
    // Planned again, they are told of nothing that they have heard already.
    const { document, submission } = result.replanned!
    const once = { posted: document, schedule: submission.schedule, roster: rosterAsPosted(submission.schedule) }
    expect(takenFrom(replan(once, { events: [] }, { callback: 'optional' }))).toEqual([])
  })

  test('says who was taken off a shift that an event or leaveEmpty empties, and of nobody who stays', () => {
    const { document } = replanned({
      events: [{ changeShift: { shiftId: 1, employee: null } }, { changeShift: { shiftId: 2, name: 'Late' } }],
      leaveEmpty: [4],
    }).replanned!
    expect(takenFrom({ replanned: { document } })).toEqual([
      [1, [1]],
      [4, [3]],
    ])
    expect(takenFrom(replanned({ events: [{ changeShift: { shiftId: 1, employee: 3 } }] }))).toEqual([])
  })

  test('leaves the historic shifts of who is absent alone', () => {
    expect(rosterOf(replanned({ events: [absent(1, '2026-02-25', '2026-03-31')] }))).toMatchObject({
      9: [1, false],
      1: [null, false],
      3: [[2], false],
    })
  })

  for (const { what, start, is } of [
    { what: 'that ends as the absence begins', start: '2026-03-02T15:00:00+01:00', is: 1 },
    { what: 'of which one minute lies in the absence', start: '2026-03-02T14:59:00+01:00', is: null },
  ]) {
    test(`a shift ${what}: ${is}`, () => {
      expect(rosterOf(replanned({ events: [absent(1, start, '2026-03-03')] }))[1]).toEqual([is, false])
    })
  }

  test('fixes the shifts that start before freezeUntil, but for those of who is away by then', () => {
    const request = { freezeUntil: '2026-03-05T07:00:00+01:00', events: [absent(2, '2026-03-03T12:00:00+01:00', '2026-03-06')] }
    // Shift 2 began before the absence did: what is left of it is theirs. Shift 3 began after it. Shift 4 starts at that very moment.
    expect(rosterOf(replanned(request))).toEqual({ 9: [1, false], 1: [1, true], 2: [2, true], 3: [[1], true], 4: [3, false], 5: [null, false] })
  })

  test('takes off a shift that starts after freezeUntil and before the absence: it has not begun', () => {
    const request = { freezeUntil: '2026-03-02', events: [absent(2, '2026-03-03T12:00:00+01:00', '2026-03-06')] }
    expect(rosterOf(replanned(request))).toMatchObject({ 1: [1, false], 2: [null, false] })
  })

  test('leaves shifts empty that are named, and those that start before the freeze and had nobody', () => {
    expect(rosterOf(replanned({ events: [], leaveEmpty: [1, 2, 3] }))).toMatchObject({
      1: [null, true],
      2: [null, true],
      3: [[], true],
      4: [3, false],
    })
    expect(rosterOf(replanned({ events: [], freezeUntil: '2026-03-08' }))).toMatchObject({ 4: [3, true], 5: [null, true] })
    const { errors } = replanned({ events: [{ cancelShift: { shiftId: 4 } }], leaveEmpty: [7, 9, 4] })
    expect(errors.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['shift-unknown', '/leaveEmpty/0'],
      ['decided-shift-changed', '/leaveEmpty/1'],
      ['shift-unknown', '/leaveEmpty/2'],
    ])
  })

  test('plans what an event adds before the freeze, and what everybody was taken off', () => {
    const request = { freezeUntil: '2026-03-08', events: [{ addShift: shift(6, 2) }, absent(1, '2026-03-02', '2026-03-04'), absent(2, '2026-03-04')] }
    expect(rosterOf(replanned(request))).toMatchObject({ 6: [undefined, false], 1: [null, false], 3: [[], false] })
    const posted = week()
    posted.shifts[3] = { ...posted.shifts[3], fixed: true, employees: [1] }
    const events = [absent(1, '2026-03-04'), absent(2, '2026-03-04')]
    expect(rosterOf(replanned({ events }, posted))).toMatchObject({ 3: [[], false] })
  })

  test('does not fix whom a shift got that said fixed and nothing of who works it', () => {
    const posted = week()
    posted.shifts[1].fixed = true
    expect(rosterOf(replanned({ events: [] }, posted))).toMatchObject({ 1: [1, false] })
  })

  test('adds, changes and cancels shifts, in order', () => {
    const request = {
      events: [
        { addShift: shift(6, 7, { employee: 3, fixed: true }) },
        { changeShift: { shiftId: 6, start: '2026-03-07T09:00:00+01:00', name: 'Saturday' } },
        { changeShift: { shiftId: 1, employee: 3 } },
        { changeShift: { shiftId: 4, end: '2026-03-05T16:00:00+01:00' } },
        { cancelShift: { shiftId: 5 } },
        { addShift: shift(5, 8) },
      ],
    }
    const result = replanned(request)
    expect(rosterOf(result)).toEqual({
      9: [1, false],
      1: [3, false],
      2: [2, true],
      3: [[1, 2], false],
      4: [3, false],
      6: [3, true],
      5: [undefined, false],
    })
    const shifts = result.replanned!.document['shifts'] as AnyJson[]
    expect(shifts.find(({ id }) => id === 6)).toMatchObject({
      name: 'Saturday',
      start: '2026-03-07T09:00:00+01:00',
      end: '2026-03-07T15:00:00+01:00',
    })
    expect(shifts.find(({ id }) => id === 4)).toMatchObject({ end: '2026-03-05T16:00:00+01:00' })
  })

  test('changes one day of a shift that repeats', () => {
    const posted = week()
    const repeats = { weekdays: ['FRIDAY', 'SATURDAY'], from: '07:00', to: '15:00' }
    posted.shifts.push({ ...shift('daily', 6), end: '2026-03-08', repeats })
    const result = replanned({ events: [{ changeShift: { shiftId: 'daily/2026-03-07', name: 'Saturday' } }] }, posted)
    expect(result.errors).toEqual([])
    const shifts = (result.replanned!.document['shifts'] as AnyJson[]).filter(({ id }) => String(id).startsWith('daily'))
    expect(shifts).toMatchObject([{ id: 'daily/2026-03-06' }, { id: 'daily/2026-03-07', name: 'Saturday' }])
  })

  test('takes a field away by null', () => {
    const posted = week()
    posted.shifts[1].name = 'Early'
    const shifts = replanned({ events: [{ changeShift: { shiftId: 1, name: null } }] }, posted).replanned!.submission.schedule.shifts
    expect(shifts[1]!.name).toBeNull()
  })

  test('takes an absence away for the time in which somebody is there after all, and with it what it did', () => {
    const posted = week()
    posted.employees[0].absences = [{ start: '2026-03-01', end: '2026-03-08', kind: 'leave' }]
    const event = { present: { employeeId: 1, start: '2026-03-03', end: '2026-03-04' } }
    const { replanned: made } = replanned({ events: [event] }, posted, { ...SOLVED, 1: 2, 3: [2, 3] })
    expect((made!.document['employees'] as AnyJson)[0].absences).toEqual([
      { start: '2026-03-01', end: '2026-03-03T00:00:00+01:00', kind: 'leave' },
      { start: '2026-03-05T00:00:00+01:00', end: '2026-03-08', kind: 'leave' },
    ])
    const undone = replanned({
      events: [absent(1, '2026-03-02', '2026-03-04'), { present: { employeeId: 1, start: '2026-03-02', end: '2026-03-03' } }],
    })
    expect(rosterOf(undone)).toMatchObject({ 1: [1, false], 3: [[2], false] })
  })

  test('takes cancelled shifts out of the lists that name them, and says which requirements lose all of theirs', () => {
    const posted = week({
      shiftGroups: [
        { id: 'two', shiftIds: [1, 4], mode: 'DIFFERENT_EMPLOYEES' },
        { id: 'three', shiftIds: [1, 4, 5], mode: 'DIFFERENT_EMPLOYEES' },
        { id: 'by tag', tags: ['x'], date: '2026-03-02', mode: 'ALL_OR_NONE' },
      ],
      coverageCompetencyRequirements: [
        { id: 1, skill: 5, minimumCount: 1, shiftIds: [1] },
        { id: 2, skill: 5, minimumCount: 1, shiftIds: [2] },
      ],
    })
    posted.employees[0].skills = [{ id: 5 }]
    const { replanned: made, warnings, errors } = replanned({ events: [{ cancelShift: { shiftId: 1 } }] }, posted)
    expect(errors).toEqual([])
    expect(made!.document['shiftGroups']).toMatchObject([{ id: 'three', shiftIds: [4, 5] }, { id: 'by tag' }])
    expect(made!.document['coverageCompetencyRequirements']).toMatchObject([{ id: 2, shiftIds: [2] }])
    expect(warnings.filter(({ code }) => code === 'requirement-left-out').map(({ pointer, detail }) => [pointer, detail.split(' ')[0]])).toEqual([
      ['/shiftGroups', 'two'],
      ['/coverageCompetencyRequirements', '1'],
    ])
  })

  test('keeps the breaks of whoever keeps a shift where they were told to be, and of nobody else', () => {
    const posted = {
      ...CALLBACK,
      timeZone: 'UTC',
      employees: [{ id: 1 }, { id: 2 }, { id: 3 }],
      spots: [{ id: 1, breakRules: ['meal'] }],
      breakRules: [{ id: 'meal', overMinutes: 300, minutes: 30, paid: false, stepMinutes: 30 }],
      shifts: [
        { id: 1, spot: 1, start: '2026-03-02T08:00', end: '2026-03-02T16:00', seats: { min: 2 } },
        { id: 2, spot: 1, start: '2026-03-03T08:00', end: '2026-03-03T16:00' },
      ],
      demands: [{ id: 'd', spot: 1, start: '2026-03-02T08:00', end: '2026-03-03T16:00', min: 1 }],
      shiftTemplates: [{ id: 't', spots: [1], startsFrom: '08:00', startsTo: '08:00', stepMinutes: 60, minMinutes: 360, maxMinutes: 360 }],
    }
    const { schedule } = readSubmission(posted, { callback: 'required' }).submission!
    const meal = (day: number, from: string, to: string, employeeId?: number) => ({
      ruleId: 'meal',
      ...(employeeId === undefined ? {} : { employeeId }),
      start: `2026-03-0${day}T${from}:00+00:00`,
      end: `2026-03-0${day}T${to}:00+00:00`,
    })
    const both = [meal(2, '09:30', '10:00', 1), meal(2, '13:30', '14:00', 2)]
    const found = { template: 't', spot: 1, start: '2026-03-02T08:00:00+00:00', end: '2026-03-02T14:00:00+00:00' }
    const { roster, errors: none } = readSolution(
      {
        shifts: [
          { id: 1, employees: [1, 2], breaks: both },
          { id: 2, employee: 1, breaks: [meal(3, '14:30', '15:00')] },
          { id: 't/2026-03-02T08:00/1', ...found, employee: 3, breaks: [meal(2, '08:30', '09:00')] },
        ],
      },
      schedule,
    )
    expect(none).toEqual([])
    const again = (request: AnyJson) => {
      const { replanned, errors } = replan({ posted, schedule, roster: roster! }, request, { callback: 'required' })
      expect(errors).toEqual([])
      return replanned!
    }
    const frozen = again({ events: [], freezeUntil: '2026-03-03T00:00' })
    expect(frozen.document['shifts']).toMatchObject([
      { id: 1, employees: [1, 2], fixed: true, breaks: both },
      { id: 2, employee: 1, breaks: [meal(3, '14:30', '15:00')] },
      { id: 't/2026-03-02T08:00/k1', employee: 3, fixed: true, breaks: [meal(2, '08:30', '09:00')] },
    ])
    // As the search takes them: minutes after the start of each seat.
    expect(frozen.submission.schedule.shifts.map(({ breaks }) => breaks)).toEqual([[90], [330], [390], [30]])
    const gone = again({ events: [absent(1, '2026-03-02', '2026-03-03')] })
    expect(gone.document['shifts']).toMatchObject([{ employees: [2], breaks: [both[1]] }, { employee: null }, { employee: 3 }])
    expect((gone.document['shifts'] as object[])[1]).not.toHaveProperty('breaks')
    const moved = again({ events: [{ changeShift: { shiftId: 2, start: '2026-03-03T06:00', end: '2026-03-03T14:00' } }] })
    expect((moved.document['shifts'] as object[])[1]).not.toHaveProperty('breaks')
  })

  test('keeps what was found for a demand as ordinary shifts, under ids that a search cannot give again', () => {
    const posted = {
      ...CALLBACK,
      timeZone: 'Europe/Copenhagen',
      employees: [{ id: 1 }, { id: 2 }],
      shifts: [],
      spots: [{ id: 1 }],
      demands: [{ id: 'd', spot: 1, start: '2026-03-02T08:00', end: '2026-03-02T20:00', min: 1 }],
      shiftTemplates: [
        {
          id: 't',
          name: 'Half',
          spots: [1],
          startsFrom: '08:00',
          startsTo: '14:00',
          stepMinutes: 60,
          minMinutes: 360,
          maxMinutes: 360,
          tags: ['x'],
          cost: 3,
        },
      ],
    }
    const { schedule } = readSubmission(posted, { callback: 'required' }).submission!
    const found = (start: number, employee: number) => ({
      id: `t/2026-03-02T${start}:00/1`,
      template: 't',
      spot: 1,
      start: `2026-03-02T${start < 10 ? '0' : ''}${start}:00:00+01:00`,
      end: `2026-03-02T${start + 6}:00:00+01:00`,
      employee,
    })
    const { roster } = readSolution({ shifts: [found(8, 1), found(14, 2)] }, schedule)
    const again = (request: AnyJson) => replan({ posted, schedule, roster: roster! }, request, { callback: 'required' })
    const { replanned: made, errors } = again({ events: [], freezeUntil: '2026-03-02T10:00:00+01:00' })
    expect(errors).toEqual([])
    const early = {
      id: 't/2026-03-02T08:00/k1',
      name: 'Half',
      tags: ['x'],
      cost: 3,
      spot: 1,
      importance: 'OPTIONAL',
      weight: 0,
      employee: 1,
      fixed: true,
    }
    expect(made!.document['shifts']).toMatchObject([early, { id: 't/2026-03-02T14:00/k1', employee: 2 }])
    expect(made!.submission.schedule.demands).toHaveLength(1)
    // An event may call it as the solution did; where its employee is away, nobody misses it.
    const changed = again({
      events: [{ changeShift: { shiftId: 't/2026-03-02T08:00/1', employee: 2 } }, absent(2, '2026-03-02T14:00:00+01:00', '2026-03-03')],
    })
    expect(changed.replanned!.document['shifts']).toMatchObject([{ id: 't/2026-03-02T08:00/k1', employee: 2 }])
  })

  test('changes no more than it has to of a schedule that says nothing of changes', () => {
    const keepOf = (request: AnyJson, posted = week()): unknown => replanned({ events: [], ...request }, posted).replanned!.document['keep']
    expect(keepOf({})).toEqual([{ until: '2026-03-07', weight: 1, priority: 2 }])
    expect(keepOf({ keep: [] })).toEqual([])
    expect(keepOf({}, week({ settings: { keepAssignment: { fourthPriorityWeight: 2 } } }))).toBe(undefined)
    const keep = [{ until: '2026-03-04', weight: 3, priority: 4 }]
    expect(keepOf({}, week({ keep }))).toEqual(keep)
    // All that somebody works is fixed.
    expect(keepOf({ freezeUntil: '2026-03-08' })).toBe(undefined)
  })

  test('takes termination and callback address of the request, and a new address goes without the header of the old', () => {
    const documentOf = (request: AnyJson): AnyJson => replanned({ events: [], ...request }).replanned!.document
    const keep = [{ until: '2026-03-04', weight: 3, priority: 2 }]
    expect(documentOf({ keep, freezeUntil: '2026-03-03' })).toMatchObject({ keep, noticeFrom: '2026-03-03' })
    expect(documentOf({ noticeFrom: '2026-03-01', freezeUntil: '2026-03-03' })).toMatchObject({ noticeFrom: '2026-03-01' })
    expect(replanned({ events: [] }, week({ noticeFrom: '2026-02-01', keep })).replanned!.document).not.toHaveProperty('noticeFrom')
    expect(documentOf({ termination: { maxSeconds: 5 } })).toMatchObject({ ...CALLBACK, termination: { maxSeconds: 5 } })
    expect(documentOf({ callbackUrl: CALLBACK.callbackUrl })).toMatchObject(CALLBACK)
    const elsewhere = documentOf({ callbackUrl: 'https://other.example/hook' })
    expect(elsewhere).toMatchObject({ callbackUrl: 'https://other.example/hook', name: 'Week' })
    expect(JSON.stringify(elsewhere)).not.toContain('secret')
    const header = { callbackAuthenticationHeaderName: 'X-New', callbackAuthenticationHeaderValue: 'new' }
    expect(documentOf(header)).toMatchObject({ callbackUrl: CALLBACK.callbackUrl, ...header })
  })

  test('names nothing of the stored secret in any issue', () => {
    const { errors } = replanned({ events: [], callbackAuthenticationHeaderName: 'X-New' })
    expect(errors).toMatchObject([{ code: 'callback-header-incomplete' }])
    expect(JSON.stringify(errors)).not.toContain('secret')
  })
})
