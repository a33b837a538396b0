import type { InterfaceCall } from '../../control/client/transport.ts'
import { isObject, readJson, writeJson } from '../../../spec/index.ts'
import { type Operation, bodyOf, literal } from './interface-document.ts'

/** What a person has filled in for an operation. An empty text is not sent. */
export interface Draft {
  /** By the names of the parameters. */
  readonly values: Readonly<Record<string, string>>
  readonly key: string
  /** The value of `Prefer`. */
  readonly prefer: string
  /** Further headers, one a line; they win. */
  readonly headers: string
  readonly body: string
}

/** What a form begins with: an example of all that is required, and nothing else. */
export function draftOf({ parameters = [], requestBody }: Operation, key: string): Draft {
  const required = parameters.filter((each) => each.required === true)
  const body = bodyOf(requestBody)
  return {
    values: Object.fromEntries(required.map(({ name, example = 1 }) => [name, literal(example)])),
    key,
    prefer: '',
    headers: body === undefined ? '' : `content-type: ${body.mediaType}`,
    body: body?.examples[0]?.text ?? '',
  }
}

/** The call of a draft. */
export function callOfDraft({ method, path, parameters = [] }: Operation, draft: Draft): InterfaceCall {
  const { values, key, prefer, headers, body } = draft
  const query = new URLSearchParams()
  let target = path
  for (const { name, in: place } of parameters) {
    const value = values[name]?.trim() ?? ''
    if (place === 'path') target = target.replace(`{${name}}`, () => encodeURIComponent(value.toWellFormed()))
    else if (value !== '') query.set(name, value)
  }
  const chosen = { authorization: key && `Bearer ${key}`, prefer, ...readHeaderLines(headers) }
  return {
    method,
    target: query.size === 0 ? target : `${target}?${query}`,
    headers: Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')),
    ...(body === '' ? {} : { body }),
  }
}

/** A member of a body, as text; empty where it has none, or is no object. */
export function memberOf(body: string, name: string): string {
  const value = objectIn(body)[name]
  return value === undefined ? '' : literal(value)
}

/** The body with another value for a member; `undefined` leaves it out. */
export function withMember(body: string, name: string, value: unknown): string {
  const { [name]: _before, ...others } = objectIn(body)
  return writeJson(value === undefined ? others : { ...objectIn(body), [name]: value }, 2)
}

function objectIn(body: string): Record<string, unknown> {
  const reading = readJson(body)
  return reading.ok && isObject(reading.value) ? reading.value : {}
}

/** The headers of a text that has one a line, by lower-case name. A line that is no header is left out. */
export function readHeaderLines(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value = ''] = /^\s*([\w!#$%&'*+.^`|~-]+):(.*)$/s.exec(line) ?? []
      return name === undefined ? [] : [[name.toLowerCase(), headerValue(value)]]
    }),
  )
}

/** No browser sends characters beyond Latin 1. */
function headerValue(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()
}
