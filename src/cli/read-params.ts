import { isJsonObject, shown } from '../api/fields.ts'
import { DEFAULT_PARAMS, PARAMETERS, type SearchParams } from '../engine/portfolio/params.ts'
import type { Parameter } from '../engine/portfolio/params/parameter.ts'
import { GatewayError } from '../model/errors.ts'
import { readDocument } from './read-document.ts'
import type { Terminal } from './terminal.ts'

/** What is wrong with one parameter: where, and what it should be. */
export interface ParamsFault {
  /** JSON Pointer. */
  readonly pointer: string
  readonly detail: string
}

/** The default, but for what `document` says by section and name, such as `{"policy": {"manyCells": 20000}}`; or all that is wrong with it. The cycles are not read. */
export function readParams(document: unknown): { readonly params: SearchParams; readonly faults: readonly ParamsFault[] } {
  const faults: ParamsFault[] = []
  const sections: Record<string, Record<string, unknown>> = {}
  for (const [name, values] of entriesOf(document, '', faults)) {
    const section = (PARAMETERS as Readonly<Record<string, Readonly<Record<string, Parameter>>>>)[name]
    if (section === undefined) faults.push({ pointer: `/${name}`, detail: `Not a section: ${Object.keys(PARAMETERS).join(', ')}.` })
    else sections[name] = readSection(section, values, `/${name}`, faults)
  }
  const merged = Object.entries(DEFAULT_PARAMS).map(([name, values]) => [name, name in sections ? { ...values, ...sections[name] } : values])
  return { params: Object.fromEntries(merged) as SearchParams, faults }
}

/** Reads the file of `--params`. Throws `usage-wrong` with all that is wrong with it. */
export async function readParamsFile(terminal: Terminal, path: string): Promise<SearchParams> {
  const { params, faults } = readParams((await readDocument(terminal, path)).document)
  if (faults.length === 0) return params
  const detail = faults.map(({ pointer, detail: fault }) => `${pointer}: ${fault}`).join(' ')
  throw new GatewayError('usage-wrong', `${path} cannot steer a search. ${detail}`, 'Correct what it names; what it leaves out is as by default.')
}

function entriesOf(value: unknown, pointer: string, faults: ParamsFault[]): [string, unknown][] {
  if (isJsonObject(value)) return Object.entries(value)
  faults.push({ pointer, detail: `${shown(value)} is not an object.` })
  return []
}

function readSection(section: Readonly<Record<string, Parameter>>, values: unknown, at: string, faults: ParamsFault[]): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const [name, value] of entriesOf(values, at, faults)) {
    const parameter = section[name]
    const detail = parameter === undefined ? `Not a parameter: ${Object.keys(section).join(', ')}.` : faultOf(parameter, value)
    if (detail === null) read[name] = value
    else faults.push({ pointer: `${at}/${name}`, detail })
  }
  return read
}

/** Null where a value will do. */
function faultOf({ value: byDefault, range: [least, most], unit }: Parameter, value: unknown): string | null {
  const isWithin = (one: unknown): boolean => typeof one === 'number' && one >= least && one <= most
  const wanted = `${least} to ${most} (${unit})`
  if (typeof byDefault === 'number') return isWithin(value) ? null : `${shown(value)} is not a number from ${wanted}.`
  const isList = Array.isArray(value) && value.length === byDefault.length && value.every(isWithin)
  return isList ? null : `${shown(value)} is not a list of ${byDefault.length} numbers from ${wanted}.`
}
