import type { InterfaceCall } from '../../transport/transport.ts'
import { type Operation, bodyOf, literal } from './interface-document.ts'

/** What a person has filled in for an operation. An empty text is not sent. */
export interface Draft {
  /** By the names of the parameters. */
  readonly values: Readonly<Record<string, string>>
  /** What follows in the query, as it is. */
  readonly furtherQuery: string
  readonly key: string
  readonly contentType: string
  readonly body: string
  /** The value of the Prefer header. */
  readonly prefer: string
}

/** What a form begins with: an example for all that is required, and nothing else. */
export function draftOf({ parameters, requestBody }: Operation, key: string): Draft {
  const required = parameters.filter((parameter) => parameter.required)
  const body = bodyOf(requestBody)
  return {
    values: Object.fromEntries(
      required.map(({ name, schema }) => [name, literal(schema.default ?? schema.enum?.[0] ?? 1)]),
    ),
    furtherQuery: '',
    key,
    contentType: body?.mediaType ?? '',
    body: body?.examples[0]?.text ?? '',
    prefer: '',
  }
}

/** The call of a draft. */
export function callOfDraft(prefix: string, operation: Operation, draft: Draft): InterfaceCall {
  const { method, path, parameters, requestBody } = operation
  const valueOf = (name: string) => draft.values[name] ?? ''
  const escaped = (name: string) => encodeURIComponent(valueOf(name).toWellFormed())
  const filled = (place: string) => parameters.filter((each) => each.in === place && valueOf(each.name) !== '')
  const pairs = filled('query').map(({ name }) => `${encodeURIComponent(name)}=${escaped(name)}`)
  const query = [...pairs, safeQuery(draft.furtherQuery)].filter(Boolean).join('&')
  const isSent = requestBody !== undefined && draft.body !== ''
  const headers: Readonly<Record<string, string>> = {
    authorization: draft.key && `Bearer ${draft.key}`,
    'content-type': isSent ? draft.contentType : '',
    prefer: draft.prefer,
    ...Object.fromEntries(filled('header').map(({ name }) => [name, valueOf(name)])),
  }
  return {
    method,
    target: `${prefix}${path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => escaped(name))}${query && `?${query}`}`,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => (value === '' ? [] : [[name, headerValue(value)]])),
    ),
    ...(isSent ? { body: draft.body } : {}),
  }
}

/** What was typed, as a browser sends it, so that the line for a shell sends the same. */
function safeQuery(text: string): string {
  return text.toWellFormed().replaceAll(/[^\w.~!$&'()*+,;=:@/?%[\]-]/g, (character) => encodeURIComponent(character))
}

/** A header holds no line break, and no browser sends characters beyond Latin 1. */
function headerValue(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()
}
