import type { InterfaceCall } from '../../control/client/transport.ts'
import type { Operation, OperationExamples } from '../../../spec/index.ts'
import { pathPrefix } from '../../call/route.ts'

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
export function draftOf({ idParameter, request }: Operation, examples: OperationExamples, key: string): Draft {
  const [example] = Object.values(examples['request'] ?? {})
  return {
    values: idParameter === null ? {} : { [idParameter]: '1' },
    key,
    prefer: '',
    headers: request === null ? '' : 'content-type: application/json',
    body: example?.text ?? '',
  }
}

/** The call of a draft. */
export function callOfDraft({ method, path, parameters }: Operation, draft: Draft): InterfaceCall {
  const { values, key, prefer, headers, body } = draft
  const query = new URLSearchParams()
  let target = pathPrefix + path
  for (const [name, { in: place }] of Object.entries(parameters)) {
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
