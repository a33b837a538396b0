import type { Operation } from '../../../../spec/index.ts'
import { pathPrefix } from '../../../call/route.ts'
import type { InterfaceCall } from '../../../control/client/transport.ts'
import type { Texts } from '../ui/form.tsx'

/** The field of a parameter of an operation. The other fields are `key`, `headers` (one a line) and `body`. */
export const parameterField = (name: string) => `parameter ${name}`

/** The call that the fields of a form mean. An empty text is not sent; a header line wins over the key. */
export function callOfTexts({ method, path, parameters }: Operation, texts: Texts): InterfaceCall {
  const query = new URLSearchParams()
  let target = pathPrefix + path
  for (const [name, { in: place }] of Object.entries(parameters)) {
    const value = texts[parameterField(name)]?.trim() ?? ''
    if (place === 'path') target = target.replace(`{${name}}`, () => encodeURIComponent(value.toWellFormed()))
    else if (value !== '') query.set(name, value)
  }
  const { key = '', headers = '', body = '' } = texts
  const chosen = { authorization: key && `Bearer ${key}`, ...readHeaderLines(headers) }
  return {
    method,
    target: query.size === 0 ? target : `${target}?${query}`,
    headers: Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')),
    ...(body === '' ? {} : { body }),
  }
}

/** The fields of a form for a call of an operation. @param keys those that the form offers; another one is a header line */
export function textsOfCall({ path, parameters }: Operation, call: InterfaceCall, keys: readonly string[]): Texts {
  const [place = '', query] = call.target.split('?')
  const sent = new URLSearchParams(query)
  const parts = place.slice(pathPrefix.length).split('/')
  const at = path.split('/').findIndex((part) => part.startsWith('{'))
  const values = Object.entries(parameters).map(([name, { in: where }]) => [
    parameterField(name),
    (where === 'path' ? decoded(parts[at] ?? '') : sent.get(name)) ?? '',
  ])
  const { authorization = '', ...others } = call.headers
  const key = keys.find((one) => `Bearer ${one}` === authorization)
  const lines = { ...(key === undefined && authorization !== '' && { authorization }), ...others }
  return {
    ...Object.fromEntries(values),
    key: key ?? '',
    headers: Object.entries(lines)
      .map((header) => header.join(': '))
      .join('\n'),
    body: call.body ?? '',
  }
}

/** Never throws, as that of URI components does; there, these two have a meaning of their own. */
const decoded = (part: string) => new URLSearchParams(`=${part.replaceAll('+', '%2B').replaceAll('&', '%26')}`).get('')

const headerLine = /^\s*([\w!#$%&'*+.^`|~-]+):(.*)$/s

/** Why the lines of a text cannot all be sent as headers. */
export function headersProblem(text: string): string | undefined {
  const line = text.split('\n').find((one) => one.trim() !== '' && !headerLine.test(one))
  return line && `“${line.trim()}” is no header. Write its name, a colon, and its value.`
}

/** The headers of a text that has one a line, by lower-case name. */
export function readHeaderLines(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value = ''] = headerLine.exec(line) ?? []
      return name === undefined ? [] : [[name.toLowerCase(), headerValue(value)]]
    }),
  )
}

/** No browser sends characters beyond Latin 1. */
function headerValue(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()
}
