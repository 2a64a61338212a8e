import { describe, expect, test } from 'vitest'
import { FormatError } from './format-error.ts'
import { readXml } from './xml.ts'

test('elements have their line, attributes, children and text', () => {
  const root = readXml('<?xml version="1.0"?>\n<!-- why -->\n<a x="1" y="&lt;2">\n <b> one <!-- not --> two </b><c><![CDATA[<3>]]></c>\n</a>\n')
  expect(root).toMatchObject({ name: 'a', line: 3, attributes: { x: '1', y: '<2' }, text: '' })
  expect(root.children).toMatchObject([
    { name: 'b', line: 4, text: 'one  two' },
    { name: 'c', line: 4, text: '<3>' },
  ])
})

describe('a wrong file', () => {
  const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
  for (const { what, text, says } of [
    { what: 'nothing', text: '', says: 'The file is empty. Give an XML file.' },
    { what: 'blanks', text: ' \n ', says: 'The file is empty.' },
    { what: 'other text', text: 'SECTION_HORIZON\n7\n', says: 'Line 1: This is not XML: Non-whitespace before first tag. Compare it' },
    { what: 'an element that does not end', text: '<a>\n<b></b>\n', says: 'This is not XML: Unclosed root tag' },
    { what: 'an end of another element', text: '<a>\n</b>', says: 'Line 2: This is not XML: Unexpected close tag' },
    { what: 'a second root', text: '<a/>\n<b/>', says: 'Line 2: <b> stands behind the end of <a>. Give one schedule in a file.' },
    { what: 'an attribute without quotes', text: '<a x=1/>', says: 'This is not XML: Unquoted attribute value' },
    { what: 'an entity that XML does not know', text: '<a>\n&eacute;</a>', says: 'Line 2: This is not XML: Invalid character entity. Compare it' },
    { what: 'a document type', text: '<!DOCTYPE a>\n<a/>', says: 'A document type (<!DOCTYPE …>) is not read. Remove it' },
    { what: 'an entity of another file', text: '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', says: 'is not read' },
    { what: 'a bomb of entities', text: `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]><a>&l9;</a>`, says: 'is not read' },
    { what: 'too many in one another', text: '<a>'.repeat(33), says: '<a> lies in more than 32 others.' },
  ]) {
    test(`${what} is refused`, () => {
      expect(() => readXml(text)).toThrow(FormatError)
      expect(() => readXml(text)).toThrow(says)
    })
  }

  test('a file of too many characters, before it is parsed', () => {
    // It is no XML either, which whoever parses it says first.
    expect(() => readXml('<'.repeat(16 * 2 ** 20 + 1))).toThrow('more than 16 MiB')
  })

  test('a file of too many elements', () => {
    expect(() => readXml(`<a>${'<b/>'.repeat(500_000)}</a>`)).toThrow('more than 500000 elements')
  })
})

test('32 in one another are read, and a long text', () => {
  expect(readXml(`${'<a>'.repeat(32)}${'</a>'.repeat(32)}`).name).toBe('a')
  expect(readXml(`<a>${'x'.repeat(300_000)}</a>`).text).toHaveLength(300_000)
})
