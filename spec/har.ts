import { interfaceVersion } from './made/operations.ts'

/** An exchange of a HAR file. Headers are pairs, in the order in which they came; a name may repeat. */
interface HarExchange {
  readonly startedAtMilliseconds: number
  readonly tookMilliseconds: number
  readonly method: string
  readonly url: string
  readonly requestHeaders: HarHeaders
  readonly requestBody?: string | undefined
  /** 0 if no answer came. */
  readonly status: number
  readonly responseHeaders: HarHeaders
  /** Decoded; in base64 if it is no text; `undefined` if it was not kept. */
  readonly body?: { readonly text: string; readonly size: number; readonly encoding?: 'base64' } | undefined
  /** Why the answer is not whole. */
  readonly problem?: string | undefined
}

type HarHeaders = readonly (readonly [name: string, value: string])[]

export function harEntry(exchange: HarExchange): object {
  const { startedAtMilliseconds, tookMilliseconds, method, url, requestBody, status, body, problem } = exchange
  const type = (headers: HarHeaders): string =>
    headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/octet-stream'
  const message = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  return {
    startedDateTime: new Date(startedAtMilliseconds).toISOString(),
    time: tookMilliseconds,
    request: {
      method,
      url,
      ...message,
      headers: pairs(exchange.requestHeaders),
      queryString: pairs([...new URL(url).searchParams]),
      postData: requestBody === undefined ? undefined : { mimeType: type(exchange.requestHeaders), text: requestBody },
      bodySize: new TextEncoder().encode(requestBody).length,
    },
    response: {
      status,
      statusText: '',
      ...message,
      headers: pairs(exchange.responseHeaders),
      content: { mimeType: type(exchange.responseHeaders), ...(body ?? { size: -1 }) },
      redirectURL: '',
      bodySize: -1,
      _error: problem,
    },
    cache: {},
    timings: { send: 0, wait: tookMilliseconds, receive: 0 },
  }
}

function pairs(list: HarHeaders): readonly object[] {
  return list.map(([name, value]) => ({ name, value }))
}

const creator = {
  name: 'animal-store-kit',
  version: interfaceVersion,
  comment: 'The version is that of the interface.',
}

export interface Har {
  readonly log: {
    readonly version: '1.2'
    readonly creator: { readonly name: string; readonly version: string }
    readonly pages: readonly never[]
    readonly entries: readonly object[]
  }
}

export function harOf(entries: readonly object[]): Har {
  return { log: { version: '1.2', creator, pages: [], entries } }
}

/** The text of a HAR file before its entries, and after them. A comma separates entries. */
export const [harStart = '', harEnd = ''] = JSON.stringify(harOf([])).replace('[]}}', '[\n|\n]}}\n').split('|')
