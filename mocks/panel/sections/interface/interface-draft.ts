import type { InterfaceCall } from '../../../control/client/transport.ts'
import { isObject, readJson, writeJson } from '../../../../spec/index.ts'
import { type Operation, type Parameter, bodyOf, literal } from './interface-document.ts'

/**
 * What a person has filled in for an operation: path and query, key, value of `Prefer`, further headers one a line (they
 * win), and body. An empty text is not sent.
 */
export type Draft = Readonly<Record<'target' | 'key' | 'prefer' | 'headers' | 'body', string>>

/** What a form begins with: an example of all that is required, and nothing else. */
export function draftOf({ path, parameters, requestBody }: Operation, key: string): Draft {
  const required = (place: string) => parameters.filter((each) => each.in === place && each.required === true)
  const query = required('query').map((each) => `${each.name}=${exampleOf(each)}`)
  const body = bodyOf(requestBody)
  const filled = required('path').reduce((target, each) => target.replace(`{${each.name}}`, exampleOf(each)), path)
  return {
    target: [filled, query.join('&')].filter(Boolean).join('?'),
    key,
    prefer: '',
    headers: [
      ...(body === undefined ? [] : [`content-type: ${body.mediaType}`]),
      ...required('header').map((each) => `${each.name}: ${exampleOf(each)}`),
    ].join('\n'),
    body: body?.examples[0]?.text ?? '',
  }
}

function exampleOf({ schema, example = schema.default ?? schema.enum?.[0] ?? 1 }: Parameter): string {
  return literal(example)
}

/** The value of a parameter in a path with its query; empty where it is not there. */
export function parameterOf(target: string, name: string): string {
  return new URLSearchParams(/\?(.*)/s.exec(target)?.[1]).get(name) ?? ''
}

/** The path and query with another value for a parameter; an empty one leaves it out. */
export function withParameter(target: string, name: string, value: string): string {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? []
  const parameters = new URLSearchParams(query)
  if (value === '') parameters.delete(name)
  else parameters.set(name, value)
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

/** A member of a body, as text; `undefined` where it has none, or is no object. */
export function memberOf(body: string, name: string): string | undefined {
  const value = objectIn(body)?.[name]
  return value === undefined ? undefined : literal(value)
}

/** The body with another value for a member; `undefined` leaves it out. */
export function withMember(body: string, name: string, value: unknown): string {
  const { [name]: _before, ...others } = objectIn(body) ?? {}
  return writeJson(value === undefined ? others : { ...objectIn(body), [name]: value }, 2)
}

function objectIn(body: string): Record<string, unknown> | undefined {
  const reading = readJson(body)
  return reading.ok && isObject(reading.value) ? reading.value : undefined
}

/** The call of a draft. */
export function callOfDraft(method: string, { target, key, prefer, headers, body }: Draft): InterfaceCall {
  const chosen = { authorization: key && `Bearer ${key}`, prefer }
  const written = Object.entries(readHeaderLines(headers))
  return {
    method,
    target: sentTarget(target),
    headers: Object.fromEntries([...Object.entries(chosen), ...written].filter(([, value]) => value !== '')),
    ...(body === '' ? {} : { body }),
  }
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

/** What was typed, as a browser sends it, so that the line for a shell sends the same. */
function sentTarget(text: string): string {
  const target = text.trim().toWellFormed()
  const escaped = target.replaceAll(/[^\w.~!$&'()*+,;=:@/?%[\]-]/g, (character) => encodeURIComponent(character))
  return escaped.startsWith('/') ? escaped : `/${escaped}`
}

/** No browser sends characters beyond Latin 1. */
function headerValue(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()
}
