import { describe, expect, test } from 'vitest'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'

function read(more: object) {
  const { submission, errors, warnings } = readSubmission({ ...cleanDocument(), ...more }, { callback: 'required', strict: true })
  return { marks: submission?.marks ?? null, errors: errors.map(({ pointer, code }) => `${pointer} ${code}`), warnings }
}

const labels = (count: number): Record<string, string> => Object.fromEntries(Array.from({ length: count }, (_, i) => [`l${i}`, 'x']))

describe('what a client calls its request', () => {
  for (const [title, more, marks] of [
    ['nothing', {}, { name: null, reference: null, labels: {} }],
    ['null and empty texts', { name: '', reference: null, labels: null }, { name: null, reference: null, labels: {} }],
    [
      'name, reference and labels',
      { name: 'Stue 3 – März 👩‍⚕️', reference: 'R/2026-03', labels: { ward: '3', empty: '', url: 'https://x', __proto: 'p' } },
      { name: 'Stue 3 – März 👩‍⚕️', reference: 'R/2026-03', labels: { ward: '3', empty: '', url: 'https://x', __proto: 'p' } },
    ],
    ['a label of null', { labels: { ward: null } }, { name: null, reference: null, labels: {} }],
    ['255 characters', { name: 'x'.repeat(255), labels: { ['k'.repeat(64)]: 'v'.repeat(255) } }, { name: 'x'.repeat(255) }],
    ['20 labels', { labels: labels(20) }, { labels: labels(20) }],
  ] as const) {
    test(`is read: ${title}`, () => expect(read(more)).toMatchObject({ marks, errors: [], warnings: [] }))
  }

  for (const [more, errors] of [
    [{ name: 'x'.repeat(256) }, ['/name text-too-long']],
    [{ reference: 7 }, ['/reference wrong-type']],
    [{ name: 'two\nlines' }, ['/name text-unprintable']],
    [{ reference: 'nul\u0000' }, ['/reference text-unprintable']],
    [{ labels: ['ward'] }, ['/labels wrong-type']],
    [{ labels: { ward: 3 } }, ['/labels/ward wrong-type']],
    [{ labels: { 'a/b': 'x\ty' } }, ['/labels/a~1b text-unprintable']],
    [{ labels: { ward: 'x'.repeat(256) } }, ['/labels/ward text-too-long']],
    [{ labels: { 'a:b': 'x' } }, ['/labels/a:b label-invalid']],
    [{ labels: { '': 'x' } }, ['/labels/ label-invalid']],
    [{ labels: { ['k'.repeat(65)]: 'x' } }, [`/labels/${'k'.repeat(64)} label-invalid`]],
    [{ labels: labels(21) }, ['/labels list-too-long']],
  ] as const) {
    test(`is refused: ${JSON.stringify(more).slice(0, 60)}`, () => expect(read(more)).toMatchObject({ marks: null, errors }))
  }
})
