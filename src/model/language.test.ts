import { describe, expect, test } from 'vitest'
import { firstLanguage, writeText } from './language.ts'

describe('the language of somebody who reads', () => {
  for (const { tags, language } of [
    { tags: ['da'], language: 'da' },
    { tags: ['nl', 'de-AT', 'sv'], language: 'de' },
    { tags: ['SV-fi'], language: 'sv' },
    { tags: ['en-US', 'da'], language: 'en' },
    // Only the first part of a tag is a language.
    { tags: ['dav', 'x-de'], language: null },
    { tags: [], language: null },
  ]) {
    test(`${tags.join(', ')} is ${language}`, () => expect(firstLanguage(tags)).toBe(language))
  }
})

describe('a text', () => {
  const shifts = { one: '{count} vagt i {where}', other: '{count} vagter i {where}' }
  for (const { count, written } of [
    { count: 0, written: '0 vagter i Ward' },
    { count: 1, written: '1 vagt i Ward' },
    { count: 1840, written: '1.840 vagter i Ward' },
  ]) {
    test(`of ${count} has that form and the locale's number`, () => expect(writeText(shifts, { count, where: 'Ward' }, 'da-DK')).toBe(written))
  }

  test('takes a value as it is, whatever signs it has', () => {
    expect(writeText('{name} is away', { name: '$& {count}' }, 'en')).toBe('$& {count} is away')
  })

  test('without one of its values is a mistake', () => {
    expect(() => writeText('{name} is away', {}, 'en')).toThrow('asks for name')
  })
})
