import sax from 'sax'
import { FormatError } from './format-error.ts'
import { shortened } from './text-lines.ts'

/** An element of an XML file with what stands in it. */
export interface XmlElement {
  readonly name: string
  /** On which it begins; counts from 1. */
  readonly line: number
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Its own text, without that of its children and without blanks around it. */
  readonly text: string
}

/** Largest file that is read, in characters: far above what people plan, and parsed in about a second. */
const MOST_CHARACTERS = 16 * 1024 * 1024
const MOST_ELEMENTS = 500_000
/** Elements in one another. */
const MOST_DEPTH = 32

/** No entities of HTML: a file that names one cannot be read elsewhere. Its types do not know the option. */
const OPTIONS = { position: true, strictEntities: true } satisfies sax.SAXOptions & { readonly strictEntities: boolean }

/** An element while it is read. */
interface Open extends XmlElement {
  readonly children: Open[]
  text: string
}

/**
 * Reads an XML file whole. Nothing is fetched and nothing is expanded: a document type is refused, and with it every entity but the five of XML.
 * Throws `FormatError`, naming the line, for what is not XML, and for a file that is too large or too deep.
 */
export function readXml(text: string): XmlElement {
  if (text.length > MOST_CHARACTERS)
    throw new FormatError(null, `The file has more than ${MOST_CHARACTERS / 2 ** 20} MiB. Give one schedule in a file.`)
  const parser = sax.parser(true, OPTIONS)
  const open: Open[] = []
  let root: Open | null = null
  let elements = 0
  const wrong = (detail: string): FormatError => new FormatError(parser.line + 1, detail)
  parser.onerror = ({ message }) => {
    throw wrong(`This is not XML: ${shortened(message.split('\n')[0]!.replace(/\.$/, ''))}. Compare it with the file as it was published.`)
  }
  parser.ondoctype = () => {
    throw wrong('A document type (<!DOCTYPE …>) is not read. Remove it, and write out the entities that it declares.')
  }
  parser.onopentag = ({ name, attributes }) => {
    elements += 1
    if (open.length === 0 && root !== null) throw wrong(`<${shortened(name)}> stands behind the end of <${root.name}>. Give one schedule in a file.`)
    if (elements > MOST_ELEMENTS) throw wrong(`There are more than ${MOST_ELEMENTS} elements. Give one schedule in a file.`)
    if (open.length >= MOST_DEPTH) throw wrong(`<${shortened(name)}> lies in more than ${MOST_DEPTH} others. The format has fewer.`)
    const element: Open = { name, line: parser.line + 1, attributes: attributes as Record<string, string>, children: [], text: '' }
    root ??= element
    open.at(-1)?.children.push(element)
    open.push(element)
  }
  const addText = (part: string): void => {
    const within = open.at(-1)
    if (within !== undefined) within.text += part
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onclosetag = () => {
    const closed = open.pop()!
    closed.text = closed.text.trim()
  }
  parser.write(text).close()
  if (root === null) throw new FormatError(null, 'The file is empty. Give an XML file.')
  return root
}

/** The one child of that name; null where there is none. Throws `FormatError` when there are several. */
export function childOf({ children }: XmlElement, name: string): XmlElement | null {
  const [first, second] = children.filter((child) => child.name === name)
  if (second !== undefined) throw wrongAt(second, 'is there twice. Keep the one that is meant.')
  return first ?? null
}

/** As `childOf`; throws `FormatError` when there is none. */
export function requiredChild(element: XmlElement, name: string): XmlElement {
  const child = childOf(element, name)
  if (child === null) throw wrongAt(element, `has no <${name}>. Add it.`)
  return child
}

/** The children of a list element, all of which must have this name; empty where the list is not there. */
export function listOf(element: XmlElement, list: string, name: string): readonly XmlElement[] {
  const children = childOf(element, list)?.children ?? []
  const other = children.find((child) => child.name !== name)
  if (other !== undefined) throw wrongAt(other, `stands in <${list}>, which holds <${name}> only. Remove it.`)
  return children
}

/** The error of an element: its line, its name, and what is wrong. */
export function wrongAt({ line, name }: XmlElement, detail: string): FormatError {
  return new FormatError(line, `<${shortened(name)}> ${detail}`)
}
