import { coverage, dependency, fairness, freePeriod, pairing, people, put, rotation } from './issue-cases.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

/** A field that is an id with a number as its text, beside the same list with the number: each list of a document, and the skills and teams that nothing lists. */
const TWINS: Case[] = [
  ['/employees/1/id', put('/employees/1/id', '1')] as const,
  ['/shifts/1/id', put('/shifts/1/id', '101')] as const,
  ['/spots/1/id', put('/spots/1', { id: '30' })] as const,
  [
    '/shiftTags/1/id',
    put(
      '/shiftTags',
      [7, '7'].map((id) => ({ id, tag: `of ${typeof id}` })),
    ),
  ] as const,
  ['/employees/1/skills/0/id', put('/employees/1/skills', [{ id: '10' }])] as const,
  ['/spots/0/skills/1', put('/spots/0/skills', [10, '10'])] as const,
  ['/teams/0/id', put('/teams', [{ id: '20', name: 'Ward' }])] as const,
  ['/coverageCompetencyRequirements/0/skill', coverage({ skill: '10', shiftIds: [101] })] as const,
  ...[
    [freePeriod({}), 'freePeriodRequirements'] as const,
    [coverage({ shiftIds: [101] }), 'coverageCompetencyRequirements'] as const,
    [dependency({}), 'shiftDependencyRules'] as const,
    [pairing({}), 'pairings'] as const,
    [people({}), 'coverageRequirements'] as const,
    [fairness({}), 'fairness'] as const,
    [rotation({}), 'rotations'] as const,
  ].map(([fill, list]) => {
    const spoil = (document: AnyJson): void => {
      fill(document)
      document[list].push({ ...document[list][0], id: '1' })
    }
    return [`/${list}/1/id`, spoil] as const
  }),
].map(([pointer, spoil]): Case => ({ code: 'id-number-and-text', pointer, spoil }))

/** What is wrong with ids, and with the names of labels. */
export const ID_CASES: Case[] = [
  ...TWINS,
  ...['a\tb', 'line\nbreak', 'wide\u2028', 'hidden\u200b', 'turned\u202e', 'half\ud800'].map(
    (id): Case => ({ code: 'text-unprintable', pointer: '/employees/0/id', spoil: put('/employees/0/id', id) }),
  ),
  { code: 'label-invalid', pointer: '/labels/a:b', spoil: put('/labels', { 'a:b': 'x' }) },
  { code: 'text-too-long', pointer: '/shifts/0/id', spoil: put('/shifts/0/id', 'x'.repeat(65)) },
  { code: 'text-empty', pointer: '/spots/0/id', spoil: put('/spots/0/id', '') },
  { code: 'wrong-type', pointer: '/employees/0/id', spoil: put('/employees/0/id', true) },
  { code: 'employee-unknown', pointer: '/shifts/0/employee', spoil: put('/shifts/0/employee', '1') },
  { code: 'spot-unknown', pointer: '/shifts/0/spot', spoil: put('/shifts/0/spot', '30') },
  { code: 'contract-unknown', pointer: '/employees/0/contractId', spoil: put('/employees/0/contractId', 'ward') },
  {
    code: 'contract-unclear',
    pointer: '/employees/1/contractId',
    spoil: (document) => {
      document.contracts = [{ id: 1 }]
      Object.assign(document.employees[1], { contract: {}, contractId: 1 })
    },
  },
  {
    code: 'contract-unclear',
    pointer: '/employees/1/contracts',
    spoil: (document) => {
      document.contracts = [{ id: 1 }]
      Object.assign(document.employees[1], { contract: undefined, contractId: 1, contracts: [{ contractId: 1 }] })
    },
  },
  {
    code: 'contracts-overlap',
    pointer: '/employees/1/contracts/1',
    spoil: (document) => {
      document.contracts = [{ id: 1 }, { id: 2 }]
      const contracts = [
        { contractId: 1, end: '2026-03-15' },
        { contractId: 2, start: '2026-03-15' },
      ]
      Object.assign(document.employees[1], { contract: undefined, contracts })
    },
  },
]
