import type { TableCall } from './test-table.ts'

/** What came of a call: the parts that must be the same whichever way it takes. */
export type Ending =
  | 'cut'
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array }

/** The transport has no way to say this call as it is; the message says what is in the way. */
export class NotExpressible extends Error {
  override readonly name = 'NotExpressible'
}

/**
 * Sends a call of the table with the web's own `fetch`, or with something that has its shape.
 * @param base what stands before the targets of the table, in place of `/v1`
 * @throws {NotExpressible} when the web platform would send something else, or refuses to send it
 */
export async function sendByFetch(fetch: typeof globalThis.fetch, base: string, call: TableCall): Promise<Ending> {
  const request = requestOf(base, call)
  let response: Response
  try {
    response = await fetch(request)
  } catch (error) {
    if (error instanceof TypeError) return 'cut'
    throw error
  }
  const headers = Object.fromEntries(response.headers)
  return { status: response.status, headers, body: new Uint8Array(await response.arrayBuffer()) }
}

function requestOf(base: string, { method, target, headers, body }: TableCall): Request {
  if (!/^\/v1(?:[/?]|$)/.test(target)) throw new NotExpressible('it is not below the base address')
  const address = base + target.slice('/v1'.length)
  const request = attempt(() => new Request(address, { method, headers: headersOf(headers), body: body?.slice() ?? null }))
  if (request.url !== address) throw new NotExpressible(`its address would become ${request.url}`)
  if (request.method !== method) throw new NotExpressible(`its method would become ${request.method}`)
  return request
}

function headersOf(pairs: TableCall['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of pairs) headers.append(name, value)
  return headers
}

function attempt<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw new NotExpressible(String(error), { cause: error })
  }
}
