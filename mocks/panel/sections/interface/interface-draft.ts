import type { InterfaceCall } from '../../transport/transport.ts'
import type { DocumentedOperation } from './interface-document.ts'

/** What a person has filled in for an operation. */
export interface Draft {
  /** By the names of the parameters. */
  readonly values: Readonly<Record<string, string>>
  /** What follows in the query, as it is. */
  readonly furtherQuery: string
  /** The key; empty for a call without one. */
  readonly key: string
  readonly contentType: string
  readonly body: string
  /** The value of the Prefer header; empty for none. */
  readonly prefer: string
}

/** What a form begins with: what is required has an example, and nothing else is sent. */
export function draftOf({ parameters, body }: DocumentedOperation, key: string): Draft {
  const required = parameters.filter(({ isRequired }) => isRequired)
  return {
    values: Object.fromEntries(required.map(({ name, choices, fallback }) => [name, fallback ?? choices[0] ?? '1'])),
    furtherQuery: '',
    key,
    contentType: body?.mediaType ?? '',
    body: body?.examples[0]?.text ?? '',
    prefer: '',
  }
}

/** The call that a draft stands for. Parameters without a value are left out, but for those of the path. */
export function callOfDraft(
  prefix: string,
  { method, path, parameters, body }: DocumentedOperation,
  draft: Draft,
): InterfaceCall {
  const valueOf = (name: string): string => draft.values[name] ?? ''
  const filled = path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(valueOf(name).toWellFormed()))
  const pairs = parameters
    .filter(({ place, name }) => place === 'query' && valueOf(name) !== '')
    .map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(valueOf(name).toWellFormed())}`)
  const query = [...pairs, ...(draft.furtherQuery === '' ? [] : [safeQuery(draft.furtherQuery)])].join('&')
  const named = parameters.filter(({ place, name }) => place === 'header' && valueOf(name) !== '')
  const isSent = body !== undefined && draft.body !== ''
  return {
    method,
    target: `${prefix}${filled}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(draft.key === '' ? {} : { authorization: `Bearer ${headerValue(draft.key)}` }),
      ...(isSent && draft.contentType !== '' ? { 'content-type': headerValue(draft.contentType) } : {}),
      ...(draft.prefer === '' ? {} : { prefer: headerValue(draft.prefer) }),
      ...Object.fromEntries(named.map(({ name }) => [name, headerValue(valueOf(name))])),
    },
    ...(isSent ? { body: draft.body } : {}),
  }
}

/** What was typed, in the form in which a browser sends it, so that the line for a shell sends the same. */
function safeQuery(text: string): string {
  return text.toWellFormed().replaceAll(/[^\w.~!$&'()*+,;=:@/?%[\]-]/g, (character) => encodeURIComponent(character))
}

/** A header holds no line break, and no browser sends characters beyond Latin 1. */
function headerValue(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()
}
